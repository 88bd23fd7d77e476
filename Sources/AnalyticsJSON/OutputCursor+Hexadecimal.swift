extension OutputCursor {
    /// Writes the last digits of a number to the base 16, 8 at most, in small letters.
    @inlinable
    @inline(__always)
    package mutating func hexadecimal(_ value: UInt32, _ count: Int) {
        require(8)
        // Each of the eight digits to a byte of its own, the first of them highest.
        var digits = UInt64(value &<< UInt32(truncatingIfNeeded: 32 &- 4 &* count))
        digits = (digits &<< 16 | digits) & 0x0000_FFFF_0000_FFFF
        digits = (digits &<< 8 | digits) & 0x00FF_00FF_00FF_00FF
        digits = (digits &<< 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
        // 1 where it is a letter.
        let letters = (digits &+ 0x0606_0606_0606_0606) &>> 4 & UInt64.ones
        let text = digits &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
        unsafe position.storeBytes(of: text.bigEndian, as: UInt64.self)
        unsafe position += count
    }
}
