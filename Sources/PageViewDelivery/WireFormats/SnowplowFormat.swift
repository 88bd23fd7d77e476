import PageViewTracking
import AnalyticsJSON

/// The requests of Snowplow's tracker protocol, `/com.snowplowanalytics.snowplow/tp2` (rules WF-020 to WF-024).
public struct SnowplowFormat: WireFormat {
    /// What is sent as `aid`.
    public let appID: String
    /// What is sent as `tna`; without colons and semicolons.
    public let namespace: String
    /// What is sent as `p`: `mob`, `web`, `pc` and others.
    public var platform: String
    /// The product's own schemas.
    public var schemas: SnowplowSchemas
    /// What sends the events.
    public var library: WireLibrary
    /// What a collector takes at most.
    public var limits: WireLimits

    /// Creates a format.
    public init(
        appID: String, namespace: String, platform: String = "mob", schemas: SnowplowSchemas = SnowplowSchemas(),
        library: WireLibrary = .own, limits: WireLimits = .snowplow
    ) {
        self.appID = appID
        self.namespace = namespace
        self.platform = platform
        self.schemas = schemas
        self.library = library
        self.limits = limits
    }

    private static let longestUserID = 255

    /// Writes events in batches, in order.
    public func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches {
        var packer = WirePacker(limits, tail: "]}") { json in
            json.beginObject()
            json.member("schema", SnowplowSchema.payloadData)
            json.key("data")
            json.raw("[")
        }
        for event in events {
            packer.add(event) { draft throws(WireRefusal.Reason) in try write(event, sentAt, &draft) }
        }
        return packer.finish()
    }

    private func write(
        _ event: TrackedEvent, _ sentAt: WallTime, _ draft: inout WireDraft
    ) throws(WireRefusal.Reason) {
        draft.json.beginObject()
        try writeEvent(event, &draft)
        draft.json.member("eid", event.id)
        draft.json.member("tv", "\(library.name)-\(library.version)")
        draft.json.member("p", platform)
        draft.json.member("aid", appID)
        draft.json.member("tna", namespace)
        draft.json.member("dtm", digits: event.time.milliseconds)
        draft.json.member("stm", digits: sentAt.milliseconds)
        draft.json.member("duid", event.identity.anonymousID)
        if let userID = event.identity.sentUserID {
            guard userID.utf16.count <= Self.longestUserID else {
                throw .tooLong(field: "uid", limit: Self.longestUserID)
            }
            draft.json.member("uid", userID)
        }
        try writeEntities(of: event, &draft)
        draft.json.endObject()
    }

    /// What sort of event it is, and what there is to say of it.
    private func writeEvent(_ event: TrackedEvent, _ draft: inout WireDraft) throws(WireRefusal.Reason) {
        switch event.details {
        case .pageView(let details):
            guard let page = event.page else { throw .missing(field: "id") }
            draft.selfDescribingEvent(SnowplowSchema.screenView) { json in
                json.screen(page)
                guard let previous = details.previous else { return }
                json.member("previousId", previous.id)
                json.member("previousName", previous.name)
                if let context = previous.context { json.member("previousType", context) }
            }
        case .pageLeave where event.isLeaveOfCountedPage:
            draft.selfDescribingEvent(SnowplowSchema.screenEnd) { _ in }
        case .deepLink(let link):
            try link.checkURL()
            draft.selfDescribingEvent(SnowplowSchema.deepLinkReceived) { $0.deepLink(link) }
        case .custom, .interaction, .pageLeave:
            if let schema = schemas.events[event.name] {
                draft.selfDescribingEvent(schema) { $0.members(event.payload.entries) }
            } else {
                try draft.structuredEvent(event)
            }
            return
        }
        if event.kind != .pageView, !event.payload.isEmpty { draft.omissions.append(.payload) }
    }

    /// What belongs to the event, each with its schema.
    private func writeEntities(of event: TrackedEvent, _ draft: inout WireDraft) throws(WireRefusal.Reason) {
        var isEmpty = true
        func entity(_ schema: String, _ members: (inout JSONWriter) -> Void) {
            if isEmpty {
                draft.inner.beginObject()
                draft.inner.member("schema", SnowplowSchema.entities)
                draft.inner.key("data")
                draft.inner.beginArray()
                isEmpty = false
            }
            draft.inner.separate()
            draft.inner.selfDescribing(schema, members)
        }
        if let page = event.page { entity(SnowplowSchema.screen) { $0.screen(page) } }
        if let link = event.pageView?.deepLink {
            // A page view without its link is better than none.
            if (try? link.checkURL()) == nil {
                draft.omissions.append(.deepLink)
            } else {
                entity(SnowplowSchema.deepLink) { $0.deepLink(link) }
                if link.source != link.sourceURI { draft.omissions.append(.deepLinkSource) }
            }
        } else if let link = event.deepLink, link.source != link.sourceURI {
            draft.omissions.append(.deepLinkSource)
        }
        if let leave = event.pageLeave, event.isLeaveOfCountedPage {
            try leave.checkSeconds()
            entity(SnowplowSchema.screenSummary) { json in
                json.key("foreground_sec")
                json.seconds(leave.foregroundNanoseconds)
                json.key("background_sec")
                json.seconds(leave.backgroundNanoseconds)
            }
        }
        if event.kind == .pageView, !event.payload.isEmpty {
            if let schema = schemas.pagePayload {
                entity(schema) { $0.members(event.payload.entries) }
            } else {
                draft.omissions.append(.payload)
            }
        }
        let user = event.identity.properties
        if !user.isEmpty {
            if let schema = schemas.userProperties {
                entity(schema) { $0.members(user.entries) }
            } else {
                draft.omissions.append(.userProperties)
            }
        }
        guard !isEmpty else { return }
        draft.inner.endArray()
        draft.inner.endObject()
        draft.stringOfInner("co")
    }
}
