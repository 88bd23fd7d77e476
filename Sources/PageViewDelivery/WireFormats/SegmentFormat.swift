import PageViewTracking
import AnalyticsJSON

/// The batches of Segment's HTTP tracking interface, `/v1/batch` (rules WF-010 to WF-012).
public struct SegmentFormat: WireFormat {
    /// What a page view is called.
    public enum PageCall: Sendable, Hashable {
        /// `screen`, as apps have it.
        case screen
        /// `page`, as web sites have it.
        case page
    }

    /// The key of the source that events are written to.
    public let writeKey: String
    /// What a page view is called.
    public var pageCall: PageCall
    /// What sends the events.
    public var library: WireLibrary
    /// What Segment takes at most.
    public var limits: WireLimits

    /// Creates a format.
    public init(
        writeKey: String, pageCall: PageCall = .screen, library: WireLibrary = .own, limits: WireLimits = .segment
    ) {
        self.writeKey = writeKey
        self.pageCall = pageCall
        self.library = library
        self.limits = limits
    }

    /// Writes events in batches, in order.
    public func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches {
        var packer = WirePacker(limits, tail: "]}") { json in
            json.beginObject()
            json.member("writeKey", writeKey)
            json.member("sentAt", sentAt.description)
            json.key("batch")
            json.raw("[")
        }
        for event in events {
            packer.add(event) { draft throws(WireRefusal.Reason) in try write(event, &draft) }
        }
        return packer.finish()
    }

    private func write(_ event: TrackedEvent, _ draft: inout WireDraft) throws(WireRefusal.Reason) {
        draft.json.beginObject()
        try call(event, &draft)
        draft.json.member("messageId", event.id)
        draft.json.member("timestamp", event.time.description)
        draft.json.member("anonymousId", event.identity.anonymousID)
        if let userID = event.identity.sentUserID { draft.json.member("userId", userID) }
        let pageFacts = event.kind == .pageView ? event.pageFacts.filter { $0.key == "page_id" } : event.pageFacts
        let facts = event.without(payloadNames: pageFacts + event.detailFacts)
        if !facts.isEmpty || !event.payload.isEmpty {
            draft.json.object("properties") { json in
                json.members(event.payload.entries)
                json.members(facts)
            }
        }
        context(of: event, &draft)
        draft.json.endObject()
    }

    /// Which call it is, and what it is about.
    private func call(_ event: TrackedEvent, _ draft: inout WireDraft) throws(WireRefusal.Reason) {
        var name = event.name
        switch event.details {
        case .custom, .interaction: break
        case .pageView:
            draft.json.member("type", pageCall == .screen ? "screen" : "page")
            if let page = event.page { draft.json.member("name", page.name) }
            if let context = event.page?.context { draft.json.member("category", context) }
            return
        // There is no call for it, so the name is our own; the other is of Segment's libraries for apps.
        case .pageLeave: name = "Page Left"
        case .deepLink: name = "Deep Link Opened"
        }
        guard !name.isEmpty else { throw .missing(field: "event") }
        draft.json.member("type", "track")
        draft.json.member("event", name)
    }

    private func context(of event: TrackedEvent, _ draft: inout WireDraft) {
        draft.json.object("context") { json in
            json.object("library") { json in
                json.member("name", library.name)
                json.member("version", library.version)
            }
            if let page = event.page { json.object("page") { $0.member("title", page.name) } }
            let traits = event.identity.properties
            if !traits.isEmpty { json.object("traits") { $0.members(traits.entries) } }
        }
    }
}
