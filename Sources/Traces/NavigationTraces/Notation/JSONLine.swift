import AnalyticsJSON
import PageViewAutomation

/// One JSON object of a JSON Lines trace: the position of the value of each known key (TR-002).
///
/// The syntax of the whole line is checked at once, and the type of a value when it is requested. The last of equal keys wins.
struct JSONLine: TraceFields {
    private let bytes: [UInt8]
    private var range: Range<Int>
    /// The known keys with the positions of their names and values, in the order of the line.
    private var offsets: [(key: TraceKey, name: Int, offset: Int)] = []
    /// The position of the first unknown key.
    private var unknown: Int?

    /// Reads an object within a line that has been checked.
    private init(entry parser: inout JSONParser) throws(LineError) {
        (bytes, range) = (parser.bytes, parser.at..<parser.at)
        try readObject(&parser, level: 3)
        range = range.lowerBound..<parser.at
    }

    /// Reads a line and checks its syntax.
    init(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) {
        (self.bytes, self.range) = (bytes, range)
        var parser = JSONParser(bytes, range)
        parser.skipSpace()
        try readObject(&parser, level: 1)
        try parser.finish()
    }

    private mutating func readObject(_ parser: inout JSONParser, level: Int) throws(LineError) {
        try parser.object(level: level) { parser, key throws(LineError) in
            if let known = TraceKey.byName[parser.text(of: key)] {
                offsets.append((known, key.range.lowerBound - 1, parser.at))
            } else if unknown == nil {
                unknown = key.range.lowerBound - 1
            }
            try parser.skipValue(level: level + 1)
        }
    }

    func has(_ key: TraceKey) -> Bool { offsets.contains { $0.key == key } }

    func parser(at key: TraceKey) -> JSONParser? {
        offsets.last { $0.key == key }.map { JSONParser(bytes, $0.offset..<range.upperBound) }
    }

    func wrong(_ key: TraceKey, _ what: String) -> LineError {
        parser(at: key)?.expectedValue(what) ?? missing(key, of: "this line")
    }

    func string(_ key: TraceKey) throws(LineError) -> String? {
        guard var parser = parser(at: key) else { return nil }
        guard parser.next == 0x22 else { throw wrong(key, "'\(key)' to be a string") }
        return try parser.string()
    }

    func missing(_ key: TraceKey, or other: TraceKey?, of what: String) -> LineError {
        let keys = other.map { "'\(key)' or '\($0)'" } ?? "'\(key)'"
        return LineError(
            offset: range.lowerBound,
            message: "expected the key \(keys) of \(what), found \(other == nil ? "none" : "neither")")
    }

    func bool(_ key: TraceKey) throws(LineError) -> Bool? {
        switch parser(at: key)?.next {
        case nil: nil
        case 0x74: true
        case 0x66: false
        default: throw wrong(key, "'\(key)' to be true or false")
        }
    }

    func payload(_ key: TraceKey) throws(LineError) -> Payload? {
        guard var parser = parser(at: key) else { return nil }
        guard parser.next == 0x7B else { throw wrong(key, "'\(key)' to be an object") }
        return try parser.payload(level: 2)
    }

    func seconds(_ key: TraceKey) throws(LineError) -> Int64? {
        guard var parser = parser(at: key) else { return nil }
        guard parser.isAtNumber else { throw wrong(key, "'\(key)' to be a number of seconds") }
        return try parser.nanoseconds()
    }

    /// Returns a whole number, which may be written as `1.0`.
    func whole(_ key: TraceKey) throws(LineError) -> Int64? {
        guard var parser = parser(at: key) else { return nil }
        if parser.isAtNumber, let whole = try parser.wholeNumber() { return whole }
        throw wrong(key, "'\(key)' to be a whole number")
    }

    func page() throws(LineError) -> PageContext? {
        guard var parser = parser(at: .page) else { return nil }
        switch parser.next {
        case 0x22:
            return PageContext(name: PageName(rawValue: try parser.string()))
        case 0x7B:
            let members = try parser.members("name", "context")
            guard var name = members.0 else { throw wrong(.page, "the key 'name' of 'page'") }
            return PageContext(
                name: PageName(rawValue: try name.string("'name' of 'page'")),
                context: try members.1.map { parser throws(LineError) in
                    var parser = parser
                    return ContextName(rawValue: try parser.string("'context' of 'page'"))
                })
        default:
            throw wrong(.page, "'page' to be a name or an object with 'name' and 'context'")
        }
    }

    func entries() throws(LineError) -> [JSONLine]? {
        guard var parser = parser(at: .entries) else { return nil }
        guard parser.next == 0x5B else { throw wrong(.entries, "'entries' to be an array") }
        var entries: [JSONLine] = []
        try parser.array(level: 2) { parser throws(LineError) in
            guard parser.next == 0x7B else { throw parser.expectedValue("an entry to be an object") }
            entries.append(try JSONLine(entry: &parser))
        }
        return entries
    }

    func pageCondition(allowsNull: Bool) throws(LineError) -> FieldValue? {
        guard var parser = parser(at: .page) else { return nil }
        switch parser.next {
        case 0x22:
            return .page(name: try parser.string(), context: .anything)
        case 0x7B:
            let members = try parser.members("name", "context")
            var name: String?
            if var parser = members.0 { name = try parser.string("'name' of 'page'") }
            var context = Expected<String>.anything
            if var parser = members.1 { context = try parser.nullableString("'context' of 'page'") }
            return name == nil && context == .anything ? nil : .page(name: name, context: context)
        case 0x6E where allowsNull:
            return .nothing
        default:
            throw wrong(.page, "'page' to be a name\(allowsNull ? ", null" : "") or an object with the keys to match")
        }
    }

    func linkCondition() throws(LineError) -> FieldValue? {
        guard let parser = parser(at: .deepLink) else { return nil }
        guard let link = try DeepLinkPattern.read(from: parser) else {
            throw wrong(.deepLink, "'deepLink' to be a url, null or an object with 'url' and 'referrer'")
        }
        return link
    }

    func expectedString(_ key: TraceKey) throws(LineError) -> Expected<String> {
        guard var parser = parser(at: key) else { return .anything }
        return try parser.nullableString("'\(key)'")
    }
}

extension JSONParser {
    /// Reads an object and returns parsers at the values of two keys. If a key occurs twice, the last value wins.
    mutating func members(_ first: String, _ second: String) throws(LineError) -> (JSONParser?, JSONParser?) {
        var found: (JSONParser?, JSONParser?) = (nil, nil)
        try object(level: 2) { parser, key throws(LineError) in
            let name = parser.text(of: key)
            if name == first { found.0 = parser }
            if name == second { found.1 = parser }
            try parser.skipValue(level: 3)
        }
        return found
    }

    /// Reads a string, and fails for any other value.
    mutating func string(_ what: String) throws(LineError) -> String {
        guard next == 0x22 else { throw expectedValue("\(what) to be a string") }
        return try string()
    }

    mutating func nullableString(_ what: String) throws(LineError) -> Expected<String> {
        switch next {
        case 0x22: return .value(try string())
        case 0x6E:
            try word("null")
            return .nothing
        default: throw expectedValue("\(what) to be a string or null")
        }
    }
}

extension DeepLinkPattern {
    /// Reads a URL, `null`, or an object with the keys to match. Returns `nil` for any other value.
    static func read(from parser: JSONParser) throws(LineError) -> FieldValue? {
        var parser = parser
        var pattern = DeepLinkPattern()
        switch parser.next {
        case 0x6E: return .nothing
        case 0x22: pattern.url = try parser.string()
        case 0x7B:
            let members = try parser.members("url", "referrer")
            if var url = members.0 { pattern.url = try url.string("'url'") }
            if var referrer = members.1 { pattern.referrer = try referrer.nullableString("'referrer'") }
        default: return nil
        }
        return .link(pattern)
    }
}

extension JSONLine {
    private func header() throws(LineError) -> TraceHeader {
        guard try whole(.trace) == 1 else { throw wrong(.trace, "'trace' to be 1, the version") }
        return TraceHeader(
            title: try string(.title), beganAt: try calendarTime(.beganAt), policy: try policy(),
            exhaustive: try exhaustive())
    }

    private func policy() throws(LineError) -> EnginePolicy {
        guard var parser = parser(at: .policy) else { return .standard }
        switch parser.next {
        case 0x22:
            return try preset() ?? .standard
        case 0x7B:
            var values: [EnginePolicy.Choice: JSONParser] = [:]
            try parser.object(level: 2) { parser, key throws(LineError) in
                // An unknown policy is an unknown key, which JSON Lines ignores. If a key occurs twice, the last value wins.
                if let choice = EnginePolicy.Choice(rawValue: parser.text(of: key)) { values[choice] = parser }
                try parser.skipValue(level: 3)
            }
            var policy = EnginePolicy.standard
            for choice in EnginePolicy.Choice.allCases {
                guard let start = values[choice] else { continue }
                var parser = start
                var value = FieldValue.nothing
                if parser.next == 0x22 { value = .text(try parser.string()) }
                if start.isAtNumber { value = .seconds(try parser.nanoseconds()) }
                guard policy.choose(choice, value) else {
                    throw start.expectedValue("'\(choice)' to be \(choice.values)")
                }
            }
            return policy
        default:
            throw wrong(.policy, "'policy' to be a preset or an object")
        }
    }

    private func exhaustive() throws(LineError) -> [TraceExpectation.Subject]? {
        guard var parser = parser(at: .exhaustive) else { return nil }
        guard parser.next == 0x5B else { throw wrong(.exhaustive, "'exhaustive' to be an array") }
        var subjects: [TraceExpectation.Subject] = []
        try parser.array(level: 2) { parser throws(LineError) in
            let names = TraceExpectation.Subject.names
            guard parser.next == 0x22 else { throw parser.expected("one of \(names)") }
            let offset = parser.at
            guard let subject = TraceExpectation.Subject(rawValue: try parser.string()) else {
                throw LineError(offset: offset, message: "expected one of \(names), found another kind")
            }
            subjects.append(subject)
        }
        return subjects
    }
}

extension JSONLine {
    /// Returns the line as a header, an event or an expectation.
    func traceLine(mayBeHeader: Bool) throws(LineError) -> TraceLine {
        if let name = try choice(.expect, ExpectationName.self) {
            if has(.event) { throw wrong(.event, "either 'event' or 'expect'") }
            try checkKeys(of: name)
            return .expectation(TraceExpectation(session: try string(.session), try condition(name)))
        }
        if let kind = try choice(.event, EventKind.self) {
            // The keys that the event does not use must have the right types too.
            var unused = EventValues(kind: kind)
            let used = kind.grammar.all
            for key in TraceKey.allCases where has(key) && !used.contains(key) { try read(key, into: &unused) }
            let time = try seconds(.t).map { Timestamp(nanoseconds: $0) }
            return .event(TraceEvent(time: time, session: try string(.session), try action(kind)))
        }
        guard has(.trace) else {
            throw LineError(offset: range.lowerBound, message: "expected the key 'event' or 'expect', found none")
        }
        guard mayBeHeader else { throw wrong(.trace, "the header to be the first line") }
        return .header(try header())
    }

    /// Checks that the expectation uses all keys. An ignored key would be a condition without a check.
    private func checkKeys(of name: ExpectationName) throws(LineError) {
        let allowed = [.expect, .session] + name.grammar.all.filter { $0 != .context }
        guard let position = unknown ?? offsets.first(where: { !allowed.contains($0.key) })?.name else { return }
        throw JSONParser(bytes, position..<range.upperBound)
            .expectedValue("no key but \(allowed.map(\.name).joined(separator: ", "))")
    }
}
