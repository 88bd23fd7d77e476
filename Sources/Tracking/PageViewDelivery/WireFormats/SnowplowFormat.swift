import PageViewTracking
import AnalyticsJSON

/// The requests of Snowplow's tracker protocol (WF-020 to WF-025).
///
/// Send them to `/com.snowplowanalytics.snowplow/tp2` of a collector.
public struct SnowplowFormat: WireFormat {
    private let appID: String
    private let namespace: String
    private let platform: String
    private let schemas: SnowplowSchemas
    /// The limits of a collector. 192,000 bytes per batch are the smaller of its two possible limits of a request.
    public var limits = WireLimits(eventBytes: .max, batchBytes: 192_000, batchEvents: .max, nestingLevels: 100)

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - appID: The value of `aid`.
    ///   - namespace: The value of `tna`, without colons and semicolons.
    ///   - platform: The value of `p`: `mob`, `web`, `pc` and others.
    ///   - schemas: The app's own schemas.
    public init(
        appID: String, namespace: String, platform: String = "mob", schemas: SnowplowSchemas = SnowplowSchemas()
    ) {
        self.appID = appID
        self.namespace = namespace
        self.platform = platform
        self.schemas = schemas
    }

    private static let longestUserID = 255

    /// Converts events into batches, in order.
    public func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches {
        var packer = WirePacker(limits, path: "/com.snowplowanalytics.snowplow/tp2", list: "data") { json in
            json.member("schema", SnowplowSchema.payloadData)
        }
        for event in events {
            packer.add(event) { draft throws(WireRejection) in try write(event, sentAt, &draft) }
        }
        return packer.finish()
    }

    private func write(
        _ event: TrackedEvent, _ sentAt: WallTime, _ draft: inout WireDraft
    ) throws(WireRejection) {
        draft.json.beginObject()
        try writeEvent(event, &draft)
        draft.json.member("eid", event.id)
        draft.json.member("tv", "\(WireLibrary.name)-\(WireLibrary.version)")
        draft.json.member("p", platform)
        draft.json.member("aid", appID)
        draft.json.member("tna", namespace)
        draft.json.member("dtm", digits: event.time.milliseconds)
        draft.json.member("stm", digits: sentAt.milliseconds)
        draft.json.member("duid", event.identity.anonymousID)
        if let session = event.sessionID { draft.json.member("sid", session) }
        if let userID = event.identity.sentUserID {
            guard userID.utf16.count <= Self.longestUserID else {
                throw .tooLong(field: "uid", length: userID.utf16.count, limit: Self.longestUserID)
            }
            draft.json.member("uid", userID)
        }
        for (key, field) in [("lang", .locale), ("tz", .timeZone)] as [(StaticString, AppContext.Field)] {
            guard let text = event.appContext?[field] else { continue }
            if let problem = SnowplowContext.problem(of: text, field) {
                draft.omit(.appContext, problem)
            } else {
                draft.json.member(key, text)
            }
        }
        try writeEntities(of: event, &draft)
        draft.json.endObject()
    }

    private func writeEvent(_ event: TrackedEvent, _ draft: inout WireDraft) throws(WireRejection) {
        switch event.details {
        case .pageView(let details):
            guard let page = event.page else { throw .missing(field: "id", ofPage: true) }
            draft.selfDescribingEvent(SnowplowSchema.screenView) { json in
                json.screen(page)
                guard let previous = details.previous else { return }
                json.member("previousId", previous.id)
                json.member("previousName", previous.name)
                if let context = previous.context { json.member("previousType", context) }
            }
        case .pageLeave where event.countedLeave != nil:
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
        if event.kind != .pageView, !event.payload.isEmpty {
            draft.omit(
                .payload,
                "expected no payload on a \(event.kind), found \(event.payload.entries.count) values; "
                    + "send them in an event of your own, because the schema has no field for them"
            )
        }
    }

    private func writeEntities(of event: TrackedEvent, _ draft: inout WireDraft) throws(WireRejection) {
        func entity(_ schema: String, _ members: (inout JSONWriter) -> Void) {
            if draft.inner.count == 0 {
                draft.inner.beginObject()
                draft.inner.member("schema", SnowplowSchema.entities)
                draft.inner.key("data")
                draft.inner.beginArray()
            }
            draft.inner.separate()
            draft.inner.selfDescribing(schema, members)
        }
        if let page = event.page { entity(SnowplowSchema.screen) { $0.screen(page) } }
        if let app = event.appContext.map(SnowplowContext.spelled) {
            for group in SnowplowContext.groups where group.fields.contains(where: { app[$0.field] != nil }) {
                if let problem = group.problem(of: app) {
                    draft.omit(.appContext, problem)
                } else {
                    entity(group.schema) { $0.members(app, group.fields) }
                }
            }
        }
        if let link = event.pageView?.deepLink {
            // A page view without its link is better than no page view.
            do throws(WireRejection) {
                try link.checkURL()
                entity(SnowplowSchema.deepLink) { $0.deepLink(link) }
                draft.omitSource(of: link)
            } catch {
                draft.omit(.deepLink, error.reason)
            }
        } else if let link = event.deepLink {
            draft.omitSource(of: link)
        }
        if let leave = event.countedLeave {
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
                draft.omit(.payload, "expected a schema in SnowplowSchemas.pagePayload, found none; register one")
            }
        }
        let user = event.identity.properties
        if !user.isEmpty {
            if let schema = schemas.userProperties {
                entity(schema) { $0.members(user.entries) }
            } else {
                draft.omit(
                    .userProperties, "expected a schema in SnowplowSchemas.userProperties, found none; register one")
            }
        }
        guard draft.inner.count > 0 else { return }
        draft.inner.endArray()
        draft.inner.endObject()
        draft.writeInnerAsString("co")
    }
}

/// The kinds of Snowplow's events (WF-021 to WF-023).
extension WireDraft {
    mutating func selfDescribingEvent(_ schema: String, _ members: (inout JSONWriter) -> Void) {
        json.member("e", "ue")
        inner.beginObject()
        inner.member("schema", SnowplowSchema.event)
        inner.key("data")
        inner.selfDescribing(schema, members)
        inner.endObject()
        writeInnerAsString("ue_pr")
    }

    /// Writes a structured event, which needs no schema: its kind, its name, and the payload as a string.
    mutating func structuredEvent(_ event: TrackedEvent) throws(WireRejection) {
        guard !event.name.isEmpty else { throw .missing(field: "se_ac") }
        guard event.name.utf16.count <= Self.longestText else {
            throw .tooLong(field: "se_ac", length: event.name.utf16.count, limit: Self.longestText)
        }
        json.member("e", "se")
        json.member("se_ca", event.kind.rawValue)
        json.member("se_ac", event.name)
        let properties = event.notInPayload(event.detailProperties)
        guard !event.payload.isEmpty || !properties.isEmpty else { return }
        inner.beginObject()
        inner.members(event.payload.entries)
        inner.members(properties)
        inner.endObject()
        let text = String(decoding: inner.takeBytes(), as: UTF8.self)
        let length = text.utf16.count
        if length <= Self.longestText {
            json.member("se_pr", text)
        } else {
            omit(
                .payload,
                "expected at most \(Self.longestText) UTF-16 code units without a schema, found \(length); "
                    + "register a schema in SnowplowSchemas.events"
            )
        }
    }

    /// Records that the event lacks the source of its link, if the schemas do not accept it.
    fileprivate mutating func omitSource(of link: DeepLinkDetails) {
        guard let source = link.source, source != link.sourceURI else { return }
        omit(
            .deepLinkSource,
            "expected a URI with a scheme in at most \(DeepLinkDetails.longestURL) UTF-16 code units, "
                + "found \(JSONParser.quoted(source)); correct the text in middleware"
        )
    }

    /// The maximum number of UTF-16 code units in `se_ac` and `se_pr`.
    private static let longestText = 1000
}

extension JSONWriter {
    mutating func selfDescribing(_ schema: String, _ members: (inout JSONWriter) -> Void) {
        beginObject()
        member("schema", schema)
        object("data", members)
        endObject()
    }

    mutating func screen(_ page: TrackedPage) {
        member("id", page.id)
        member("name", page.name)
        if let context = page.context { member("type", context) }
    }

    mutating func deepLink(_ link: DeepLinkDetails) {
        member("url", link.url)
        if let source = link.sourceURI { member("referrer", source) }
    }
}

extension DeepLinkDetails {
    fileprivate static let longestURL = 4096

    func checkURL() throws(WireRejection) {
        let length = url.utf16.count
        guard length <= Self.longestURL else { throw .tooLong(field: "url", length: length, limit: Self.longestURL) }
        guard url.isURI else { throw .malformed(field: "url", expected: "a URI with a scheme", found: url) }
    }

    /// The source of the link, if the schemas accept it.
    var sourceURI: String? { source.flatMap { $0.isURI && $0.utf16.count <= Self.longestURL ? $0 : nil } }
}

extension PageLeaveDetails {
    func checkSeconds() throws(WireRejection) {
        let most: Int64 = 2_147_483_647_000_000_000
        for (field, time) in [("foreground_sec", foregroundNanoseconds), ("background_sec", backgroundNanoseconds)] {
            guard !(0...most).contains(time) else { continue }
            throw .outOfRange(
                field: field, expected: "from 0 to \(most.asSeconds) seconds", found: time.asSeconds)
        }
    }
}

/// The schemas of an app's own events in its Snowplow registry.
///
/// An example of a schema is `iglu:com.acme/item_bought/jsonschema/1-0-0`.
public struct SnowplowSchemas: Sendable, Hashable {
    fileprivate let events: [String: String]
    fileprivate let pagePayload: String?
    fileprivate let userProperties: String?

    /// Creates a list of schemas.
    ///
    /// - Parameters:
    ///   - events: The schema of each event's payload, by event name. An event without one becomes a structured event.
    ///   - pagePayload: The schema of the payloads of page views. Without one, the format omits and reports the payloads.
    ///   - userProperties: The schema of user properties. Without one, the format omits and reports the properties.
    public init(events: [String: String] = [:], pagePayload: String? = nil, userProperties: String? = nil) {
        self.events = events
        self.pagePayload = pagePayload
        self.userProperties = userProperties
    }
}

/// The schemas of Iglu Central (WF-020, WF-021, WF-023).
enum SnowplowSchema {
    static let payloadData = "iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4"
    static let event = "iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0"
    static let entities = "iglu:com.snowplowanalytics.snowplow/contexts/jsonschema/1-0-1"
    static let screen = "iglu:com.snowplowanalytics.mobile/screen/jsonschema/1-0-0"
    static let screenView = "iglu:com.snowplowanalytics.mobile/screen_view/jsonschema/1-0-0"
    static let screenEnd = "iglu:com.snowplowanalytics.mobile/screen_end/jsonschema/1-0-0"
    static let screenSummary = "iglu:com.snowplowanalytics.mobile/screen_summary/jsonschema/1-0-0"
    static let application = "iglu:com.snowplowanalytics.mobile/application/jsonschema/1-0-0"
    static let mobileContext = "iglu:com.snowplowanalytics.snowplow/mobile_context/jsonschema/1-0-3"
    static let deepLink = "iglu:com.snowplowanalytics.mobile/deep_link/jsonschema/1-0-0"
    static let deepLinkReceived = "iglu:com.snowplowanalytics.mobile/deep_link_received/jsonschema/1-0-0"
}
