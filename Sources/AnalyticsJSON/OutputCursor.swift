/// Writes bytes one after another into memory that is there for them.
///
/// Text is copied in words, so that behind what is written there may be a few bytes that mean nothing yet: the slack. What
/// there is no room for is a mistake in the sum that made the room, and ends the process instead of overwriting something.
@frozen
@usableFromInline
@safe package struct OutputCursor {
    /// How many bytes may be overwritten behind the last one.
    @inlinable
    package static var slack: Int { 8 }

    // It is made by `OutputBuffer.write`, for memory that is there as long as the closure runs, and each write looks
    // whether it ends within that memory.
    @usableFromInline var position: UnsafeMutableRawPointer
    @usableFromInline let end: UnsafeMutableRawPointer

    @inlinable
    @inline(__always)
    @unsafe package init(_ start: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer) {
        unsafe position = start
        unsafe self.end = end
    }

    /// Looks whether there is room for so many bytes and the slack.
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

    /// Adds bytes that the padding of words stands behind.
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

    /// Writes a number.
    @inlinable
    @inline(__always)
    package mutating func digits(_ value: UInt64) {
        guard value < 100_000_000 else { return manyDigits(value) }
        let digits = value.digitValues
        // One of them stands there also if it is 0.
        let zeros = (digits | 1 &<< 56).trailingZeroBitCount &>> 3
        word((digits | UInt64.repeated(0x30)) &>> UInt64(truncatingIfNeeded: zeros &* 8), 8 &- zeros)
    }

    @usableFromInline
    package mutating func manyDigits(_ value: UInt64) {
        let (front, back) = value.quotientAndRemainder(dividingBy: 100_000_000)
        digits(front)
        word(back.digitValues | UInt64.repeated(0x30), 8)
    }

    /// Writes so many of the lower bytes of a word, the lowest first.
    @inlinable
    @inline(__always)
    package mutating func word(_ word: UInt64, _ length: Int) {
        require(length)
        unsafe position.storeBytes(of: word.littleEndian, as: UInt64.self)
        unsafe position += length
    }

    /// Writes the last digits of a number.
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

    /// Writes nanoseconds as seconds: the shortest decimal.
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
        // The last digit that is not 0 is in the highest byte that is not.
        word(text, 8 &- digits.leadingZeroBitCount &>> 3)
    }

    /// How many bytes of a string in quotes there are at most for so many bytes of text.
    @inlinable
    @inline(__always)
    package static func longestString(_ count: Int) -> Int { 6 &* count &+ 2 }

    /// Writes a text that the padding of words stands behind, as the inside of a string.
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

    /// Whether nothing in a text has to be escaped.
    @inlinable
    @inline(__always)
    package static func isPlain(_ text: ByteSpan) -> Bool {
        var isPlain = true
        for index in text.indices {
            isPlain = isPlain && text[index] >= 0x20 && text[index] != 0x22 && text[index] != 0x5C
        }
        return isPlain
    }

    /// Writes a byte of a text.
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
