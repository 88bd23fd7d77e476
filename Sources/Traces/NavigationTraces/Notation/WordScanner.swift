import AnalyticsJSON
import PageViewAutomation

/// Splits a line into a time, words and keys, from left to right (TR-001).
struct WordScanner {
    private var parser: JSONParser
    /// Whether the scanner is between the brackets of an entry, where a word also ends at `]`.
    private var isInEntry = false
    /// The nesting level of a value. It is as in JSON Lines, where the line itself is level 1.
    private var level: Int { isInEntry ? 4 : 2 }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        parser = JSONParser(bytes, range)
        skipBlanks()
    }

    func expected(_ what: String) -> LineError { parser.expected(what) }

    /// Whether nothing but a comment follows.
    var isAtEnd: Bool { parser.next == nil || parser.next == 0x23 }

    /// Reads the time at the beginning of a line.
    mutating func time() throws(LineError) -> Timestamp? {
        guard parser.isAtNumber else { return nil }
        let nanoseconds = try parser.nanoseconds()
        try endWord("a space after the time in seconds")
        return Timestamp(nanoseconds: nanoseconds)
    }

    var isAtEntry: Bool { parser.next == 0x5B && !isInEntry }

    var offset: Int { parser.at }

    mutating func beginEntry() {
        parser.at += 1
        isInEntry = true
        skipBlanks()
    }

    mutating func endEntry() throws(LineError) {
        try parser.take(0x5D, or: "']' at the end of the entry")
        isInEntry = false
        try endWord()
    }

    /// Reads the next word. Returns `nil` at the end and before a key.
    mutating func word() throws(LineError) -> WordLine.Word? {
        guard parser.next != nil, !isAtEndOfEntry else { return nil }
        if parser.next != 0x22, lengthOfKey != nil { return nil }
        return try value()
    }

    /// Reads the next key with its position. Returns `nil` at the end and before a word.
    mutating func key() -> (name: String, offset: Int)? {
        guard parser.next != 0x22, let length = lengthOfKey else { return nil }
        let offset = parser.at
        parser.at += length + 1
        return (String(decoding: parser.bytes[offset..<(offset + length)], as: UTF8.self), offset)
    }

    mutating func value() throws(LineError) -> WordLine.Word {
        let offset = parser.at
        let value: WordLine.Value
        if isAtEndOfEntry { throw parser.expected("a value") }
        switch parser.next {
        case nil, .some(0x20), .some(0x09):
            throw parser.expected("a value")
        case 0x22:
            value = .text(try parser.string())
        case 0x7B:
            value = .object(try parser.payload(level: level))
        case 0x5B:
            try parser.skipValue(level: level)
            value = .array
        default:
            let text = try bareWord()
            value = text == "null" ? .nothing : .text(text)
        }
        try endWord()
        return WordLine.Word(offset: offset, value: value)
    }

    private mutating func endWord(_ what: String = "a space") throws(LineError) {
        guard let byte = parser.next, !isAtEndOfEntry else { return }
        guard byte == 0x20 || byte == 0x09 else { throw parser.expected(what) }
        skipBlanks()
    }

    private var isAtEndOfEntry: Bool { isInEntry && parser.next == 0x5D }

    private mutating func skipBlanks() {
        while parser.next == 0x20 || parser.next == 0x09 { parser.at += 1 }
    }

    /// The length of the key at this position, or `nil` if there is none. A key is letters and dots, then `=`.
    private var lengthOfKey: Int? {
        var ahead = parser.at
        while ahead < parser.end {
            switch parser.bytes[ahead] {
            case 0x41...0x5A, 0x61...0x7A, 0x2E: ahead += 1
            case 0x3D: return ahead > parser.at ? ahead - parser.at : nil
            default: return nil
            }
        }
        return nil
    }

    private mutating func bareWord() throws(LineError) -> String {
        let start = parser.at
        while let byte = parser.next, byte != 0x20, byte != 0x09, !isAtEndOfEntry {
            switch byte {
            case 0x00...0x1F, 0x7F: throw parser.expected("a printable character")
            case 0x22: throw parser.expected("a word without quotes inside")
            case 0x21...0x7E: parser.at += 1
            default: try parser.skipMultibyte()
            }
        }
        return String(decoding: parser.bytes[start..<parser.at], as: UTF8.self)
    }
}
