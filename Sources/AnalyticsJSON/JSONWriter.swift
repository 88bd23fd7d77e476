package import PageViewAutomation

/// Writes JSON, compact, into bytes that are used again and again.
@frozen
@usableFromInline
package struct JSONWriter: Sendable {
    /// What has been written.
    @usableFromInline package var buffer = OutputBuffer()
    /// How many code points of a text are written; all of them, but in messages.
    @usableFromInline package var longestText = Int.max
    /// Whether a number that was given digit for digit is written so that it is one again when it is read: `10.90e0`.
    package var marksDecimals = false
    @usableFromInline var needsComma = false

    @inlinable
    package init() {}

    /// How many bytes have been written.
    @inlinable
    package var count: Int { buffer.count }

    /// Takes what has been written so far.
    @inlinable
    package mutating func takeBytes() -> [UInt8] {
        defer { buffer.removeAll() }
        return buffer.withWritten { $0.array(0..<$0.count) }
    }

    /// Lets go of what has been written so far.
    @inlinable
    package mutating func removeAll() { buffer.removeAll() }

    @inlinable
    package mutating func raw(_ text: StaticString) {
        buffer.write(atMost: text.utf8CodeUnitCount) { $0.append(text) }
    }

    /// Writes text as it is.
    @inlinable
    // A literal is taken for a `StaticString`, which need not be looked into.
    @_disfavoredOverload
    package mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { unsafe buffer.append($0) }
    }

    @inlinable
    package mutating func byte(_ byte: UInt8) {
        buffer.write(atMost: 1) { $0.append(byte) }
    }

    /// Writes what has been counted, and puts no comma in between.
    @inlinable
    @inline(__always)
    package mutating func write(atMost length: Int, _ body: (inout OutputCursor) -> Void) {
        buffer.write(atMost: length, body)
    }

    @inlinable
    package mutating func newline() {
        byte(0x0A)
        needsComma = false
    }

    @inlinable
    package mutating func beginObject() {
        byte(0x7B)
        needsComma = false
    }

    @inlinable
    package mutating func endObject() {
        byte(0x7D)
        needsComma = true
    }

    /// Begins a list; its elements are separated as the members of an object are.
    @inlinable
    package mutating func beginArray() {
        byte(0x5B)
        needsComma = false
    }

    @inlinable
    package mutating func endArray() {
        byte(0x5D)
        needsComma = true
    }

    /// Goes on in an object in which something has been written as it is.
    @inlinable
    package mutating func continueObject() { needsComma = true }

    /// Writes a key of our own, which needs no escapes.
    @inlinable
    @inline(__always)
    package mutating func key(_ key: StaticString) {
        separate()
        byte(0x22)
        raw(key)
        raw("\":")
    }

    @inlinable
    @_disfavoredOverload
    package mutating func key(_ key: String) {
        separate()
        string(key)
        byte(0x3A)
    }

    @inlinable
    package mutating func separate() {
        if needsComma { byte(0x2C) }
        needsComma = true
    }

    @inlinable
    package mutating func null() { raw("null") }

    @inlinable
    package mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

    @inlinable
    package mutating func int(_ value: Int64) {
        buffer.write(atMost: 20) {
            if value < 0 { $0.append(0x2D) }
            $0.digits(value.magnitude)
        }
    }

    @inlinable
    package mutating func digits(_ value: UInt64) {
        buffer.write(atMost: 20) { $0.digits(value) }
    }

    /// Writes nanoseconds as seconds: the shortest decimal.
    @inlinable
    package mutating func seconds(_ nanoseconds: Int64) {
        buffer.write(atMost: 30) { $0.seconds(nanoseconds) }
    }

    @usableFromInline package mutating func string(_ text: String) {
        let text = kept(text)
        buffer.write(atMost: OutputCursor.longestString(text.utf8.count)) { $0.string(text) }
    }

    /// Writes a text that the padding of words stands behind; its length has no limit here.
    @inlinable
    package mutating func string(padded bytes: ByteSpan, _ range: Range<Int>) {
        byte(0x22)
        text(padded: bytes, range)
        byte(0x22)
    }

    /// The same without the quotes.
    @inlinable
    package mutating func text(padded bytes: ByteSpan, _ range: Range<Int>) {
        buffer.write(atMost: OutputCursor.longestString(range.count)) { $0.text(padded: bytes, range) }
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
            if value.isFinite { raw(value.description) } else { null() }
        case .decimal(let value):
            raw(value.text)
            if marksDecimals { raw("e0") }
        case .string(let value): string(value)
        case .array(let values):
            byte(0x5B)
            for (index, value) in values.enumerated() {
                if index > 0 { byte(0x2C) }
                self.value(value)
            }
            byte(0x5D)
        case .object(let payload): self.payload(payload)
        }
    }

    package mutating func payload(_ payload: Payload) {
        beginObject()
        for entry in payload.entries {
            separate()
            string(entry.key)
            byte(0x3A)
            value(entry.value)
            needsComma = true
        }
        endObject()
    }
}
