import AnalyticsJSON
import PageViewAutomation

/// The values of one line of the line notation by key, or those of an entry in it (TR-001).
struct WordLine {
    struct Word {
        let offset: Int
        let value: Value

        func expected(_ what: String, found: String? = nil) -> LineError {
            LineError(offset: offset, message: "expected \(what), found \(found ?? described)")
        }
    }

    enum Value {
        /// A bare word or a string, except the bare word `null`.
        case text(String)
        case nothing
        case object(Payload)
        case array
    }

    private let grammar: LineGrammar
    private var range: Range<Int>
    private var values: [TraceKey: Word] = [:]
    /// The keys of a header that choose a policy.
    private var policies: [(choice: EnginePolicy.Choice, word: Word)] = []
    private var entryLines: [WordLine] = []
    private let bytes: [UInt8]

    /// Reads a line as a header, an event or an expectation. Returns `nil` for an empty line or a comment.
    static func read(_ bytes: [UInt8], _ range: Range<Int>, mayBeHeader: Bool) throws(LineError) -> TraceLine? {
        var words = WordScanner(bytes, range)
        if words.isAtEnd { return nil }
        let time = try words.time()
        func line(_ grammar: LineGrammar) throws(LineError) -> WordLine {
            var line = WordLine(bytes, range, grammar)
            try line.readWords(&words)
            if let word = try words.word() { throw word.expected("a key, because keys come last") }
            return line
        }
        guard let first = try words.word() else {
            throw words.expected(time == nil ? "a time in seconds or an event" : "an event")
        }
        switch first.value {
        case .text("trace"):
            if time != nil { throw first.expected("no time before the header", found: "one") }
            let line = try line(LineGrammar(positional: [], keys: [.version, .title, .beganAt, .policy, .exhaustive]))
            if !mayBeHeader {
                throw LineError(
                    offset: range.lowerBound, message: "expected the header as the first line, found it later")
            }
            return .header(try line.header())
        case .text("expect"):
            if time != nil { throw first.expected("no time before an expectation", found: "one") }
            guard let second = try words.word() else { throw words.expected("what to expect") }
            let name: ExpectationName = try named(second, "what to expect,")
            let line = try line(name.grammar.adding(.session))
            return .expectation(TraceExpectation(session: try line.string(.session), try line.condition(name)))
        default:
            let kind: EventKind = try named(first, time == nil ? "a time in seconds or an event," : "an event,")
            let line = try line(kind.grammar.adding(.session))
            return .event(TraceEvent(time: time, session: try line.string(.session), try line.action(kind)))
        }
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>, _ grammar: LineGrammar) {
        (self.bytes, self.range, self.grammar) = (bytes, range, grammar)
    }

    /// Reads an entry of a `show`, from its first bracket on.
    private init(entry words: inout WordScanner, _ bytes: [UInt8]) throws(LineError) {
        self.init(bytes, words.offset..<words.offset, .shownEntry)
        words.beginEntry()
        try readWords(&words)
        range = range.lowerBound..<words.offset
        try words.endEntry()
    }

    private static func named<Value: NamedInTraces>(_ word: Word, _ what: String) throws(LineError) -> Value {
        if case .text(let text) = word.value, let value = Value(name: text) { return value }
        var near = ""
        if case .text(let text) = word.value {
            near = NearestNames.suggestion(for: text, in: Value.allCases.map(\.name))
        }
        throw word.expected("\(what) one of \(Value.names)", found: word.described + near)
    }

    private mutating func readWords(_ words: inout WordScanner) throws(LineError) {
        for key in grammar.positional {
            guard let word = try words.word() else { break }
            values[key] = word
        }
        let positional = Set(values.keys)
        let hasEntries = grammar.keys.contains(.entries)
        if !(hasEntries && words.isAtEntry), let word = try words.word() {
            throw word.expected("no further word")
        }
        while true {
            if hasEntries, words.isAtEntry {
                entryLines.append(try WordLine(entry: &words, bytes))
                continue
            }
            guard let (name, offset) = words.key() else { return }
            let word = try words.value()
            if grammar.keys.contains(.policy), name.hasPrefix("policy."),
                let choice = EnginePolicy.Choice(rawValue: String(name.dropFirst("policy.".count)))
            {
                policies.append((choice, word))
            } else if let key = TraceKey.byName[name], isAllowed(key), !positional.contains(key) {
                // If a key occurs twice, the last value wins.
                values[key] = word
            } else {
                let keys = TraceKey.allCases.filter { isAllowed($0) && !positional.contains($0) }
                var names = keys.map(\.name)
                if grammar.keys.contains(.policy) {
                    names += EnginePolicy.Choice.allCases.map { "policy.\($0.rawValue)" }
                }
                throw LineError(
                    offset: offset,
                    message:
                        "expected no key but \(names.joined(separator: ", ")), found '\(JSONParser.shortened(name))'")
            }
        }
    }

    private func isAllowed(_ key: TraceKey) -> Bool { grammar.all.contains(key) && key != .entries }

    // MARK: Values

    func word(_ key: TraceKey) -> Word? { values[key] }

    func text(_ word: Word, _ what: @autoclosure () -> String) throws(LineError) -> String {
        guard case .text(let text) = word.value else { throw word.expected(what()) }
        return text
    }

    func parser(at offset: Int) -> JSONParser { JSONParser(bytes, offset..<range.upperBound) }

    func number<Number>(
        _ word: Word, _ what: @autoclosure () -> String, _ read: (inout JSONParser) throws(LineError) -> Number?
    ) throws(LineError) -> Number? {
        var parser = parser(at: word.offset)
        guard parser.isAtNumber, let number = try read(&parser) else { throw word.expected(what()) }
        guard parser.next == nil || parser.next == 0x20 || parser.next == 0x09 else { throw parser.expected(what()) }
        return number
    }
}

extension WordLine.Word {
    var described: String {
        switch value {
        case .text(let text): JSONParser.quoted(text)
        case .nothing: "null"
        case .object: "an object"
        case .array: "an array"
        }
    }
}

extension WordLine {
    private func header() throws(LineError) -> TraceHeader {
        if let version = try string(.version), version != "1" { throw wrong(.version, "'version' to be 1") }
        var header = TraceHeader(title: try string(.title), beganAt: try calendarTime(.beganAt))
        if let policy = try preset() { header.policy = policy }
        for (choice, word) in policies {
            guard let value = try policyValue(word), header.policy.choose(choice, value) else {
                throw word.expected("'policy.\(choice)' to be \(choice.values)")
            }
        }
        header.exhaustive = try exhaustive()
        return header
    }

    /// Returns a name or a number of seconds; `nil` for any other value.
    private func policyValue(_ word: Word) throws(LineError) -> FieldValue? {
        guard case .text(let text) = word.value else { return nil }
        guard parser(at: word.offset).isAtNumber else { return .text(text) }
        return try number(word, "a number of seconds") { parser throws(LineError) in
            FieldValue.seconds(try parser.nanoseconds())
        }
    }

    private func exhaustive() throws(LineError) -> [TraceExpectation.Subject]? {
        guard let names = try string(.exhaustive) else { return nil }
        var subjects: [TraceExpectation.Subject] = []
        for name in names.split(separator: ",") {
            guard let subject = TraceExpectation.Subject(rawValue: String(name)) else {
                throw wrong(.exhaustive, "'exhaustive' to name some of \(TraceExpectation.Subject.names)")
            }
            subjects.append(subject)
        }
        return subjects
    }
}

extension WordLine: TraceFields {
    func has(_ key: TraceKey) -> Bool { word(key) != nil }

    func wrong(_ key: TraceKey, _ what: String) -> LineError {
        guard let word = word(key) else { return missing(key, of: "this line") }
        return word.expected(what)
    }

    func missing(_ key: TraceKey, or other: TraceKey?, of what: String) -> LineError {
        let names = [key, other].compactMap { $0 }.map { $0 == .url ? "a url" : "a \($0)" }.joined(separator: " or ")
        let end = range.upperBound < bytes.count && bytes[range.upperBound] == 0x5D ? "the entry" : "the line"
        return LineError(offset: range.upperBound, message: "expected \(names) of \(what), found the end of \(end)")
    }

    func string(_ key: TraceKey) throws(LineError) -> String? {
        guard let word = word(key) else { return nil }
        return try text(word, "'\(key)' to be a word")
    }

    func expectedString(_ key: TraceKey) throws(LineError) -> Expected<String> {
        guard let word = word(key) else { return .anything }
        if case .nothing = word.value { return .nothing }
        return .value(try text(word, "'\(key)' to be a word or null"))
    }

    func bool(_ key: TraceKey) throws(LineError) -> Bool? {
        switch try string(key) {
        case nil: nil
        case "true": true
        case "false": false
        default: throw wrong(key, "'\(key)' to be true or false")
        }
    }

    func payload(_ key: TraceKey) throws(LineError) -> Payload? {
        guard let word = word(key) else { return nil }
        guard case .object(let payload) = word.value else { throw wrong(key, "'\(key)' to be an object") }
        return payload
    }

    func seconds(_ key: TraceKey) throws(LineError) -> Int64? {
        guard let word = word(key) else { return nil }
        return try number(word, "'\(key)' to be a number of seconds") { parser throws(LineError) in
            try parser.nanoseconds()
        }
    }

    func whole(_ key: TraceKey) throws(LineError) -> Int64? {
        guard let word = word(key) else { return nil }
        return try number(word, "'\(key)' to be a whole number") { parser throws(LineError) in
            try parser.wholeNumber()
        }
    }

    func page() throws(LineError) -> PageContext? {
        guard let name = try string(.page) else {
            if has(.context) { throw wrong(.context, "'page' beside 'context'") }
            return nil
        }
        return PageContext(
            name: PageName(rawValue: name), context: try string(.context).map { ContextName(rawValue: $0) })
    }

    /// Returns the entries in brackets. A line without any states that there are none.
    func entries() -> [WordLine]? { entryLines }

    func pageCondition(allowsNull: Bool) throws(LineError) -> FieldValue? {
        let context = try expectedString(.context)
        guard let word = word(.page) else { return context == .anything ? nil : .page(name: nil, context: context) }
        if allowsNull, case .nothing = word.value {
            if has(.context) { throw wrong(.context, "no context beside null") }
            return .nothing
        }
        return .page(name: try text(word, "the name of a page"), context: context)
    }

    func linkCondition() throws(LineError) -> FieldValue? {
        guard let word = word(.deepLink) else { return nil }
        switch word.value {
        case .nothing: return .nothing
        case .text(let url): return .link(DeepLinkPattern(url: url))
        case .object, .array:
            guard let link = try DeepLinkPattern.read(from: parser(at: word.offset)) else {
                throw wrong(.deepLink, "'deepLink' to be a url, null or an object")
            }
            return link
        }
    }
}
