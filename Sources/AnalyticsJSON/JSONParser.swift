package import PageViewAutomation

/// Reads JSON as RFC 8259 has it, and nothing more, from a range of bytes.
///
/// A value can be read, or only checked and skipped; both find the same errors.
package struct JSONParser {
    /// How deep values may be nested; the outermost is one level.
    package static let deepestLevel = 512

    package let bytes: [UInt8]
    package let end: Int
    package var at: Int
    /// Whether a number that is written as `10.90e0` is one digit for digit.
    package var readsDecimals = false

    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        at = range.lowerBound
        end = range.upperBound
    }

    /// The byte to be read next.
    package var next: UInt8? { at < end ? bytes[at] : nil }

    package mutating func skipSpace() {
        while at < end {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return
            }
        }
    }

    /// What is there, in words, for an error.
    package func found(at offset: Int) -> String {
        guard offset < end else { return "the end of the line" }
        let byte = bytes[offset]
        switch byte {
        case 0x21...0x7E: return "'\(Character(Unicode.Scalar(byte)))'"
        case 0x20: return "a space"
        default: return "the byte 0x" + String(byte, radix: 16, uppercase: true)
        }
    }

    /// A text, for an error: not longer than a few words. By code points, because one letter can carry any number of marks.
    package static func shortened(_ text: String, to count: Int = 40) -> String {
        let kept = text.unicodeScalars.prefix(count)
        return kept.endIndex == text.endIndex ? text : String(kept) + "…"
    }

    /// The same in quotes; what is found must not break the line of the error, or clear a terminal.
    package static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(shortened(text))
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }

    package func expected(_ what: String) -> LineError {
        LineError(offset: at, message: "expected \(what), found \(found(at: at))")
    }

    /// The same about the value that begins here.
    package func expectedValue(_ what: String) -> LineError {
        LineError(offset: at, message: "expected \(what), found \(describedValue)")
    }

    /// The value that begins here in words, for an error.
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

    /// Goes through an object: `member` is called with each key, and must take the value.
    package mutating func object(
        level: Int, _ member: (inout JSONParser, JSONKey) throws(LineError) -> Void
    ) throws(LineError) {
        try enter(level)
        try take(0x7B, or: "'{'")
        skipSpace()
        if next == 0x7D {
            at += 1
            return
        }
        while true {
            guard next == 0x22 else { throw expected("a key in quotes") }
            let start = at + 1
            let hasEscapes = try skipString()
            let key = JSONKey(range: start..<(at - 1), hasEscapes: hasEscapes)
            skipSpace()
            try take(0x3A, or: "':'")
            skipSpace()
            try member(&self, key)
            skipSpace()
            if next == 0x7D {
                at += 1
                return
            }
            try take(0x2C, or: "',' or '}'")
            skipSpace()
        }
    }

    /// Goes through an array: `element` must take each value.
    package mutating func array(
        level: Int, _ element: (inout JSONParser) throws(LineError) -> Void
    ) throws(LineError) {
        try enter(level)
        try take(0x5B, or: "'['")
        skipSpace()
        if next == 0x5D {
            at += 1
            return
        }
        while true {
            try element(&self)
            skipSpace()
            if next == 0x5D {
                at += 1
                return
            }
            try take(0x2C, or: "',' or ']'")
            skipSpace()
        }
    }

    private func enter(_ level: Int) throws(LineError) {
        guard level <= Self.deepestLevel else {
            throw LineError(
                offset: at, message: "expected at most \(Self.deepestLevel) levels of nesting, found more")
        }
    }

    /// Reads a value.
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

    /// Reads an object as a payload; of a key given twice the last value wins.
    package mutating func payload(level: Int) throws(LineError) -> Payload {
        var payload = PayloadBuilder()
        try object(level: level) { parser, key throws(LineError) in
            let name = parser.text(of: key)
            payload.set(name, try parser.value(level: level + 1))
        }
        return payload.finished
    }

    /// Checks a value and goes past it.
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
            let what = LineError(offset: start, message: "expected \(word), found something else")
            at = start
            throw what
        }
    }

    /// Goes past the end of the value's line, where nothing may follow.
    package mutating func finish() throws(LineError) {
        skipSpace()
        guard at == end else { throw expected("the end of the line") }
    }
}

/// A key that has been checked: its bytes without the quotes.
package struct JSONKey {
    package let range: Range<Int>
    package let hasEscapes: Bool
}
