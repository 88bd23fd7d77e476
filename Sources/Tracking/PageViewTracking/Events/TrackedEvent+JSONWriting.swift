package import AnalyticsJSON

/// Writes an event as one line of JSON, as journals store it (rule JR-002).
extension TrackedEvent {
    /// The version of the format. It changes only if old lines become unreadable, and not for a new key.
    package static var formatVersion: Int64 { 1 }

    /// Whether a payload is nested too deeply to be read back.
    package var isTooDeep: Bool { payload.isTooDeep || identity.properties.isTooDeep }

    /// Writes the event as a JSON object. The event must not be too deep.
    package func write(to writer: inout JSONWriter) {
        writer.marksDecimals = true
        writer.beginObject()
        writer.member("v", Self.formatVersion)
        writer.member("id", id.description)
        writer.member("seq", sequence)
        writer.member("kind", kind.rawValue)
        writer.member("name", name)
        writer.member("time", time.nanoseconds)
        writer.member("timestamp", timestamp.nanoseconds)
        writer.key("user")
        writer.identity(identity)
        writer.member("page", page)
        writer.member("scene", scene)
        writer.member("session", sessionID?.description)
        writer.member(appContext)
        if !payload.isEmpty {
            writer.key("payload")
            writer.payload(payload)
        }
        writer.member(details)
        writer.endObject()
    }
}

extension JSONWriter {
    package mutating func identity(_ identity: UserIdentity) {
        beginObject()
        member("anonymousID", identity.anonymousID.description)
        member("id", identity.userID)
        if !identity.properties.isEmpty {
            key("properties")
            payload(identity.properties)
        }
        endObject()
    }

    fileprivate mutating func member(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        self.key(key)
        string(text)
    }

    fileprivate mutating func member(_ key: StaticString, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        self.key(key)
        raw("\(number)")
    }

    fileprivate mutating func member(_ key: StaticString, _ page: TrackedPage?) {
        guard let page else { return }
        self.key(key)
        beginObject()
        member("id", page.id.description)
        member("name", page.name)
        member("context", page.context)
        endObject()
    }

    fileprivate mutating func member(_ context: AppContext?) {
        guard let context else { return }
        key("app")
        beginObject()
        for field in AppContext.Field.allCases {
            guard let text = context[field] else { continue }
            key(field.rawValue)
            string(text)
        }
        endObject()
    }

    fileprivate mutating func member(_ details: TrackedEvent.Details) {
        switch details {
        case .custom, .interaction: break
        case .pageView(let details):
            key("pageView")
            beginObject()
            member("seq", details.sequence)
            member("ordinal", details.ordinal)
            member("cause", details.cause.rawValue)
            member("appearedAt", details.appearedAt?.nanoseconds)
            member("previous", details.previous)
            member(details.deepLink)
            endObject()
        case .pageLeave(let details):
            key("pageLeave")
            beginObject()
            member("outcome", details.outcome.rawValue)
            member("foreground", details.foregroundNanoseconds)
            member("background", details.backgroundNanoseconds)
            endObject()
        case .deepLink(let details): member(details)
        }
    }

    private mutating func member(_ link: DeepLinkDetails?) {
        guard let link else { return }
        key("deepLink")
        beginObject()
        member("url", link.url)
        member("source", link.source)
        member("referrer", link.referrer)
        endObject()
    }
}

extension Payload {
    /// The maximal nesting of a payload that the JSON reader accepts.
    package static var deepestNesting: Int { JSONParser.maximumLevel - 12 }

    /// Whether the payload is nested too deeply to be read back.
    package var isTooDeep: Bool { isDeeper(than: Self.deepestNesting) }

    /// Returns whether the payload has more levels than this. The payload itself is the first level.
    package func isDeeper(than levels: Int) -> Bool {
        levels == 0 || entries.contains { $0.value.isDeeper(than: levels - 1) }
    }
}

extension AnalyticsValue {
    fileprivate func isDeeper(than levels: Int) -> Bool {
        switch self {
        case .null, .bool, .int, .double, .decimal, .string: false
        case .array(let values): levels == 0 || values.contains { $0.isDeeper(than: levels - 1) }
        case .object(let payload): payload.isDeeper(than: levels)
        }
    }
}
