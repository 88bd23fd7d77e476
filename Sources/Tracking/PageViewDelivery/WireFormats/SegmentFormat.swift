import PageViewTracking
import AnalyticsJSON

/// The batches of Segment's HTTP tracking API, `/v1/b` (WF-010 to WF-013).
public struct SegmentFormat: IdentifyingFormat {
    /// The call for a page view.
    public enum PageCall: Sendable, Hashable {
        /// `screen`, as in apps.
        case screen
        /// `page`, as on web sites.
        case page
    }

    private let writeKey: String
    private let pageCall: PageCall
    private let identifiesUsers: Bool
    package var identified: UInt64?
    /// The limits of Segment: 32 KiB per event, 2,500 events per batch, and 475 KB per batch, like its own clients.
    public var limits = WireLimits(
        eventBytes: 32_768, batchBytes: 475_000, batchEvents: 2_500, nestingLevels: 100)

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - writeKey: The key of the source that receives the events.
    ///   - pageCall: The call for page views.
    ///   - identifiesUsers: Whether the format writes `identify` calls (WF-013). An app that sends `identify` itself passes
    ///     `false`.
    public init(writeKey: String, pageCall: PageCall = .screen, identifiesUsers: Bool = true) {
        self.writeKey = writeKey
        self.pageCall = pageCall
        self.identifiesUsers = identifiesUsers
    }

    /// Converts events into batches, in order.
    public func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches {
        var packer = WirePacker(limits, path: "/v1/b", identified: identified, list: "batch") { json in
            json.member("writeKey", writeKey)
            json.member("sentAt", sentAt.description)
        }
        var lastIdentity: UserIdentity?
        for event in events {
            let identifies = identifiesUsers && event.identity.isKnown && event.identity != lastIdentity
            let isAdded = packer.add(
                event, identity: identifies ? event.identity.digest(for: writeKey) : nil,
                writePreface: { draft throws(WireRejection) in writeIdentify(event, &draft) },
                { draft throws(WireRejection) in try write(event, &draft) })
            if isAdded { lastIdentity = event.identity }
        }
        return packer.finish()
    }

    private func write(_ event: TrackedEvent, _ draft: inout WireDraft) throws(WireRejection) {
        draft.json.beginObject()
        try writeCall(event, &draft)
        writeCommonFields(of: event, id: event.id, &draft)
        let pageProperties =
            event.kind == .pageView ? event.pageProperties.filter { $0.key == "page_id" } : event.pageProperties
        let properties = event.notInPayload(pageProperties + event.detailProperties + event.sessionProperties)
        if !properties.isEmpty || !event.payload.isEmpty {
            draft.json.object("properties") { json in
                json.members(event.payload.entries)
                json.members(properties)
            }
        }
        writeContext(of: event, &draft)
        draft.json.endObject()
    }

    /// Writes the call that describes the user of the event.
    private func writeIdentify(_ event: TrackedEvent, _ draft: inout WireDraft) {
        draft.json.beginObject()
        draft.json.member("type", "identify")
        writeCommonFields(of: event, id: event.identifyID, &draft)
        writeTraits(of: event, &draft.json)
        draft.json.object("context") { writeEnvironment(of: event, &$0) }
        draft.json.endObject()
    }

    private func writeCommonFields(of event: TrackedEvent, id: EventID, _ draft: inout WireDraft) {
        draft.json.member("messageId", id)
        draft.json.member("timestamp", event.time.description)
        draft.json.member("anonymousId", event.identity.anonymousID)
        if let userID = event.identity.sentUserID { draft.json.member("userId", userID) }
    }

    private func writeCall(_ event: TrackedEvent, _ draft: inout WireDraft) throws(WireRejection) {
        var name = event.name
        switch event.details {
        case .custom, .interaction: break
        case .pageView:
            draft.json.member("type", pageCall == .screen ? "screen" : "page")
            if let page = event.page { draft.json.member("name", page.name) }
            if let context = event.page?.context { draft.json.member("category", context) }
            return
        // Segment has no call for a page leave, so its name is our own. `Deep Link Opened` comes from Segment's libraries.
        case .pageLeave: name = "Page Left"
        case .deepLink: name = "Deep Link Opened"
        }
        guard !name.isEmpty else { throw .missing(field: "event") }
        draft.json.member("type", "track")
        draft.json.member("event", name)
    }

    private func writeContext(of event: TrackedEvent, _ draft: inout WireDraft) {
        draft.json.object("context") { json in
            writeEnvironment(of: event, &json)
            if let page = event.page { json.object("page") { $0.member("title", page.name) } }
            writeTraits(of: event, &json)
        }
    }

    private func writeTraits(of event: TrackedEvent, _ json: inout JSONWriter) {
        let traits = event.identity.properties
        if !traits.isEmpty { json.object("traits") { $0.members(traits.entries) } }
    }

    /// Writes the members of `context` that all calls have.
    private func writeEnvironment(of event: TrackedEvent, _ json: inout JSONWriter) {
        json.key("library")
        json.library()
        guard let app = event.appContext else { return }
        json.object(
            "app", app,
            [("name", .appName), ("version", .appVersion), ("build", .appBuild), ("namespace", .appNamespace)])
        json.object(
            "device", app,
            [("manufacturer", .deviceManufacturer), ("model", .deviceModel), ("type", .deviceType), ("id", .deviceID)])
        json.object("os", app, [("name", .system), ("version", .systemVersion)])
        json.members(app, [("locale", .locale), ("timezone", .timeZone)])
    }
}
