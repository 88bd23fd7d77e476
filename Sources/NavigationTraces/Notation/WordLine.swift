import AnalyticsJSON
import PageViewAutomation

/// One line of the line notation, cut into words: what it is, and the values by their keys (TR-001).
struct WordLine {
    /// What a line is.
    enum Head {
        case header
        case event(EventKind)
        case expectation(ExpectationName)
    }

    /// A word or a value: where it stands and what it says.
    struct Word {
        let offset: Int
        let value: Value
    }

    enum Value {
        /// A bare word or a string; the bare word `null` is nothing.
        case text(String)
        case nothing
        case object(Payload)
        case array
    }

    let head: Head
    let range: Range<Int>
    private(set) var time: Int64?
    private var values: [TraceKey: Word] = [:]
    /// The keys of a header that choose a policy.
    private(set) var policies: [(choice: PolicyChoice, word: Word)] = []
    private let bytes: [UInt8]

    /// Cuts a line; `nil` for one that says nothing.
    init?(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) {
        self.bytes = bytes
        self.range = range
        var words = WordScanner(bytes, range)
        guard let time = try words.time() else { return nil }
        self.time = time.nanoseconds
        head = try Self.head(&words, hasTime: time.nanoseconds != nil)
        try takePlaces(&words)
        try takeKeys(&words)
    }

    private static func head(_ words: inout WordScanner, hasTime: Bool) throws(LineError) -> Head {
        guard let first = try words.word() else { throw words.expected("an event") }
        switch first.value {
        case .text("trace"):
            if hasTime {
                throw LineError(offset: first.offset, message: "expected no time before the header, found one")
            }
            return .header
        case .text("expect"):
            if hasTime {
                throw LineError(offset: first.offset, message: "expected no time before an expectation, found one")
            }
            guard let second = try words.word() else { throw words.expected("what to expect") }
            return .expectation(try name(second, "what to expect,"))
        default:
            let name: EventName = try name(first, "an event,")
            return .event(name.kind)
        }
    }

    private static func name<Name: RawRepresentable<String> & CaseIterable>(
        _ word: Word, _ what: String
    ) throws(LineError) -> Name {
        if case .text(let text) = word.value, let name = Name(rawValue: text) { return name }
        let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
        throw LineError(offset: word.offset, message: "expected \(what) one of \(names), found \(word.described)")
    }

    private var grammar: LineGrammar<TraceKey> {
        switch head {
        case .header: LineGrammar(places: [], keys: [.version, .title, .policy, .exhaustive])
        case .event(let kind): LineGrammar(kind)
        case .expectation(let name): name.grammar
        }
    }

    private mutating func takePlaces(_ words: inout WordScanner) throws(LineError) {
        for key in grammar.places {
            guard let word = try words.word() else { return }
            values[key] = word
        }
        if let word = try words.word() {
            throw LineError(offset: word.offset, message: "expected no further word, found \(word.described)")
        }
    }

    private mutating func takeKeys(_ words: inout WordScanner) throws(LineError) {
        let grammar = grammar
        let placed = Set(values.keys)
        while let (name, offset) = words.key() {
            let word = try words.value()
            if case .header = head, name.hasPrefix("policy."),
                let choice = PolicyChoice(rawValue: String(name.dropFirst("policy.".count)))
            {
                policies.append((choice, word))
            } else if let key = TraceKey(name), isAllowed(key, grammar), !placed.contains(key) {
                // Of a key given twice the last wins.
                values[key] = word
            } else {
                let key = JSONParser.shortened(name)
                throw LineError(offset: offset, message: "expected no key '\(key)' in this line, found one")
            }
        }
        if let word = try words.word() {
            throw LineError(
                offset: word.offset, message: "expected a key, because keys come last, found \(word.described)")
        }
    }

    private func isAllowed(_ key: TraceKey, _ grammar: LineGrammar<TraceKey>) -> Bool {
        if case .header = head { return grammar.keys.contains(key) }
        return grammar.allows(key)
    }

    // MARK: Values

    func word(_ key: TraceKey) -> Word? { values[key] }

    func text(_ word: Word, _ what: @autoclosure () -> String) throws(LineError) -> String {
        guard case .text(let text) = word.value else {
            throw LineError(offset: word.offset, message: "expected \(what()), found \(word.described)")
        }
        return text
    }

    func parser(at offset: Int) -> JSONParser { JSONParser(bytes, offset..<range.upperBound) }

    /// Reads a number, which must be the whole word.
    func number<Number>(
        _ key: TraceKey, _ what: @autoclosure () -> String, _ read: (inout JSONParser) throws(LineError) -> Number?
    ) throws(LineError) -> Number? {
        guard let word = word(key) else { return nil }
        var parser = parser(at: word.offset)
        switch parser.next {
        case .some(0x30...0x39), .some(0x2D): break
        default: throw wrong(key, what())
        }
        guard let number = try read(&parser) else { throw wrong(key, what()) }
        guard parser.next == nil || parser.next == 0x20 || parser.next == 0x09 else { throw parser.expected(what()) }
        return number
    }
}

extension WordLine.Word {
    /// What it says, for an error.
    var described: String {
        switch value {
        case .text(let text): JSONParser.quoted(text)
        case .nothing: "null"
        case .object: "an object"
        case .array: "an array"
        }
    }
}
