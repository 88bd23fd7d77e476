package import AnalyticsJSON

/// An event as one line of JSON, as journals keep it (rule JR-002).
extension TrackedEvent {
    /// The version of the format. It changes when what has been written could no longer be read, and not for a new key.
    package static var formatVersion: Int64 { 1 }

    /// Whether a payload in it is nested too deeply to be read back.
    package var isTooDeep: Bool { payload.isTooDeep || identity.properties.isTooDeep }

    /// Writes the event as an object. It must not be too deep.
    package func write(to writer: inout JSONWriter) {
        // The keys that every event has are written as they are: most of the bytes of an event are those.
        writer.raw("{\"v\":1,\"id\":")
        writer.id(id)
        writer.raw(",\"seq\":")
        writer.digits(sequence)
        writer.raw(",\"kind\":")
        writer.string(kind.rawValue)
        writer.raw(",\"name\":")
        writer.string(name)
        writer.raw(",\"time\":")
        writer.int(time.nanoseconds)
        writer.raw(",\"timestamp\":")
        writer.int(timestamp.nanoseconds)
        writer.raw(",\"user\":")
        writer.identity(identity)
        writer.continueObject()
        writer.page(page, as: "page")
        writer.text(scene, as: "scene")
        if !payload.isEmpty {
            writer.key("payload")
            writer.payload(payload)
        }
        writer.details(details)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes the text of a UUID in quotes.
    fileprivate mutating func id(_ id: EventID) {
        write(atMost: 38) { cursor in
            cursor.append(0x22)
            cursor.hexadecimal(id.high >> 32, 8)
            cursor.append(0x2D)
            cursor.hexadecimal(id.high >> 16, 4)
            cursor.append(0x2D)
            cursor.hexadecimal(id.high, 4)
            cursor.append(0x2D)
            cursor.hexadecimal(id.low >> 48, 4)
            cursor.append(0x2D)
            cursor.hexadecimal(id.low, 12)
            cursor.append(0x22)
        }
    }

    /// Writes whom an event is about.
    package mutating func identity(_ identity: UserIdentity) {
        raw("{\"anonymousID\":")
        id(identity.anonymousID)
        continueObject()
        text(identity.userID, as: "id")
        if !identity.properties.isEmpty {
            key("properties")
            payload(identity.properties)
        }
        endObject()
    }

    fileprivate mutating func text(_ text: String?, as name: StaticString) {
        guard let text else { return }
        key(name)
        string(text)
    }

    fileprivate mutating func page(_ page: TrackedPage?, as name: StaticString) {
        guard let page else { return }
        key(name)
        raw("{\"id\":")
        id(page.id)
        raw(",\"name\":")
        string(page.name)
        continueObject()
        text(page.context, as: "context")
        endObject()
    }

    fileprivate mutating func details(_ details: TrackedEvent.Details) {
        switch details {
        case .custom, .interaction: break
        case .pageView(let details):
            key("pageView")
            raw("{\"seq\":")
            digits(details.sequence)
            continueObject()
            if let ordinal = details.ordinal {
                key("ordinal")
                digits(UInt64(ordinal))
            }
            text(details.cause.rawValue, as: "cause")
            if let time = details.appearedAt {
                key("appearedAt")
                int(time.nanoseconds)
            }
            page(details.previous, as: "previous")
            if let link = details.deepLink {
                key("deepLink")
                deepLink(link)
            }
            endObject()
        case .pageLeave(let details):
            key("pageLeave")
            raw("{\"outcome\":")
            string(details.outcome.rawValue)
            raw(",\"foreground\":")
            int(details.foregroundNanoseconds)
            raw(",\"background\":")
            int(details.backgroundNanoseconds)
            endObject()
        case .deepLink(let details):
            key("deepLink")
            deepLink(details)
        }
    }

    private mutating func deepLink(_ link: DeepLinkDetails) {
        raw("{\"url\":")
        string(link.url)
        continueObject()
        text(link.source, as: "source")
        page(link.referrer, as: "referrer")
        endObject()
    }
}

extension OutputCursor {
    /// Writes the last digits of a number to the base 16, in small letters.
    package mutating func hexadecimal(_ value: UInt64, _ count: Int) {
        var shift = UInt64(count &* 4)
        while shift > 0 {
            shift &-= 4
            let digit = UInt8(truncatingIfNeeded: value &>> shift) & 0xF
            append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
        }
    }
}

extension Payload {
    /// How many levels of lists and objects a payload may have to be written; what reads JSON has a limit as well.
    package static var deepestNesting: Int { JSONParser.deepestLevel - 12 }

    /// Whether it is nested too deeply to be read back.
    package var isTooDeep: Bool { isDeeper(than: Self.deepestNesting) }

    /// Whether lists and objects are nested deeper than this, the payload itself being the first level.
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
