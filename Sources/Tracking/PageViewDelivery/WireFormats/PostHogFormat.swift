import PageViewTracking
import AnalyticsJSON

/// The batches of PostHog's capture API, `/batch/` (WF-040 to WF-043).
public struct PostHogFormat: IdentifyingFormat {
    private let apiKey: String
    private let identifiesUsers: Bool
    package var identified: UInt64?
    /// The limits of PostHog: 900,000 bytes per event, 20 MB per batch.
    ///
    /// The vendor's limit is a megabyte, and includes data that the vendor adds to an event.
    public var limits = WireLimits(
        eventBytes: 900_000, batchBytes: 20_000_000, batchEvents: .max, nestingLevels: 100)

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - apiKey: The key of the project that receives the events.
    ///   - identifiesUsers: Whether the format writes `$identify` before the first event of a known user (WF-042). It links the
    ///     user id to the anonymous id. An app that sends `$identify` itself passes `false`.
    public init(apiKey: String, identifiesUsers: Bool = true) {
        self.apiKey = apiKey
        self.identifiesUsers = identifiesUsers
    }

    /// The names that PostHog reserves, so a payload cannot set them (WF-041).
    private static let reservedNames: Set<String> = [
        "$anon_distinct_id", "$app_build", "$app_name", "$app_namespace", "$app_version", "$device_id",
        "$device_manufacturer", "$device_model", "$device_type", "$lib",
        "$lib_version", "$locale", "$os", "$os_name", "$os_version", "$pageview_id", "$prev_pageview_duration",
        "$prev_pageview_id",
        "$prev_pageview_pathname", "$process_person_profile", "$screen_name", "$session_id", "$set", "$set_once",
        "$timezone", "$unset", "distinct_id",
    ]
    /// The names of PostHog's libraries for apps, and `$os`, the name of its library for the web.
    private static var contextNames: [(key: StaticString, field: AppContext.Field)] {
        [
            ("$os", .system), ("$os_name", .system), ("$os_version", .systemVersion), ("$app_name", .appName),
            ("$app_version", .appVersion), ("$app_build", .appBuild), ("$app_namespace", .appNamespace),
            ("$locale", .locale), ("$timezone", .timeZone), ("$device_manufacturer", .deviceManufacturer),
            ("$device_model", .deviceModel), ("$device_type", .deviceType), ("$device_id", .deviceID),
        ]
    }
    private static let longestDistinctID = 200

    /// Converts events into batches, in order.
    public func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches {
        var packer = WirePacker(limits, path: "/batch/", identified: identified, list: "batch") { json in
            json.member("api_key", apiKey)
            json.member("sent_at", sentAt.description)
        }
        var users: Set<UserIdentity> = []
        for event in events {
            // PostHog links a pair of ids. The properties of the user are in each event.
            let user = event.identity.sentUserID.map {
                UserIdentity(anonymousID: event.identity.anonymousID, userID: $0)
            }
            let newUser = user.flatMap { identifiesUsers && !users.contains($0) ? $0 : nil }
            let isAdded = packer.add(
                event, identity: newUser?.digest(for: apiKey),
                writePreface: { draft throws(WireRejection) in writeIdentify(event, &draft) },
                { draft throws(WireRejection) in try write(event, &draft) })
            if isAdded, let newUser { users.insert(newUser) }
        }
        return packer.finish()
    }

    private func write(_ event: TrackedEvent, _ draft: inout WireDraft) throws(WireRejection) {
        let name = try sentName(of: event)
        let user = event.identity.sentUserID ?? event.identity.anonymousID.description
        // PostHog would shorten a longer id, and two users could become one.
        guard user.utf16.count <= Self.longestDistinctID else {
            throw .tooLong(field: "distinct_id", length: user.utf16.count, limit: Self.longestDistinctID)
        }
        beginEvent(name, id: event.id, user: user, event.time, &draft)
        draft.json.object("properties") { json in
            writeLibrary(&json)
            if let page = event.page {
                json.member("$screen_name", page.name)
                json.member("$pageview_id", page.id)
            }
            if let leave = event.countedLeave {
                if let page = event.page {
                    json.member("$prev_pageview_id", page.id)
                    json.member("$prev_pageview_pathname", page.name)
                }
                json.key("$prev_pageview_duration")
                json.seconds(leave.foregroundNanoseconds)
            }
            if let session = event.sessionID { json.member("$session_id", session) }
            if let app = event.appContext { json.members(app, Self.contextNames) }
            writePerson(event.identity, &json)
            let pageProperties = event.pageProperties.filter { $0.key == "page_context" }
            json.members(event.payload.entries.lazy.filter { !Self.reservedNames.contains($0.key) })
            json.members(event.notInPayload(pageProperties + event.detailProperties))
        }
        draft.json.endObject()
        draft.omit(reserved: event.payload.entries.lazy.map(\.key).filter { Self.reservedNames.contains($0) })
    }

    private func sentName(of event: TrackedEvent) throws(WireRejection) -> String {
        switch event.details {
        case .pageView:
            guard event.page != nil else { throw .missing(field: "$screen_name", ofPage: true) }
            return "$screen"
        case .pageLeave where event.countedLeave != nil: return "$pageleave"
        case .deepLink: return "Deep Link Opened"
        case .custom, .interaction, .pageLeave:
            guard !event.name.isEmpty else { throw .missing(field: "event") }
            // Some events whose names begin with `$` merge or change users, and PostHog may add more.
            guard event.name.utf8.first != UInt8(ascii: "$") else {
                throw .malformed(
                    field: "event", expected: "a name that does not begin with `$`", found: event.name,
                    remedy: "rename the event")
            }
            return event.name
        }
    }

    /// Writes the event that links the anonymous id to the user id.
    private func writeIdentify(_ event: TrackedEvent, _ draft: inout WireDraft) {
        beginEvent("$identify", id: event.identifyID, user: event.identity.sentUserID ?? "", event.time, &draft)
        draft.json.object("properties") { json in
            writeLibrary(&json)
            json.member("$anon_distinct_id", event.identity.anonymousID)
            writePerson(event.identity, &json)
        }
        draft.json.endObject()
    }

    private func beginEvent(_ name: String, id: EventID, user: String, _ time: WallTime, _ draft: inout WireDraft) {
        draft.json.beginObject()
        draft.json.member("uuid", id)
        draft.json.member("event", name)
        draft.json.member("distinct_id", user)
        draft.json.member("timestamp", time.description)
    }

    private func writeLibrary(_ json: inout JSONWriter) {
        json.member("$lib", WireLibrary.name)
        json.member("$lib_version", WireLibrary.version)
    }

    /// Writes the properties of a user. Prevents a profile, which costs money, for an anonymous user without properties.
    private func writePerson(_ identity: UserIdentity, _ json: inout JSONWriter) {
        if !identity.properties.isEmpty {
            json.object("$set") { $0.members(identity.properties.entries) }
        } else if identity.sentUserID == nil {
            json.key("$process_person_profile")
            json.bool(false)
        }
    }
}
