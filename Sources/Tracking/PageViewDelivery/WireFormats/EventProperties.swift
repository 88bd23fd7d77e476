import PageViewTracking
import AnalyticsJSON

/// The data of an event beside its payload, for formats that accept properties of any name (WF-005).
extension TrackedEvent {
    var pageProperties: [Payload.Entry] {
        Self.entries(["page": page?.name, "page_context": page?.context, "page_id": page?.id.description])
    }

    /// The properties of the event's kind, and the scene.
    var detailProperties: [Payload.Entry] {
        let own: [Payload.Entry] =
            switch details {
            case .custom, .interaction: []
            case .pageView(let details):
                Self.entries([
                    "cause": details.cause.rawValue, "appeared_at": details.appearedAt?.description,
                    "previous_page": details.previous?.name, "previous_page_id": details.previous?.id.description,
                    "deep_link": details.deepLink?.url, "deep_link_source": details.deepLink?.source,
                ])
            case .pageLeave(let details):
                [
                    Payload.Entry(key: "outcome", value: .string(details.outcome.rawValue)),
                    Payload.Entry(key: "foreground_seconds", value: .init(seconds: details.foregroundNanoseconds)),
                    Payload.Entry(key: "background_seconds", value: .init(seconds: details.backgroundNanoseconds)),
                ]
            case .deepLink(let details):
                Self.entries([
                    "url": details.url, "source": details.source, "referrer": details.referrer?.name,
                    "referrer_id": details.referrer?.id.description,
                ])
            }
        return own + Self.entries(["scene": scene])
    }

    /// Returns the texts that are present, as properties.
    private static func entries(_ texts: KeyValuePairs<String, String?>) -> [Payload.Entry] {
        texts.compactMap { name, text in text.map { Payload.Entry(key: name, value: .string($0)) } }
    }

    /// The property of the session, for formats without a field for it.
    var sessionProperties: [Payload.Entry] {
        Self.entries(["session_id": sessionID?.description])
    }

    /// Returns the properties whose names the payload does not use. The payload takes precedence.
    func notInPayload(_ properties: [Payload.Entry]) -> [Payload.Entry] {
        payload.isEmpty ? properties : properties.filter { payload[$0.key] == nil }
    }

    /// The id of the call that identifies the user before this event (WF-013, WF-042): always the same, but not the event's own.
    var identifyID: EventID { EventID(high: id.high, low: id.low ^ 1 << 61) }

    /// The details of a page leave whose appearance was counted.
    var countedLeave: PageLeaveDetails? { pageLeave?.outcome == .counted ? pageLeave : nil }
}

extension AnalyticsValue {
    /// Creates a number of seconds from nanoseconds, without rounding.
    init(seconds nanoseconds: Int64) { self = DecimalNumber(nanoseconds.asSeconds).map { .decimal($0) } ?? .null }
}

/// The members that all formats write.
extension JSONWriter {
    mutating func member(_ key: StaticString, _ text: String) {
        self.key(key)
        string(text)
    }

    mutating func member(_ key: StaticString, _ number: Int) {
        self.key(key)
        int(Int64(number))
    }

    mutating func member(_ key: StaticString, _ id: EventID) { member(key, id.description) }

    /// Writes a whole number as a string, because vendors expect large numbers in strings.
    mutating func member(_ key: StaticString, digits number: Int64) {
        self.key(key)
        byte(0x22)
        int(number)
        byte(0x22)
    }

    mutating func object<Failure>(
        _ key: StaticString, _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        self.key(key)
        beginObject()
        try members(&self)
        endObject()
    }

    /// Writes the texts of a context that are present.
    mutating func members(_ context: AppContext, _ names: [(key: StaticString, field: AppContext.Field)]) {
        for name in names {
            if let text = context[name.field] { member(name.key, text) }
        }
    }

    /// Writes an object with the texts of a context that are present; nothing without a text.
    mutating func object(
        _ key: StaticString, _ context: AppContext, _ names: [(key: StaticString, field: AppContext.Field)]
    ) {
        guard names.contains(where: { context[$0.field] != nil }) else { return }
        object(key) { $0.members(context, names) }
    }

    mutating func library() {
        beginObject()
        member("name", WireLibrary.name)
        member("version", WireLibrary.version)
        endObject()
    }

    mutating func list(_ key: StaticString, _ write: (inout JSONWriter) -> Void) {
        self.key(key)
        beginArray()
        write(&self)
        endArray()
    }

    mutating func members(_ entries: some Sequence<Payload.Entry>) {
        for entry in entries {
            key(entry.key)
            value(entry.value)
            continueObject()
        }
    }
}

extension UserIdentity {
    /// The user id; `nil` if it is missing or empty.
    var sentUserID: String? { userID?.isEmpty == true ? nil : userID }

    /// Whether the app has set a user id or a user property.
    var isKnown: Bool { sentUserID != nil || !properties.isEmpty }

    /// A digest of the identity at the back end with this key (JR-020).
    func digest(for key: String) -> UInt64 {
        var json = JSONWriter()
        json.string(key)
        json.identity(self)
        return StableHash.fnv1a(json.bytes)
    }
}
