package import AnalyticsJSON

/// Reads the JSON of ``TrackedEvent/write(to:)`` (rule JR-002). Unknown keys are skipped, for later versions.
extension TrackedEvent {
    package init(from parser: inout JSONParser) throws(LineError) {
        parser.readsDecimals = true
        let start = parser.at
        var members = try parser.members(level: 1)
        let version = try members["v"]?.integer()
        guard version == Self.formatVersion else {
            let found = version.map(String.init) ?? "none"
            throw LineError(
                offset: start, message: "expected an event of version \(Self.formatVersion), found \(found)")
        }
        let stamp = EventStamp(
            id: try (members["id"]?.eventID()).required("id", start),
            sequence: try (members["seq"]?.unsigned()).required("seq", start),
            time: WallTime(nanoseconds: try (members["time"]?.integer()).required("time", start)),
            identity: try (members["user"]?.identity(level: 2)).required("user", start))
        self.init(
            stamp, name: try (members["name"]?.string()).required("name", start),
            payload: try members["payload"]?.payload(level: 2) ?? [:], page: try members["page"]?.page(level: 2),
            scene: try members["scene"]?.string(),
            timestamp: Timestamp(nanoseconds: try (members["timestamp"]?.integer()).required("timestamp", start)),
            details: try Details(from: &members, start))
        sessionID = try members["session"]?.eventID()
        appContext = try members["app"]?.appContext(level: 2)
    }
}

extension TrackedEvent.Details {
    /// Reads the details of the event's kind. An unknown kind is custom.
    fileprivate init(from members: inout [String: JSONParser], _ start: Int) throws(LineError) {
        switch TrackedEvent.Kind(rawValue: try (members["kind"]?.string()).required("kind", start)) {
        case .interaction: self = .interaction
        case .pageView:
            self = .pageView(try (members["pageView"]?.pageViewDetails(level: 2)).required("pageView", start))
        case .pageLeave:
            self = .pageLeave(try (members["pageLeave"]?.pageLeaveDetails(level: 2)).required("pageLeave", start))
        case .deepLink:
            self = .deepLink(try (members["deepLink"]?.deepLinkDetails(level: 2)).required("deepLink", start))
        default: self = .custom
        }
    }
}

extension JSONParser {
    /// Checks and skips an object. Returns a parser at the value of each key; the last of equal keys wins.
    fileprivate mutating func members(level: Int) throws(LineError) -> [String: JSONParser] {
        var members: [String: JSONParser] = [:]
        try object(level: level) { parser, key throws(LineError) in
            members[parser.text(of: key)] = parser
            try parser.skipValue(level: level + 1)
        }
        return members
    }

    package mutating func identity(level: Int) throws(LineError) -> UserIdentity {
        let start = at
        var members = try members(level: level)
        return UserIdentity(
            anonymousID: try (members["anonymousID"]?.eventID()).required("anonymousID", start),
            userID: try members["id"]?.string(),
            properties: try members["properties"]?.payload(level: level + 1) ?? [:])
    }

    fileprivate mutating func page(level: Int) throws(LineError) -> TrackedPage {
        let start = at
        var members = try members(level: level)
        return TrackedPage(
            id: try (members["id"]?.eventID()).required("id", start),
            page: PageContext(
                name: PageName(rawValue: try (members["name"]?.string()).required("name", start)),
                context: try (members["context"]?.string()).map(ContextName.init(rawValue:))))
    }

    fileprivate mutating func appContext(level: Int) throws(LineError) -> AppContext {
        var texts: [AppContext.Field: String] = [:]
        var members = try members(level: level)
        for field in AppContext.Field.allCases { texts[field] = try members[field.rawValue]?.string() }
        return AppContext(texts)
    }

    fileprivate mutating func pageViewDetails(level: Int) throws(LineError) -> PageViewDetails {
        let start = at
        var members = try members(level: level)
        return PageViewDetails(
            sequence: try (members["seq"]?.unsigned()).required("seq", start),
            ordinal: try members["ordinal"]?.ordinal(),
            cause: try (members["cause"]?.word(of: PageView.Cause.self, "a cause of a page view"))
                .required("cause", start),
            appearedAt: try (members["appearedAt"]?.integer()).map(WallTime.init(nanoseconds:)),
            previous: try members["previous"]?.page(level: level + 1),
            deepLink: try members["deepLink"]?.deepLinkDetails(level: level + 1))
    }

    fileprivate mutating func pageLeaveDetails(level: Int) throws(LineError) -> PageLeaveDetails {
        let start = at
        var members = try members(level: level)
        return PageLeaveDetails(
            outcome: try (members["outcome"]?.word(of: PageLeave.Outcome.self, "an outcome of an appearance"))
                .required("outcome", start),
            foregroundNanoseconds: try (members["foreground"]?.integer()).required("foreground", start),
            backgroundNanoseconds: try (members["background"]?.integer()).required("background", start))
    }

    fileprivate mutating func deepLinkDetails(level: Int) throws(LineError) -> DeepLinkDetails {
        let start = at
        var members = try members(level: level)
        return DeepLinkDetails(
            url: try (members["url"]?.string()).required("url", start), source: try members["source"]?.string(),
            referrer: try members["referrer"]?.page(level: level + 1))
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

    fileprivate mutating func eventID() throws(LineError) -> EventID {
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
    fileprivate func required(_ key: String, _ start: Int) throws(LineError) -> Wrapped {
        guard let value = self else {
            throw LineError(offset: start, message: "expected an object with the key '\(key)', found one without")
        }
        return value
    }
}
