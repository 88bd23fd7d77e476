/// A position in reserved memory, at which bytes are written.
///
/// The cursor copies text in words, so a few meaningless bytes, the slack, may follow the written bytes. If a caller reserves
/// too little memory, the write ends the process and overwrites nothing.
@frozen
@usableFromInline
@safe package struct OutputCursor {
    /// The number of bytes after the written bytes that a write may overwrite.
    @inlinable
    package static var slack: Int { 8 }

    // Safe because `OutputBuffer.write` creates cursors only for memory that outlives its closure, and each write checks its end.
    @usableFromInline var position: UnsafeMutableRawPointer
    @usableFromInline let end: UnsafeMutableRawPointer

    @inlinable
    @inline(__always)
    @unsafe package init(_ start: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer) {
        unsafe position = start
        unsafe self.end = end
    }

    /// Traps unless the memory has space for `length` bytes and the slack.
    @inlinable
    @inline(__always)
    package func require(_ length: Int) {
        unsafe precondition(end - position >= length &+ Self.slack)
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        require(1)
        unsafe position.storeBytes(of: byte, as: UInt8.self)
        unsafe position += 1
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        require(length)
        unsafe position.copyMemory(from: literal.utf8Start, byteCount: length)
        unsafe position += length
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        require(bytes.count)
        unsafe position.copyMemory(from: start, byteCount: bytes.count)
        unsafe position += bytes.count
    }

    /// Appends bytes in words. Padding must follow the bytes.
    @inlinable
    @inline(__always)
    package mutating func append(padded bytes: ByteSpan, _ range: Range<Int>) {
        require(range.count)
        var done = 0
        while done < range.count {
            let word = bytes.paddedWord(at: range.lowerBound &+ done).littleEndian
            unsafe position.storeBytes(of: word, toByteOffset: done, as: UInt64.self)
            done &+= 8
        }
        unsafe position += range.count
    }

    /// Writes a number in decimal.
    @inlinable
    @inline(__always)
    package mutating func digits(_ value: UInt64) {
        // Most numbers are ordinals of one digit.
        if value < 10 { return append(0x30 &+ UInt8(truncatingIfNeeded: value)) }
        guard value < 100_000_000 else { return manyDigits(value) }
        let digits = value.digitValues
        // The bit in the last byte ensures that the last digit is written even if it is 0.
        let zeros = (digits | 1 &<< 56).trailingZeroBitCount &>> 3
        word((digits | UInt64.repeated(0x30)) &>> UInt64(truncatingIfNeeded: zeros &* 8), 8 &- zeros)
    }

    @usableFromInline
    package mutating func manyDigits(_ value: UInt64) {
        let (front, back) = value.quotientAndRemainder(dividingBy: 100_000_000)
        digits(front)
        word(back.digitValues | UInt64.repeated(0x30), 8)
    }

    /// Writes the lowest bytes of a word, beginning with the lowest byte.
    @inlinable
    @inline(__always)
    package mutating func word(_ word: UInt64, _ length: Int) {
        require(length)
        unsafe position.storeBytes(of: word.littleEndian, as: UInt64.self)
        unsafe position += length
    }

    /// Writes the last digits of a number, with leading zeros.
    @inlinable
    @inline(__always)
    package mutating func fixed(_ value: UInt64, _ length: Int) {
        require(length)
        var rest = value
        var index = length
        while index > 0 {
            index &-= 1
            unsafe position.storeBytes(
                of: 0x30 &+ UInt8(truncatingIfNeeded: rest % 10), toByteOffset: index, as: UInt8.self)
            rest /= 10
        }
        unsafe position += length
    }

    /// Writes nanoseconds as seconds, in the shortest decimal.
    @inlinable
    package mutating func seconds(_ nanoseconds: Int64) {
        if nanoseconds < 0 { append(0x2D) }
        let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        digits(seconds)
        guard rest > 0 else { return }
        append(0x2E)
        let (front, last) = rest.quotientAndRemainder(dividingBy: 10)
        let digits = front.digitValues
        let text = digits | UInt64.repeated(0x30)
        guard last == 0 else {
            word(text, 8)
            return append(0x30 &+ UInt8(truncatingIfNeeded: last))
        }
        // Omits trailing zeros: the highest byte that is not 0 is the last digit to write.
        word(text, 8 &- digits.leadingZeroBitCount &>> 3)
    }

    /// Returns the maximum number of bytes of a string in quotes, for a text of `count` bytes. An escape has six bytes.
    @inlinable
    @inline(__always)
    package static func maximumStringLength(_ count: Int) -> Int { 6 &* count &+ 2 }

    /// Writes a text with escapes and without quotes. Padding must follow the text.
    @inlinable
    @inline(__always)
    package mutating func text(padded bytes: ByteSpan, _ range: Range<Int>) {
        if bytes.isPlain(range) {
            append(padded: bytes, range)
        } else {
            for index in range { escaped(bytes.byte(at: index)) }
        }
    }

    /// Writes a text as a string.
    @inlinable
    @inline(__always)
    package mutating func string(_ text: String) {
        var text = text
        append(0x22)
        text.withUTF8 { utf8 in
            let span = unsafe utf8.span
            if Self.isPlain(span) {
                unsafe append(utf8)
            } else {
                for index in span.indices { escaped(span[index]) }
            }
        }
        append(0x22)
    }

    /// Returns whether a text needs no escapes.
    @inlinable
    @inline(__always)
    package static func isPlain(_ text: ByteSpan) -> Bool {
        var isPlain = true
        for index in text.indices {
            isPlain = isPlain && text[index] >= 0x20 && text[index] != 0x22 && text[index] != 0x5C
        }
        return isPlain
    }

    /// Writes a byte of a text, with an escape if necessary.
    @inlinable
    package mutating func escaped(_ byte: UInt8) {
        switch byte {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case 0x00...0x1F:
            append("\\u00")
            append(0x30 + byte >> 4)
            let low = byte & 0xF
            append(low < 10 ? 0x30 + low : 0x61 + low - 10)
        default: append(byte)
        }
    }
}

extension OutputCursor {
    /// Writes the last digits of a number in lowercase hexadecimal, at most 8 of them.
    @inlinable
    @inline(__always)
    package mutating func hexadecimal(_ value: UInt32, _ count: Int) {
        require(8)
        // Spreads the eight digits over eight bytes, with the first digit highest.
        var digits = UInt64(value &<< UInt32(truncatingIfNeeded: 32 &- 4 &* count))
        digits = (digits &<< 16 | digits) & 0x0000_FFFF_0000_FFFF
        digits = (digits &<< 8 | digits) & 0x00FF_00FF_00FF_00FF
        digits = (digits &<< 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
        // Each byte that becomes a letter has the value 1 here.
        let letters = (digits &+ 0x0606_0606_0606_0606) &>> 4 & UInt64.ones
        let text = digits &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
        unsafe position.storeBytes(of: text.bigEndian, as: UInt64.self)
        unsafe position += count
    }
}

/// A buffer for written bytes, which reuses its memory.
@frozen
@usableFromInline
package struct OutputBuffer: Sendable {
    /// The written bytes, followed by meaningless bytes.
    ///
    /// The type is `ContiguousArray`, because `Array.span` needs macOS 26 and iOS 26.
    @usableFromInline var storage: ContiguousArray<UInt8> = []
    /// The number of written bytes.
    @usableFromInline package var count = 0

    @inlinable
    package init() {}

    /// Calls `body` with the written bytes.
    @inlinable
    package func withWritten<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(storage.span.extracting(first: count))
    }

    @inlinable
    package mutating func removeAll() { count = 0 }

    /// Writes up to `length` bytes.
    @inlinable
    @inline(__always)
    package mutating func write(atMost length: Int, _ body: (inout OutputCursor) -> Void) {
        if storage.count &- count < length &+ OutputCursor.slack { grow(length &+ OutputCursor.slack) }
        unsafe storage.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            var cursor = unsafe OutputCursor(start + count, end: start + bytes.count)
            body(&cursor)
            count = unsafe cursor.position - start
        }
    }

    @usableFromInline @inline(never)
    package mutating func grow(_ more: Int) {
        let size = max(more, storage.count, 256)
        storage += [UInt8](repeating: 0, count: size)
    }

    /// Appends bytes.
    @inlinable
    @inline(__always)
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        write(atMost: bytes.count) { unsafe $0.append(bytes) }
    }
}
