@usableFromInline package typealias ByteSpan = Span<UInt8>

/// Methods that read and compare bytes in words of eight.
extension ByteSpan {
    /// The number of bytes that must follow a text, so that a read of its last word stays within the memory.
    @inlinable
    package static var padding: Int { 8 }

    /// Returns the byte at an offset.
    @inlinable
    @inline(__always)
    package func byte(at offset: Int) -> UInt8 { self[offset] }

    /// Returns the eight bytes at an offset as a number, with the first byte lowest.
    @inlinable
    @inline(__always)
    package func word(at offset: Int) -> UInt64 {
        // Safe because any bits are a valid number, and the load checks the bounds.
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Returns the eight bytes at an offset without a bounds check. These bytes must lie within the text and its padding.
    @inlinable
    @inline(__always)
    package func paddedWord(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Returns the byte at an offset without a bounds check. The offset must be within the span.
    @inlinable
    @inline(__always)
    package func paddedByte(at offset: Int) -> UInt8 { unsafe self[unchecked: offset] }

    /// Returns whether a literal is at an offset. Padding must follow the text.
    ///
    /// The compiler knows the literal, so the call becomes one comparison for each eight bytes.
    @inlinable
    @inline(__always)
    package func starts(with literal: StaticString, at offset: Int) -> Bool {
        let count = literal.utf8CodeUnitCount
        var done = 0
        while done + 8 <= count {
            guard paddedWord(at: offset + done) == UInt64(bytesOf: literal, from: done, 8) else { return false }
            done += 8
        }
        return done == count
            || paddedWord(at: offset + done) & UInt64.lowBytes(count - done)
                == UInt64(bytesOf: literal, from: done, count - done)
    }

    /// Returns whether two texts have the same bytes. Padding must follow both texts.
    @inlinable
    @inline(__always)
    package func isSame(at offset: Int, as other: ByteSpan, at otherOffset: Int, count: Int) -> Bool {
        // One check of the bounds for all words, because `paddedWord` does not check them.
        precondition(offset >= 0 && count >= 0 && otherOffset >= 0)
        precondition(
            self.count &- Self.padding &- offset >= count && other.count &- Self.padding &- otherOffset >= count)
        var done = 0
        while done &+ 8 <= count {
            guard paddedWord(at: offset &+ done) == other.paddedWord(at: otherOffset &+ done) else { return false }
            done &+= 8
        }
        return (paddedWord(at: offset &+ done) ^ other.paddedWord(at: otherOffset &+ done))
            & UInt64.lowBytes(count &- done) == 0
    }
}

extension ByteSpan {
    /// Returns whether a text is ASCII without characters that need an escape. Padding must follow the text.
    @inlinable
    @inline(__always)
    package func isPlain(_ range: Range<Int>) -> Bool {
        var at = range.lowerBound
        while at + 8 <= range.upperBound {
            guard word(at: at).specialBytes == 0 else { return false }
            at += 8
        }
        let special = word(at: at).specialBytes
        return special == 0 || special.bytesBelow >= range.upperBound - at
    }
}

extension ByteSpan {
    /// Whether one of the bytes is 0.
    @inlinable
    package var hasZeroByte: Bool {
        // The last word overlaps the word before it, so that no shorter rest remains. Four to seven bytes are read as two
        // overlapping halves.
        guard count < 8 else {
            var at = 0
            while at &+ 8 < count {
                if word(at: at).zeroBytes != 0 { return true }
                at &+= 8
            }
            return word(at: count &- 8).zeroBytes != 0
        }
        guard count < 4 else {
            return (UInt64(half(at: 0)) | UInt64(half(at: count &- 4)) &<< 32).zeroBytes != 0
        }
        return indices.contains { self[$0] == 0 }
    }

    /// Returns the four bytes at an offset.
    @inlinable
    @inline(__always)
    func half(at offset: Int) -> UInt32 {
        // Safe because any bits are a valid number, and the load checks the bounds.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
}

/// Decimal digits in words of eight, one digit for each byte, with the first digit lowest.
extension UInt64 {
    /// The number of bytes before the first byte that is not a digit.
    @inlinable
    @inline(__always)
    package var leadingDigitCount: Int {
        let digits = self ^ Self.repeated(0x30)
        // A byte gets a carry only from a lower byte that is not a digit, so the first byte that is not a digit gets none.
        return (((digits &+ Self.repeated(0x76)) | digits) & Self.highBits).bytesBelow
    }

    /// The number of which the bytes are the eight digit values.
    @inlinable
    @inline(__always)
    package var numberOfDigitValues: UInt64 {
        let pairs = (self &* 10 &+ self &>> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
    }

    /// The eight digit values of a number below 100,000,000, one for each byte.
    @inlinable
    @inline(__always)
    package var digitValues: UInt64 {
        // A multiplication and a shift divide small numbers exactly: numbers below 10,000 by 100, and numbers below 100 by 10.
        let fours = self / 10_000 | (self % 10_000) &<< 32
        let hundreds = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
        let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
        let tens = ((pairs &* 103) &>> 10) & 0x000F_000F_000F_000F
        return tens | (pairs &- tens &* 10) &<< 8
    }
}

extension UInt64 {
    @inlinable
    package static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable
    package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns a mask of the lowest 0 to 8 bytes.
    @inlinable
    @inline(__always)
    package static func lowBytes(_ count: Int) -> UInt64 {
        count == 8 ? .max : (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
    }

    @inlinable
    @inline(__always)
    package init(bytesOf literal: StaticString, from start: Int, _ count: Int) {
        self = 0
        for index in 0..<count {
            self |= unsafe UInt64(literal.utf8Start[start + index]) &<< UInt64(truncatingIfNeeded: index &* 8)
        }
    }

    @inlinable
    @inline(__always)
    package static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* ones }

    /// The high bit of each byte that is 0. Bits above the first such byte may be wrong.
    @inlinable
    @inline(__always)
    package var zeroBytes: UInt64 { (self &- Self.ones) & ~self & Self.highBits }

    /// The high bit of the first byte that needs an escape or is not ASCII.
    ///
    /// Quotes, backslashes and control characters need an escape. Bits above the first such byte may be wrong.
    @inlinable
    @inline(__always)
    package var specialBytes: UInt64 {
        // With bit 1 flipped, a quote becomes 0x20, next to the control characters. So one subtraction finds both.
        let quotesAndControls = (self ^ Self.repeated(0x02)) &- Self.repeated(0x21)
        let backslashes = (self ^ Self.repeated(0x5C)) &- Self.ones
        return (quotesAndControls | backslashes | self) & Self.highBits
    }

    /// The number of bytes below the lowest of these high bits.
    @inlinable
    @inline(__always)
    package var bytesBelow: Int { trailingZeroBitCount &>> 3 }
}

extension ByteSpan {
    /// Returns the bytes of a range as an array.
    @inlinable
    package func array(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension ByteSpan {
    /// Returns the number of bytes of the UTF-8 character at an offset, two to four.
    ///
    /// Returns `nil` if it is malformed: for overlong forms, surrogates and values beyond U+10FFFF too.
    package func lengthOfMultibyte(at offset: Int) -> Int? {
        guard let (length, second) = Self.multibyteForm(of: self[offset]), offset + length <= count,
            second.contains(self[offset + 1])
        else { return nil }
        for index in 2..<length where self[offset + index] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// Returns the position of the first malformed character in a range; `nil` if the range is UTF-8.
    package func firstMalformedCharacter(in range: Range<Int>) -> Int? {
        var at = range.lowerBound
        while at < range.upperBound {
            if at + 8 <= range.upperBound, word(at: at) & UInt64.highBits == 0 {
                at += 8
            } else if self[at] < 0x80 {
                at += 1
            } else {
                guard let length = lengthOfMultibyte(at: at), at + length <= range.upperBound else { return at }
                at += length
            }
        }
        return nil
    }

    /// Returns the length of a character with this first byte, and the range of its second byte.
    private static func multibyteForm(of first: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch first {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
