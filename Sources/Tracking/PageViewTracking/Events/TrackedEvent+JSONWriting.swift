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
        writer.raw("{\"v\":1,\"id\":")
        writer.id(id)
        writer.raw(",\"seq\":")
        writer.digits(sequence)
        writer.text(kind.rawValue, as: ",\"kind\":")
        writer.text(name, as: ",\"name\":")
        writer.integer(time.nanoseconds, as: ",\"time\":")
        writer.integer(timestamp.nanoseconds, as: ",\"timestamp\":")
        writer.raw(",\"user\":")
        writer.identity(identity)
        writer.page(page, as: ",\"page\":")
        writer.text(scene, as: ",\"scene\":")
        if let sessionID { writer.text(sessionID.description, as: ",\"session\":") }
        if let appContext { writer.appContext(appContext) }
        if !payload.isEmpty {
            writer.raw(",\"payload\":")
            writer.payload(payload)
        }
        writer.details(details)
        writer.endObject()
    }
}

// No member comes first in its object, so each is written with its leading comma and its colon.
extension JSONWriter {
    package mutating func identity(_ identity: UserIdentity) {
        raw("{\"anonymousID\":")
        id(identity.anonymousID)
        text(identity.userID, as: ",\"id\":")
        if !identity.properties.isEmpty {
            raw(",\"properties\":")
            payload(identity.properties)
        }
        endObject()
    }

    fileprivate mutating func text(_ text: String?, as member: StaticString) {
        guard let text else { return }
        raw(member)
        string(text)
    }

    fileprivate mutating func integer(_ value: Int64, as member: StaticString) {
        raw(member)
        int(value)
    }

    fileprivate mutating func page(_ page: TrackedPage?, as member: StaticString) {
        guard let page else { return }
        raw(member)
        raw("{\"id\":")
        id(page.id)
        text(page.name, as: ",\"name\":")
        text(page.context, as: ",\"context\":")
        endObject()
    }

    fileprivate mutating func appContext(_ context: AppContext) {
        raw(",\"app\":")
        beginObject()
        for field in AppContext.Field.allCases {
            guard let text = context[field] else { continue }
            key(field.rawValue)
            string(text)
        }
        endObject()
    }

    fileprivate mutating func details(_ details: TrackedEvent.Details) {
        switch details {
        case .custom, .interaction: break
        case .pageView(let details):
            raw(",\"pageView\":{\"seq\":")
            digits(details.sequence)
            if let ordinal = details.ordinal { integer(Int64(ordinal), as: ",\"ordinal\":") }
            text(details.cause.rawValue, as: ",\"cause\":")
            if let time = details.appearedAt { integer(time.nanoseconds, as: ",\"appearedAt\":") }
            page(details.previous, as: ",\"previous\":")
            if let link = details.deepLink { linkMember(link) }
            endObject()
        case .pageLeave(let details):
            text(details.outcome.rawValue, as: ",\"pageLeave\":{\"outcome\":")
            integer(details.foregroundNanoseconds, as: ",\"foreground\":")
            integer(details.backgroundNanoseconds, as: ",\"background\":")
            endObject()
        case .deepLink(let details):
            linkMember(details)
        }
    }

    private mutating func linkMember(_ link: DeepLinkDetails) {
        text(link.url, as: ",\"deepLink\":{\"url\":")
        text(link.source, as: ",\"source\":")
        page(link.referrer, as: ",\"referrer\":")
        endObject()
    }

    fileprivate mutating func id(_ id: EventID) { string(id.description) }
}

extension Payload {
    /// The maximal nesting of a payload that the JSON reader accepts.
    package static var deepestNesting: Int { JSONParser.maximumLevel - 12 }

    /// Whether the payload is nested too deeply to be read back.
    package var isTooDeep: Bool { isDeeper(than: Self.deepestNesting) }

    /// Returns whether the payload has more levels than this. The payload itself is the first level.
    fileprivate func isDeeper(than levels: Int) -> Bool {
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
