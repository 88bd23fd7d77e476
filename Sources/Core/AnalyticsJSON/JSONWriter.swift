package import PageViewAutomation

/// Writes compact JSON into a reusable buffer.
@frozen
@usableFromInline
package struct JSONWriter: Sendable {
    /// The written bytes.
    @usableFromInline package var buffer = OutputBuffer()
    /// The maximum number of code points that the writer keeps of a text. Only messages set a limit.
    @usableFromInline package var longestText = Int.max
    /// Whether the writer marks an exact decimal, as in `10.90e0`, so that a reader restores it (JR-002).
    package var marksDecimals = false
    @usableFromInline var needsComma = false

    @inlinable
    package init() {}

    /// The number of written bytes.
    @inlinable
    package var count: Int { buffer.count }

    /// Returns the written bytes, and clears the buffer.
    @inlinable
    package mutating func takeBytes() -> [UInt8] {
        defer { buffer.removeAll() }
        return buffer.withWritten { $0.array(0..<$0.count) }
    }

    /// Clears the buffer.
    @inlinable
    package mutating func removeAll() { buffer.removeAll() }

    @inlinable
    package mutating func raw(_ text: StaticString) {
        buffer.write(atMost: text.utf8CodeUnitCount) { $0.append(text) }
    }

    /// Writes text without escapes.
    @inlinable
    // Disfavoured, so that a literal becomes a `StaticString`, whose length needs no computation.
    @_disfavoredOverload
    package mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { unsafe buffer.append($0) }
    }

    @inlinable
    package mutating func byte(_ byte: UInt8) {
        buffer.write(atMost: 1) { $0.append(byte) }
    }

    /// Writes up to `length` bytes, without a comma.
    @inlinable
    @inline(__always)
    package mutating func write(atMost length: Int, _ body: (inout OutputCursor) -> Void) {
        buffer.write(atMost: length, body)
    }

    /// Ends an object and its line.
    @inlinable
    package mutating func endLine() {
        raw("}\n")
        needsComma = false
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

    /// Begins an array. The caller must call `separate` before each element.
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

    /// Continues an object after bytes that the caller wrote directly, so that a comma precedes the next key.
    @inlinable
    package mutating func continueObject() { needsComma = true }

    /// Writes a key that needs no escapes.
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

    /// Writes nanoseconds as seconds, in the shortest decimal.
    @inlinable
    package mutating func seconds(_ nanoseconds: Int64) {
        buffer.write(atMost: 30) { $0.seconds(nanoseconds) }
    }

    @usableFromInline package mutating func string(_ text: String) {
        let text = kept(text)
        buffer.write(atMost: OutputCursor.maximumStringLength(text.utf8.count)) { $0.string(text) }
    }

    /// Writes a text as a string, without the limit `longestText`. Padding must follow the text.
    @inlinable
    package mutating func string(padded bytes: ByteSpan, _ range: Range<Int>) {
        byte(0x22)
        text(padded: bytes, range)
        byte(0x22)
    }

    /// Writes a text without quotes and without the limit `longestText`. Padding must follow the text.
    @inlinable
    package mutating func text(padded bytes: ByteSpan, _ range: Range<Int>) {
        buffer.write(atMost: OutputCursor.maximumStringLength(range.count)) { $0.text(padded: bytes, range) }
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
