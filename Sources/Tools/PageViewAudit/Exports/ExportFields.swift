/// The members of a format's events that the audit needs (AU-103, AU-105, AU-106). Each format with JSON objects has them.
struct ExportFields: Sendable {
    /// Page views of one kind: the value of the member ``ExportFields/kind``, and the members that contain the name.
    struct PageViewKind: Sendable {
        let value: String
        /// The first member that is neither missing nor empty has the name.
        let names: [Member]
    }

    enum TimeForm: Sendable, Equatable {
        /// ISO 8601. A time without zone is an error, or in UTC.
        case calendar(needsZone: Bool)
        /// A number since 1970, as a number or a string; one of it has ten to this power nanoseconds.
        case number(power: Int, unit: String)
    }

    /// The member without which an object is no event of the format.
    let mark: Member
    let kind: Member
    let pageViews: [PageViewKind]
    /// The member with the vendor, and the vendors whose page views count; without the member, they all count.
    var vendor: (member: Member, values: [String])?
    let time: Member
    let timeForm: TimeForm
    /// The members of the session key. `/` joins their texts; each is that of the first of its members that has one.
    let session: [[Member]]
    /// The event id: the first of these members that is neither missing nor empty.
    var ids: [Member] = []
    var fingerprint: Member?
    var version: Member?
    /// Arrays of events, in an object that is no event itself.
    var payloads: [Member] = []
    /// The time of a payload, for events without a time. Each event can be a number of milliseconds earlier.
    var payloadTime: (time: Member, offset: Member)?
    /// The member that contains the event, and its time for an event without one.
    var wrapper: (event: Member, time: Member)?
}

extension ExportFormat {
    /// Returns the fields of a format with JSON objects; `nil` for the other formats.
    ///
    /// - Parameter path: The session key that the user chose; `nil` for the default of the format.
    func fields(session path: SessionPath?) -> ExportFields? {
        let chosen = path?.paths.map { path in
            // A single name of a Firebase row can be that of a parameter.
            let paths = self == .firebase && path.count == 1 ? [path, ["event_params"] + path] : [path]
            return paths.map(Member.init(names:))
        }
        switch self {
        case .segment:
            return ExportFields(
                mark: "type", kind: "type",
                pageViews: [.init(value: "screen", names: ["name"]), .init(value: "page", names: ["name"])],
                time: "timestamp", timeForm: .calendar(needsZone: true), session: chosen ?? [["anonymousId"]],
                ids: ["messageId"])
        case .posthog:
            return ExportFields(
                mark: "event", kind: "event",
                pageViews: [
                    .init(value: "$screen", names: ["properties.$screen_name"]),
                    .init(value: "$pageview", names: ["properties.$pathname", "properties.$current_url"]),
                ],
                time: "timestamp", timeForm: .calendar(needsZone: true),
                session: chosen ?? [["properties.$session_id"]],
                ids: ["uuid", "id", "properties.$insert_id"], payloads: ["batch", "results"],
                payloadTime: ("sent_at", "offset"))
        case .snowplowJSON:
            return ExportFields(
                mark: "event_id", kind: "event_name",
                pageViews: [
                    .init(
                        value: "screen_view",
                        names: [
                            "unstruct_event_com_snowplowanalytics_mobile_screen_view_1.name",
                            "unstruct_event_com_snowplowanalytics_snowplow_screen_view_1.name",
                        ]),
                    .init(value: "page_view", names: ["page_title", "page_url"]),
                ],
                vendor: ("event_vendor", SnowplowRow.vendors), time: "derived_tstamp",
                timeForm: .calendar(needsZone: false),
                session: chosen ?? [
                    ["contexts_com_snowplowanalytics_snowplow_client_session_1.sessionId", "domain_sessionid"]
                ],
                ids: ["event_id"], fingerprint: "event_fingerprint")
        case .firebase:
            return ExportFields(
                mark: "event_name", kind: "event_name",
                pageViews: [
                    .init(
                        value: "screen_view",
                        names: ["event_params.firebase_screen", "event_params.firebase_screen_class"]),
                    .init(
                        value: "page_view",
                        names: ["event_params.page_location", "event_params.page_title"]),
                ],
                time: "event_timestamp", timeForm: .number(power: 3, unit: "µs"),
                session: chosen ?? [["user_pseudo_id"], ["event_params.ga_session_id"]])
        case .datadog:
            return ExportFields(
                mark: "type", kind: "type",
                pageViews: [.init(value: "view", names: ["view.name", "view.url"])],
                time: "date", timeForm: .number(power: 6, unit: "ms"), session: chosen ?? [["session.id"]],
                ids: ["view.id"], version: "_dd.document_version", payloads: ["data"],
                wrapper: ("attributes.attributes", "attributes.timestamp"))
        case .snowplowTSV, .lines: return nil
        }
    }
}
