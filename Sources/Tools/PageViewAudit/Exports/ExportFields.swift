/// The members of a format's events that the audit needs (AU-103, AU-105, AU-106). Each format with JSON objects has them.
struct ExportFields: Sendable {
    /// Page views of one kind: the value of the member ``ExportFields/kind``, and the members that contain the name.
    struct PageViewKind: Sendable {
        let value: String
        /// The first member that is neither missing nor empty has the name.
        let names: [[String]]
    }

    /// How a time is written.
    enum TimeForm: Sendable, Equatable {
        /// ISO 8601. A time without zone is an error, or in UTC.
        case calendar(needsZone: Bool)
        /// A number since 1970, as a number or a string; one of it has ten to this power nanoseconds.
        case number(power: Int, unit: String)
    }

    /// The member without which an object is no event of the format.
    let mark: [String]
    /// The member that has the kind of an event.
    let kind: [String]
    let pageViews: [PageViewKind]
    /// The member with the vendor, and the vendors whose page views count; without the member, they all count.
    var vendor: (path: [String], values: [String])?
    let time: [String]
    let timeForm: TimeForm
    /// The members of the session key. `/` joins their texts; each is that of the first of its paths that has one.
    let session: SessionMembers
    /// The event id: the first of these members that is neither missing nor empty.
    var ids: [[String]] = []
    /// A member that is part of the event id.
    var fingerprint: [String]?
    /// The version of a Datadog view.
    var version: [String]?
    /// Arrays of events, in an object that is no event itself.
    var payloads: [[String]] = []
    /// The time of a payload, for events without a time. Each event can be a number of milliseconds earlier.
    var payloadTime: (path: [String], offset: [String])?
    /// The member that contains the event, and its time for an event without one.
    var wrapper: (event: [String], time: [String])?

    typealias SessionMembers = [[[String]]]
}

extension ExportFormat {
    /// The fields of a format with JSON objects; `nil` for the other formats.
    var fields: ExportFields? {
        switch self {
        case .segment:
            ExportFields(
                mark: ["type"], kind: ["type"],
                pageViews: [.init(value: "screen", names: [["name"]]), .init(value: "page", names: [["name"]])],
                time: ["timestamp"], timeForm: .calendar(needsZone: true), session: [[["anonymousId"]]],
                ids: [["messageId"]])
        case .posthog:
            ExportFields(
                mark: ["event"], kind: ["event"],
                pageViews: [
                    .init(value: "$screen", names: [["properties", "$screen_name"]]),
                    .init(value: "$pageview", names: [["properties", "$pathname"], ["properties", "$current_url"]]),
                ],
                time: ["timestamp"], timeForm: .calendar(needsZone: true), session: [[["properties", "$session_id"]]],
                ids: [["uuid"], ["id"], ["properties", "$insert_id"]], payloads: [["batch"], ["results"]],
                payloadTime: (["sent_at"], ["offset"]))
        case .snowplowJSON:
            ExportFields(
                mark: ["event_id"], kind: ["event_name"],
                pageViews: [
                    .init(
                        value: "screen_view",
                        names: [
                            ["unstruct_event_com_snowplowanalytics_mobile_screen_view_1", "name"],
                            ["unstruct_event_com_snowplowanalytics_snowplow_screen_view_1", "name"],
                        ]),
                    .init(value: "page_view", names: [["page_title"], ["page_url"]]),
                ],
                vendor: (["event_vendor"], SnowplowRow.vendors), time: ["derived_tstamp"],
                timeForm: .calendar(needsZone: false),
                session: [
                    [["contexts_com_snowplowanalytics_snowplow_client_session_1", "sessionId"], ["domain_sessionid"]]
                ],
                ids: [["event_id"]], fingerprint: ["event_fingerprint"])
        case .firebase:
            ExportFields(
                mark: ["event_name"], kind: ["event_name"],
                pageViews: [
                    .init(
                        value: "screen_view",
                        names: [["event_params", "firebase_screen"], ["event_params", "firebase_screen_class"]]),
                    .init(
                        value: "page_view",
                        names: [["event_params", "page_location"], ["event_params", "page_title"]]),
                ],
                time: ["event_timestamp"], timeForm: .number(power: 3, unit: "µs"),
                session: [[["user_pseudo_id"]], [["event_params", "ga_session_id"]]])
        case .datadog:
            ExportFields(
                mark: ["type"], kind: ["type"],
                pageViews: [.init(value: "view", names: [["view", "name"], ["view", "url"]])],
                time: ["date"], timeForm: .number(power: 6, unit: "ms"), session: [[["session", "id"]]],
                ids: [["view", "id"]], version: ["_dd", "document_version"], payloads: [["data"]],
                wrapper: (["attributes", "attributes"], ["attributes", "timestamp"]))
        case .snowplowTSV, .lines: nil
        }
    }

    /// Returns the members of a session key that the user chose.
    func sessionMembers(_ path: SessionPath) -> ExportFields.SessionMembers {
        path.paths.map { path in
            // A single name of a Firebase row can be that of a parameter.
            self == .firebase && path.count == 1 ? [path, ["event_params"] + path] : [path]
        }
    }
}
