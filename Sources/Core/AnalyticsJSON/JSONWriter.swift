package import PageViewAutomation

/// Writes compact JSON into a reusable buffer.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// The maximum number of code points of a text. The writer shortens longer texts. Only messages set a limit.
    package var longestText = Int.max
    /// Whether the writer marks an exact decimal, as in `10.90e0`, so that a reader reads a decimal and not a double (JR-002).
    package var marksDecimals = false
    private var needsComma = false

    package init() {}

    package var count: Int { bytes.count }

    package mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func raw(_ text: StaticString) { bytes.append(text) }

    /// Writes text without escapes.
    // Disfavoured, so that a literal becomes a `StaticString`, whose length needs no computation.
    @_disfavoredOverload
    package mutating func raw(_ text: String) { bytes += text.utf8 }

    package mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    package mutating func endLine() {
        endObject()
        newline()
    }

    package mutating func newline() { structure(0x0A, needsComma: false) }
    package mutating func beginObject() { structure(0x7B, needsComma: false) }
    package mutating func endObject() { structure(0x7D, needsComma: true) }
    /// Begins an array. The caller must call `separate` before each element.
    package mutating func beginArray() { structure(0x5B, needsComma: false) }
    package mutating func endArray() { structure(0x5D, needsComma: true) }

    private mutating func structure(_ byte: UInt8, needsComma: Bool) {
        self.byte(byte)
        self.needsComma = needsComma
    }

    /// Continues an object after bytes that the caller wrote directly, so that a comma precedes the next key.
    package mutating func continueObject() { needsComma = true }

    /// Writes a key that needs no escapes.
    package mutating func key(_ key: StaticString) {
        separate()
        byte(0x22)
        raw(key)
        raw("\":")
    }

    @_disfavoredOverload
    package mutating func key(_ key: String) {
        separate()
        string(key)
        byte(0x3A)
    }

    package mutating func separate() {
        if needsComma { byte(0x2C) }
        needsComma = true
    }

    package mutating func null() { raw("null") }

    package mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

    package mutating func int(_ value: Int64) {
        if value < 0 { byte(0x2D) }
        digits(value.magnitude)
    }

    package mutating func digits(_ value: UInt64) { bytes.append(decimal: value) }

    /// Writes nanoseconds as seconds, in the shortest decimal.
    package mutating func seconds(_ nanoseconds: Int64) {
        if nanoseconds < 0 { byte(0x2D) }
        let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        digits(seconds)
        guard rest > 0 else { return }
        byte(0x2E)
        bytes.append(decimal: rest, digits: 9)
        while bytes.last == 0x30 { bytes.removeLast() }
    }

    package mutating func string(_ text: String) { string(utf8: kept(text).utf8) }

    /// Writes a text in UTF-8 as a string, without the limit `longestText`.
    package mutating func string(utf8 text: some Collection<UInt8>) {
        byte(0x22)
        if text.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
            bytes += text
        } else {
            for byte in text { escaped(byte) }
        }
        byte(0x22)
    }

    /// Writes a byte of a text, with an escape if necessary.
    private mutating func escaped(_ byte: UInt8) {
        switch byte {
        case 0x22: raw("\\\"")
        case 0x5C: raw("\\\\")
        case 0x08: raw("\\b")
        case 0x09: raw("\\t")
        case 0x0A: raw("\\n")
        case 0x0C: raw("\\f")
        case 0x0D: raw("\\r")
        case 0x00...0x1F:
            raw("\\u")
            bytes.append(hexadecimal: UInt64(byte), digits: 4)
        default: bytes.append(byte)
        }
    }

    /// Returns the part of a text that the limit `longestText` allows.
    package func kept(_ text: String) -> String {
        longestText == .max ? text : JSONParser.shortened(text, to: longestText)
    }

    package mutating func value(_ value: AnalyticsValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .int(let value): int(value)
        case .double(let value):
            // JSON cannot express infinity and NaN.
            if value.isFinite { raw(value.description) } else { null() }
        case .decimal(let value):
            raw(value.text)
            if marksDecimals { raw("e0") }
        case .string(let value): string(value)
        case .array(let values):
            beginArray()
            for value in values {
                separate()
                self.value(value)
            }
            endArray()
        case .object(let payload): self.payload(payload)
        }
    }

    package mutating func payload(_ payload: Payload) {
        beginObject()
        for entry in payload.entries {
            key(entry.key)
            value(entry.value)
        }
        endObject()
    }
}

extension [UInt8] {
    package mutating func append(_ literal: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends a number in decimal, with zeros in front of it up to a number of digits.
    package mutating func append(decimal value: UInt64, digits: Int = 1) {
        let start = count
        var rest = value
        repeat {
            append(0x30 + UInt8(rest % 10))
            rest /= 10
        } while rest > 0 || count < start + digits
        if count > start + 1 { self[start...].reverse() }
    }

    /// Appends the last digits of a number in lowercase hexadecimal.
    package mutating func append(hexadecimal value: UInt64, digits: Int) {
        for place in (0..<UInt64(digits)).reversed() {
            let digit = UInt8(value &>> (4 &* place) & 0xF)
            append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
    }
}
