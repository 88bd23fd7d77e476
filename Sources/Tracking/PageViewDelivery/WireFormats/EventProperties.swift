import PageViewTracking
import AnalyticsJSON

/// The data of an event beside its payload, for formats that accept properties of any name (WF-005).
extension TrackedEvent {
    /// The properties of the page.
    var pageProperties: [Payload.Entry] {
        guard let page else { return [] }
        var properties = PropertyList()
        properties.add("page", page.name)
        properties.add("page_context", page.context)
        properties.add("page_id", page.id.description)
        return properties.entries
    }

    /// The properties of the event's kind, and the scene.
    var detailProperties: [Payload.Entry] {
        var properties = PropertyList()
        switch details {
        case .custom, .interaction: break
        case .pageView(let details):
            properties.add("cause", details.cause.rawValue)
            properties.add("appeared_at", details.appearedAt?.description)
            properties.add("previous_page", details.previous?.name)
            properties.add("previous_page_id", details.previous?.id.description)
            properties.add("deep_link", details.deepLink?.url)
            properties.add("deep_link_source", details.deepLink?.source)
        case .pageLeave(let details):
            properties.add("outcome", details.outcome.rawValue)
            properties.add("foreground_seconds", seconds: details.foregroundNanoseconds)
            properties.add("background_seconds", seconds: details.backgroundNanoseconds)
        case .deepLink(let details):
            properties.add("url", details.url)
            properties.add("source", details.source)
            properties.add("referrer", details.referrer?.name)
            properties.add("referrer_id", details.referrer?.id.description)
        }
        properties.add("scene", scene)
        return properties.entries
    }

    /// The property of the session, for formats without a field for it.
    var sessionProperties: [Payload.Entry] {
        sessionID.map { [Payload.Entry(key: "session_id", value: .string($0.description))] } ?? []
    }

    /// Returns the properties whose names the payload does not use. The payload takes precedence.
    func notInPayload(_ properties: [Payload.Entry]) -> [Payload.Entry] {
        payload.isEmpty ? properties : properties.filter { payload[$0.key] == nil }
    }

    /// The id of the call that identifies the user before this event (WF-013, WF-042).
    ///
    /// It differs from the id of the event. It stays the same when the event is written again.
    var identifyID: EventID { EventID(high: id.high, low: id.low ^ 1 << 61) }

    /// Whether the event is a page leave whose appearance was counted.
    var isLeaveOfCountedPage: Bool { pageLeave?.outcome == .counted }
}

/// A list of properties without missing values (WF-005).
private struct PropertyList {
    private(set) var entries: [Payload.Entry] = []

    mutating func add(_ name: String, _ text: String?) {
        guard let text else { return }
        entries.append(Payload.Entry(key: name, value: .string(text)))
    }

    mutating func add(_ name: String, seconds nanoseconds: Int64) {
        entries.append(Payload.Entry(key: name, value: AnalyticsValue(seconds: nanoseconds)))
    }
}

extension AnalyticsValue {
    /// Creates a number of seconds from nanoseconds, without rounding.
    init(seconds nanoseconds: Int64) { self = DecimalNumber(nanoseconds.asSeconds).map { .decimal($0) } ?? .null }
}

/// The members that all formats write.
extension JSONWriter {
    /// Writes a text under a key.
    mutating func member(_ key: StaticString, _ text: String) {
        self.key(key)
        string(text)
    }

    /// Writes a whole number under a key.
    mutating func member(_ key: StaticString, _ number: Int) {
        self.key(key)
        int(Int64(number))
    }

    /// Writes an identity under a key.
    mutating func member(_ key: StaticString, _ id: EventID) { member(key, id.description) }

    /// Writes a whole number as a string, because vendors expect large numbers in strings.
    mutating func member(_ key: StaticString, digits number: Int64) {
        self.key(key)
        byte(0x22)
        int(number)
        byte(0x22)
    }

    /// Writes an object under a key.
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

    /// Writes the name and the version of this library as an object.
    mutating func library() {
        beginObject()
        member("name", WireLibrary.name)
        member("version", WireLibrary.version)
        endObject()
    }

    /// Writes an array under a key.
    mutating func list(_ key: StaticString, _ write: (inout JSONWriter) -> Void) {
        self.key(key)
        beginArray()
        write(&self)
        endArray()
    }

    /// Writes named values into the current object.
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
