package import AnalyticsJSON

/// Reads the JSON of ``TrackedEvent/write(to:)`` (rule JR-002). Unknown keys are skipped, for later versions.
extension TrackedEvent {
    package init(from parser: inout JSONParser) throws(LineError) {
        parser.readsDecimals = true
        let start = parser.at
        var fields = EventFields()
        try parser.object(level: 1) { parser, key throws(LineError) in
            try fields.read(parser.text(of: key), from: &parser)
        }
        guard fields.version == Self.formatVersion else {
            let found = fields.version.map(String.init) ?? "none"
            throw LineError(
                offset: start, message: "expected an event of version \(Self.formatVersion), found \(found)")
        }
        let stamp = EventStamp(
            id: try fields.id.required("id", start), sequence: try fields.sequence.required("seq", start),
            time: WallTime(nanoseconds: try fields.time.required("time", start)),
            identity: try fields.identity.required("user", start))
        self.init(
            stamp, name: try fields.name.required("name", start), payload: fields.payload, page: fields.page,
            scene: fields.scene, timestamp: Timestamp(nanoseconds: try fields.timestamp.required("timestamp", start)),
            details: try fields.details(start))
        sessionID = fields.session
        appContext = fields.appContext
    }
}

private struct EventFields {
    var version: Int64?
    var id: EventID?
    var sequence: UInt64?
    var kind: String?
    var name: String?
    var time: Int64?
    var timestamp: Int64?
    var identity: UserIdentity?
    var page: TrackedPage?
    var scene: String?
    var session: EventID?
    var appContext: AppContext?
    var payload: Payload = [:]
    var pageView: PageViewDetails?
    var pageLeave: PageLeaveDetails?
    var deepLink: DeepLinkDetails?

    mutating func read(_ key: String, from parser: inout JSONParser) throws(LineError) {
        switch key {
        case "v": version = try parser.integer()
        case "id": id = try parser.eventID()
        case "seq": sequence = try parser.unsigned()
        case "kind": kind = try parser.string()
        case "name": name = try parser.string()
        case "time": time = try parser.integer()
        case "timestamp": timestamp = try parser.integer()
        case "user": identity = try parser.identity(level: 2)
        case "page": page = try parser.page(level: 2)
        case "scene": scene = try parser.string()
        case "session": session = try parser.eventID()
        case "app": appContext = try parser.appContext(level: 2)
        case "payload": payload = try parser.payload(level: 2)
        case "pageView": pageView = try parser.pageViewDetails(level: 2)
        case "pageLeave": pageLeave = try parser.pageLeaveDetails(level: 2)
        case "deepLink": deepLink = try parser.deepLinkDetails(level: 2)
        default: try parser.skipValue(level: 2)
        }
    }

    /// Returns the details of the event's kind. An unknown kind is custom.
    func details(_ start: Int) throws(LineError) -> TrackedEvent.Details {
        switch TrackedEvent.Kind(rawValue: try kind.required("kind", start)) {
        case .interaction: .interaction
        case .pageView: .pageView(try pageView.required("pageView", start))
        case .pageLeave: .pageLeave(try pageLeave.required("pageLeave", start))
        case .deepLink: .deepLink(try deepLink.required("deepLink", start))
        default: .custom
        }
    }
}

extension JSONParser {
    package mutating func identity(level: Int) throws(LineError) -> UserIdentity {
        let start = at
        var anonymousID: EventID?
        var userID: String?
        var properties: Payload = [:]
        try object(level: level) { parser, key throws(LineError) in
            switch parser.text(of: key) {
            case "anonymousID": anonymousID = try parser.eventID()
            case "id": userID = try parser.string()
            case "properties": properties = try parser.payload(level: level + 1)
            default: try parser.skipValue(level: level + 1)
            }
        }
        return UserIdentity(
            anonymousID: try anonymousID.required("anonymousID", start), userID: userID, properties: properties)
    }

    fileprivate mutating func page(level: Int) throws(LineError) -> TrackedPage {
        let start = at
        var id: EventID?
        var name: String?
        var context: String?
        try object(level: level) { parser, key throws(LineError) in
            switch parser.text(of: key) {
            case "id": id = try parser.eventID()
            case "name": name = try parser.string()
            case "context": context = try parser.string()
            default: try parser.skipValue(level: level + 1)
            }
        }
        return TrackedPage(
            id: try id.required("id", start),
            page: PageContext(
                name: PageName(rawValue: try name.required("name", start)),
                context: context.map(ContextName.init(rawValue:))))
    }

    fileprivate mutating func appContext(level: Int) throws(LineError) -> AppContext {
        var texts: [AppContext.Field: String] = [:]
        try object(level: level) { parser, key throws(LineError) in
            if let field = AppContext.Field(rawValue: parser.text(of: key)) {
                texts[field] = try parser.string()
            } else {
                try parser.skipValue(level: level + 1)
            }
        }
        return AppContext(texts)
    }

    fileprivate mutating func pageViewDetails(level: Int) throws(LineError) -> PageViewDetails {
        let start = at
        var sequence: UInt64?
        var ordinal: UInt32?
        var cause: PageView.Cause?
        var appearedAt: WallTime?
        var previous: TrackedPage?
        var deepLink: DeepLinkDetails?
        try object(level: level) { parser, key throws(LineError) in
            switch parser.text(of: key) {
            case "seq": sequence = try parser.unsigned()
            case "ordinal": ordinal = try parser.ordinal()
            case "cause": cause = try parser.word(of: PageView.Cause.self, "a cause of a page view")
            case "appearedAt": appearedAt = WallTime(nanoseconds: try parser.integer())
            case "previous": previous = try parser.page(level: level + 1)
            case "deepLink": deepLink = try parser.deepLinkDetails(level: level + 1)
            default: try parser.skipValue(level: level + 1)
            }
        }
        return PageViewDetails(
            sequence: try sequence.required("seq", start), ordinal: ordinal, cause: try cause.required("cause", start),
            appearedAt: appearedAt, previous: previous, deepLink: deepLink)
    }

    fileprivate mutating func pageLeaveDetails(level: Int) throws(LineError) -> PageLeaveDetails {
        let start = at
        var outcome: PageLeave.Outcome?
        var foreground: Int64?
        var background: Int64?
        try object(level: level) { parser, key throws(LineError) in
            switch parser.text(of: key) {
            case "outcome": outcome = try parser.word(of: PageLeave.Outcome.self, "an outcome of an appearance")
            case "foreground": foreground = try parser.integer()
            case "background": background = try parser.integer()
            default: try parser.skipValue(level: level + 1)
            }
        }
        return PageLeaveDetails(
            outcome: try outcome.required("outcome", start),
            foregroundNanoseconds: try foreground.required("foreground", start),
            backgroundNanoseconds: try background.required("background", start))
    }

    fileprivate mutating func deepLinkDetails(level: Int) throws(LineError) -> DeepLinkDetails {
        let start = at
        var url: String?
        var source: String?
        var referrer: TrackedPage?
        try object(level: level) { parser, key throws(LineError) in
            switch parser.text(of: key) {
            case "url": url = try parser.string()
            case "source": source = try parser.string()
            case "referrer": referrer = try parser.page(level: level + 1)
            default: try parser.skipValue(level: level + 1)
            }
        }
        return DeepLinkDetails(url: try url.required("url", start), source: source, referrer: referrer)
    }
}

/// Readers of single values. A value that does not fit its type is an error.
extension JSONParser {
    package mutating func integer() throws(LineError) -> Int64 {
        let start = self
        guard case .int(let value) = try number() else { throw start.expectedValue("a whole number of 64 bits") }
        return value
    }

    /// Reads an unsigned 64-bit integer. Its range is larger than that of the parser's own integers.
    package mutating func unsigned() throws(LineError) -> UInt64 {
        let start = self
        let number = try writtenNumber()
        guard number.isWhole, !number.isNegative,
            let value = UInt64(String(decoding: bytes[number.range], as: UTF8.self))
        else { throw start.expectedValue("a whole number that is not negative") }
        return value
    }

    package mutating func ordinal() throws(LineError) -> UInt32 {
        let start = self
        guard let value = UInt32(exactly: try unsigned()) else { throw start.expectedValue("a number of 32 bits") }
        return value
    }

    package mutating func eventID() throws(LineError) -> EventID {
        let start = self
        guard let id = EventID(try string()) else { throw start.expectedValue("the text of a UUID") }
        return id
    }

    /// Reads a raw value of a type. `what` names the type in errors.
    package mutating func word<Word: RawRepresentable<String>>(of type: Word.Type, _ what: String) throws(LineError)
        -> Word
    {
        let start = self
        guard let word = Word(rawValue: try string()) else { throw start.expectedValue(what) }
        return word
    }
}

extension Optional {
    /// Returns the value. Throws if the object at offset `start` has no such key.
    func required(_ key: String, _ start: Int) throws(LineError) -> Wrapped {
        guard let value = self else {
            throw LineError(offset: start, message: "expected an object with the key '\(key)', found one without")
        }
        return value
    }
}
