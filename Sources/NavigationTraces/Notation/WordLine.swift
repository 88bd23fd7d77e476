import PageViewAutomation

/// One line of the line notation, cut into words: a time, words with a place of their own, and keys (TR-001).
struct WordLine {
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

    let range: Range<Int>
    var time: Int64?
    var words: [Word] = []
    var keys: [(key: String, offset: Int, value: Word)] = []
    /// How many of the words have been asked for.
    private var asked = 0
    private let bytes: [UInt8]

    /// Cuts a line; `nil` for one that says nothing.
    init?(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) {
        self.bytes = bytes
        self.range = range
        var parser = JSONParser(bytes, range)
        parser.skipBlanks()
        guard let first = parser.next, first != 0x23 else { return nil }
        if first == 0x2D || (0x30...0x39).contains(first) { time = try parser.nanoseconds() }
        var isFirst = time == nil
        while true {
            let before = parser.at
            parser.skipBlanks()
            guard let byte = parser.next else { return }
            if !isFirst, before == parser.at { throw parser.expected("a space") }
            isFirst = false
            let offset = parser.at
            if byte != 0x22, let key = parser.takeKey() {
                guard Self.knownKeys.contains(key) else {
                    throw LineError(offset: offset, message: "expected no key '\(key)' in this line, found one")
                }
                let value = try Self.word(&parser)
                keys.removeAll { $0.key == key }
                keys.append((key, offset, value))
            } else {
                guard keys.isEmpty else { throw parser.expected("a key, because keys come last") }
                words.append(try Self.word(&parser))
            }
        }
    }

    private static let knownKeys = Set(
        TraceKey.allCases.map { "\($0)" } + PolicyChoice.allCases.map { "policy.\($0)" } + ["context", "version"])

    private static func word(_ parser: inout JSONParser) throws(LineError) -> Word {
        let offset = parser.at
        switch parser.next {
        case nil, .some(0x20), .some(0x09): throw parser.expected("a value")
        case 0x22: return Word(offset: offset, value: .text(try parser.string()))
        case 0x7B: return Word(offset: offset, value: .object(try parser.payload(level: 2)))
        case 0x5B:
            try parser.skipValue(level: 2)
            return Word(offset: offset, value: .array)
        default:
            let text = try parser.bareWord()
            return Word(offset: offset, value: text == "null" ? .nothing : .text(text))
        }
    }

    func parser(at offset: Int) -> JSONParser { JSONParser(bytes, offset..<range.upperBound) }

    // MARK: Words with a place of their own

    /// The next word.
    mutating func nextWord() -> Word? {
        guard asked < words.count else { return nil }
        asked += 1
        return words[asked - 1]
    }

    mutating func nextText(_ what: String) throws(LineError) -> String? {
        guard let word = nextWord() else { return nil }
        return try text(word, what)
    }

    mutating func requiredText(_ what: String) throws(LineError) -> String {
        guard let text = try nextText(what) else {
            throw LineError(offset: range.upperBound, message: "expected \(what), found the end of the line")
        }
        return text
    }

    func text(_ word: Word, _ what: String) throws(LineError) -> String {
        guard case .text(let text) = word.value else {
            throw LineError(offset: word.offset, message: "expected \(what), found \(Self.described(word))")
        }
        return text
    }

    static func described(_ word: Word) -> String {
        switch word.value {
        case .text(let text): "\"\(JSONParser.shortened(text))\""
        case .nothing: "null"
        case .object: "an object"
        case .array: "an array"
        }
    }

    // MARK: Keys

    mutating func take(_ key: String) -> Word? {
        guard let index = keys.firstIndex(where: { $0.key == key }) else { return nil }
        return keys.remove(at: index).value
    }

    mutating func string(_ key: String) throws(LineError) -> String? {
        guard let word = take(key) else { return nil }
        return try text(word, "'\(key)' to be a word")
    }

    mutating func expectedString(_ key: String) throws(LineError) -> Expected<String> {
        guard let word = take(key) else { return .anything }
        if case .nothing = word.value { return .nothing }
        return .value(try text(word, "'\(key)' to be a word or null"))
    }

    mutating func payload(_ key: String) throws(LineError) -> Payload? {
        guard let word = take(key) else { return nil }
        guard case .object(let payload) = word.value else {
            throw LineError(
                offset: word.offset, message: "expected '\(key)' to be an object, found \(Self.described(word))")
        }
        return payload
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ type: Choice.Type
    ) throws(LineError) -> Choice? {
        guard let word = take(key) else { return nil }
        return try choice(word, type, "'\(key)' to be")
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ word: Word, _ type: Choice.Type, _ what: String
    ) throws(LineError) -> Choice {
        if case .text(let text) = word.value, let choice = Choice(rawValue: text) { return choice }
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw LineError(
            offset: word.offset, message: "expected \(what) one of \(names), found \(Self.described(word))")
    }

    mutating func seconds(_ key: String) throws(LineError) -> Int64? {
        guard let word = take(key) else { return nil }
        return try number(word, "'\(key)' to be a number of seconds") { parser throws(LineError) in
            try parser.nanoseconds()
        }
    }

    mutating func whole(_ key: String) throws(LineError) -> Int64? {
        guard let word = take(key) else { return nil }
        let what = "'\(key)' to be a whole number"
        return try number(word, what) { parser throws(LineError) in
            switch try parser.number() {
            case .int(let value): return value
            case .double(let value): if let whole = Int64(exactly: value) { return whole }
            default: break
            }
            throw LineError(offset: word.offset, message: "expected \(what), found \(Self.described(word))")
        }
    }

    private func number(
        _ word: Word, _ what: String, _ read: (inout JSONParser) throws(LineError) -> Int64
    ) throws(LineError) -> Int64 {
        var parser = parser(at: word.offset)
        switch parser.next {
        case .some(0x30...0x39), .some(0x2D): break
        default:
            throw LineError(offset: word.offset, message: "expected \(what), found \(Self.described(word))")
        }
        let value = try read(&parser)
        guard parser.next == nil || parser.next == 0x20 || parser.next == 0x09 else { throw parser.expected(what) }
        return value
    }

    /// That nothing is left which nobody asked for.
    func finish() throws(LineError) {
        if asked < words.count {
            let word = words[asked]
            throw LineError(
                offset: word.offset, message: "expected no further word, found \(Self.described(word))")
        }
        if let unknown = keys.first {
            throw LineError(
                offset: unknown.offset, message: "expected no key '\(unknown.key)' in this line, found one")
        }
    }
}

extension JSONParser {
    mutating func skipBlanks() {
        while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    }

    /// Goes past a key and its `=`, if the word here is one: letters and dots.
    mutating func takeKey() -> String? {
        var ahead = at
        while ahead < end {
            switch bytes[ahead] {
            case 0x41...0x5A, 0x61...0x7A, 0x2E:
                ahead += 1
            case 0x3D where ahead > at:
                let key = String(decoding: bytes[at..<ahead], as: UTF8.self)
                at = ahead + 1
                return key
            default: return nil
            }
        }
        return nil
    }

    /// Reads a run of characters without space.
    mutating func bareWord() throws(LineError) -> String {
        let start = at
        while at < end {
            switch bytes[at] {
            case 0x20, 0x09: return String(decoding: bytes[start..<at], as: UTF8.self)
            case 0x00...0x1F, 0x7F: throw expected("a printable character")
            case 0x22: throw expected("a word without quotes inside")
            case 0x21...0x7E: at += 1
            default: try skipMultibyte()
            }
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }
}
