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
    /// The member that has the kind of an event.
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
    /// A member that is part of the event id.
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
    /// Returns the fields of a format with JSON objects, and adds them to a tree; `nil` for the other formats.
    ///
    /// - Parameter path: The session key that the user chose; `nil` for the default of the format.
    func fields(in tree: inout MemberTree, session path: SessionPath?) -> ExportFields? {
        func at(_ path: String) -> Member { tree.add(path.split(separator: ".").map(String.init)) }
        let chosen = path?.paths.map { path in
            // A single name of a Firebase row can be that of a parameter.
            let paths = self == .firebase && path.count == 1 ? [path, ["event_params"] + path] : [path]
            return paths.map { tree.add($0) }
        }
        switch self {
        case .segment:
            return ExportFields(
                mark: at("type"), kind: at("type"),
                pageViews: [.init(value: "screen", names: [at("name")]), .init(value: "page", names: [at("name")])],
                time: at("timestamp"), timeForm: .calendar(needsZone: true), session: chosen ?? [[at("anonymousId")]],
                ids: [at("messageId")])
        case .posthog:
            return ExportFields(
                mark: at("event"), kind: at("event"),
                pageViews: [
                    .init(value: "$screen", names: [at("properties.$screen_name")]),
                    .init(value: "$pageview", names: [at("properties.$pathname"), at("properties.$current_url")]),
                ],
                time: at("timestamp"), timeForm: .calendar(needsZone: true),
                session: chosen ?? [[at("properties.$session_id")]],
                ids: [at("uuid"), at("id"), at("properties.$insert_id")], payloads: [at("batch"), at("results")],
                payloadTime: (at("sent_at"), at("offset")))
        case .snowplowJSON:
            return ExportFields(
                mark: at("event_id"), kind: at("event_name"),
                pageViews: [
                    .init(
                        value: "screen_view",
                        names: [
                            at("unstruct_event_com_snowplowanalytics_mobile_screen_view_1.name"),
                            at("unstruct_event_com_snowplowanalytics_snowplow_screen_view_1.name"),
                        ]),
                    .init(value: "page_view", names: [at("page_title"), at("page_url")]),
                ],
                vendor: (at("event_vendor"), SnowplowRow.vendors), time: at("derived_tstamp"),
                timeForm: .calendar(needsZone: false),
                session: chosen ?? [
                    [at("contexts_com_snowplowanalytics_snowplow_client_session_1.sessionId"), at("domain_sessionid")]
                ],
                ids: [at("event_id")], fingerprint: at("event_fingerprint"))
        case .firebase:
            return ExportFields(
                mark: at("event_name"), kind: at("event_name"),
                pageViews: [
                    .init(
                        value: "screen_view",
                        names: [at("event_params.firebase_screen"), at("event_params.firebase_screen_class")]),
                    .init(
                        value: "page_view",
                        names: [at("event_params.page_location"), at("event_params.page_title")]),
                ],
                time: at("event_timestamp"), timeForm: .number(power: 3, unit: "µs"),
                session: chosen ?? [[at("user_pseudo_id")], [at("event_params.ga_session_id")]])
        case .datadog:
            return ExportFields(
                mark: at("type"), kind: at("type"),
                pageViews: [.init(value: "view", names: [at("view.name"), at("view.url")])],
                time: at("date"), timeForm: .number(power: 6, unit: "ms"), session: chosen ?? [[at("session.id")]],
                ids: [at("view.id")], version: at("_dd.document_version"), payloads: [at("data")],
                wrapper: (at("attributes.attributes"), at("attributes.timestamp")))
        case .snowplowTSV, .lines: return nil
        }
    }
}
