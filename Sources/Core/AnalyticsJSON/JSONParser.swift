package import PageViewAutomation

/// A strict parser of JSON (RFC 8259) in a range of bytes (TR-002).
///
/// A method that skips a value throws the same errors as a method that reads the value.
package struct JSONParser {
    /// The maximum number of nesting levels. The outermost value has level 1.
    package static let maximumLevel = 512

    package let bytes: [UInt8]
    package let end: Int
    package var at: Int
    /// Whether a number such as `10.90e0` is read as an exact decimal.
    package var readsDecimals = false

    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        at = range.lowerBound
        end = range.upperBound
    }

    /// The next byte; `nil` at the end.
    package var next: UInt8? { at < end ? bytes[at] : nil }

    package mutating func skipSpace() {
        while at < end {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return
            }
        }
    }

    /// Returns a description of the byte at an offset, for an error.
    package func found(at offset: Int) -> String {
        guard offset < end else { return "the end of the line" }
        let byte = bytes[offset]
        switch byte {
        case 0x21...0x7E: return "'\(Character(Unicode.Scalar(byte)))'"
        case 0x20: return "a space"
        default: return "the byte 0x" + String(byte, radix: 16, uppercase: true)
        }
    }

    /// Returns the first code points of a text, for an error. A character can have any number of marks.
    package static func shortened(_ text: String, to count: Int = 40) -> String {
        let kept = text.unicodeScalars.prefix(count)
        return kept.endIndex == text.endIndex ? text : String(kept) + "…"
    }

    /// Returns a shortened text in quotes, with escapes, so that an error stays on one line and cannot control a terminal.
    package static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(shortened(text))
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }

    package func expected(_ what: String) -> LineError {
        LineError(offset: at, message: "expected \(what), found \(found(at: at))")
    }

    /// Returns an error about the value that begins at the current position.
    package func expectedValue(_ what: String) -> LineError {
        LineError(offset: at, message: "expected \(what), found \(describedValue)")
    }

    /// A description of the value that begins at the current position, for an error.
    package var describedValue: String {
        var parser = self
        switch next {
        case 0x7B: return "an object"
        case 0x5B: return "an array"
        case 0x22: return (try? parser.string()).map(Self.quoted) ?? "a string"
        case 0x74: return "true"
        case 0x66: return "false"
        case 0x6E: return "null"
        default:
            guard let number = try? parser.writtenNumber() else { return found(at: at) }
            return Self.shortened(String(decoding: bytes[number.range], as: UTF8.self))
        }
    }

    package mutating func take(_ byte: UInt8, or what: String) throws(LineError) {
        guard next == byte else { throw expected(what) }
        at += 1
    }

    /// Reads an object. Calls `member` with each key; `member` must then read or skip the value.
    package mutating func object(
        level: Int, _ member: (inout JSONParser, JSONKey) throws(LineError) -> Void
    ) throws(LineError) {
        try list(0x7B, or: "'{'", until: 0x7D, or: "',' or '}'", level) { parser throws(LineError) in
            guard parser.next == 0x22 else { throw parser.expected("a key in quotes") }
            let key = try parser.key()
            parser.skipSpace()
            try parser.take(0x3A, or: "':'")
            parser.skipSpace()
            try member(&parser, key)
        }
    }

    /// Reads an array. Calls `element` for each value; `element` must then read or skip the value.
    package mutating func array(
        level: Int, _ element: (inout JSONParser) throws(LineError) -> Void
    ) throws(LineError) {
        try list(0x5B, or: "'['", until: 0x5D, or: "',' or ']'", level, element)
    }

    /// Reads elements between two bytes, with commas between them.
    @inline(__always)
    private mutating func list(
        _ first: UInt8, or whatFirst: String, until last: UInt8, or whatNext: String, _ level: Int,
        _ element: (inout JSONParser) throws(LineError) -> Void
    ) throws(LineError) {
        guard level <= Self.maximumLevel else {
            throw LineError(offset: at, message: "expected at most \(Self.maximumLevel) levels of nesting, found more")
        }
        try take(first, or: whatFirst)
        skipSpace()
        var isFirst = true
        while next != last {
            if !isFirst {
                try take(0x2C, or: whatNext)
                skipSpace()
            }
            isFirst = false
            try element(&self)
            skipSpace()
        }
        at += 1
    }

    package mutating func value(level: Int) throws(LineError) -> AnalyticsValue {
        switch next {
        case 0x7B: return .object(try payload(level: level))
        case 0x5B:
            var elements: [AnalyticsValue] = []
            try array(level: level) { parser throws(LineError) in
                elements.append(try parser.value(level: level + 1))
            }
            return .array(elements)
        case 0x22: return .string(try string())
        case 0x74:
            try word("true")
            return .bool(true)
        case 0x66:
            try word("false")
            return .bool(false)
        case 0x6E:
            try word("null")
            return .null
        default: return try number()
        }
    }

    /// Reads an object as a payload. The last value of a repeated key wins.
    package mutating func payload(level: Int) throws(LineError) -> Payload {
        var payload = PayloadBuilder()
        try object(level: level) { parser, key throws(LineError) in
            let name = parser.text(of: key)
            payload.set(name, try parser.value(level: level + 1))
        }
        return payload.finished
    }

    package mutating func skipValue(level: Int) throws(LineError) {
        switch next {
        case 0x7B:
            try object(level: level) { parser, _ throws(LineError) in try parser.skipValue(level: level + 1) }
        case 0x5B:
            try array(level: level) { parser throws(LineError) in try parser.skipValue(level: level + 1) }
        case 0x22: try skipString()
        case 0x74: try word("true")
        case 0x66: try word("false")
        case 0x6E: try word("null")
        default: try skipNumber()
        }
    }

    package mutating func word(_ word: StaticString) throws(LineError) {
        let start = at
        let matches = word.description.utf8.allSatisfy { byte in
            guard next == byte else { return false }
            at += 1
            return true
        }
        guard matches else {
            at = start
            throw LineError(offset: start, message: "expected \(word), found something else")
        }
    }

    /// Skips white space up to the end of the line. Throws if anything else precedes the end.
    package mutating func finish() throws(LineError) {
        skipSpace()
        guard at == end else { throw expected("the end of the line") }
    }
}

package struct JSONKey {
    package let range: Range<Int>
    package let hasEscapes: Bool

    package init(range: Range<Int>, hasEscapes: Bool) { (self.range, self.hasEscapes) = (range, hasEscapes) }
}

/// An error in a line, at an offset in its bytes.
package struct LineError: Error {
    package var offset: Int
    package var message: String

    package init(offset: Int, message: String) { (self.offset, self.message) = (offset, message) }
}
