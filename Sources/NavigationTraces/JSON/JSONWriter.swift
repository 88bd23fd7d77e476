package import PageViewAutomation

/// Writes JSON, compact, into bytes that are used again and again.
package struct JSONWriter {
    /// What has been written.
    package var bytes: [UInt8] = []
    /// How many code points of a text are written; all of them, but in messages.
    package var longestText = Int.max
    private var needsComma = false

    package init() {}

    /// Takes what has been written so far.
    package mutating func takeBytes() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    package mutating func raw(_ text: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func newline() {
        bytes.append(0x0A)
        needsComma = false
    }

    package mutating func beginObject() {
        bytes.append(0x7B)
        needsComma = false
    }

    package mutating func endObject() {
        bytes.append(0x7D)
        needsComma = true
    }

    /// Writes a key of our own, which needs no escapes.
    package mutating func key(_ key: StaticString) {
        separate()
        bytes.append(0x22)
        raw(key)
        raw("\":")
    }

    package mutating func key(_ key: String) {
        separate()
        string(key)
        bytes.append(0x3A)
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }

    package mutating func null() { raw("null") }

    package mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

    package mutating func int(_ value: Int64) {
        if value < 0 { bytes.append(0x2D) }
        digits(value.magnitude)
    }

    package mutating func digits(_ value: UInt64) {
        let start = bytes.count
        var rest = value
        repeat {
            bytes.append(0x30 + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Writes nanoseconds as seconds: the shortest decimal.
    package mutating func seconds(_ nanoseconds: Int64) {
        if nanoseconds < 0 { bytes.append(0x2D) }
        let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        digits(seconds)
        guard rest > 0 else { return }
        bytes.append(0x2E)
        var divisor: UInt64 = 100_000_000
        var left = rest
        while left > 0 {
            bytes.append(0x30 + UInt8(left / divisor))
            left %= divisor
            divisor /= 10
        }
    }

    package mutating func string(_ text: String) {
        bytes.append(0x22)
        for byte in kept(text).utf8 {
            switch byte {
            case 0x22: raw("\\\"")
            case 0x5C: raw("\\\\")
            case 0x08: raw("\\b")
            case 0x09: raw("\\t")
            case 0x0A: raw("\\n")
            case 0x0C: raw("\\f")
            case 0x0D: raw("\\r")
            case 0x00...0x1F:
                raw("\\u00")
                bytes.append(0x30 + byte >> 4)
                let low = byte & 0xF
                bytes.append(low < 10 ? 0x30 + low : 0x61 + low - 10)
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }

    /// What is written of a text.
    package func kept(_ text: String) -> String {
        longestText == .max ? text : JSONParser.shortened(text, to: longestText)
    }

    package mutating func value(_ value: AnalyticsValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .int(let value): int(value)
        case .double(let value):
            // JSON has no word for what is not finite.
            if value.isFinite { bytes.append(contentsOf: value.description.utf8) } else { null() }
        case .string(let value): string(value)
        case .array(let values):
            bytes.append(0x5B)
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                self.value(value)
            }
            bytes.append(0x5D)
        case .object(let payload): self.payload(payload)
        }
    }

    package mutating func payload(_ payload: Payload) {
        beginObject()
        for entry in payload.entries {
            separate()
            string(entry.key)
            bytes.append(0x3A)
            value(entry.value)
            needsComma = true
        }
        endObject()
    }
}
