import AnalyticsJSON

/// What UTF-8 is, and nothing more: no overlong form, no surrogate, nothing beyond U+10FFFF.
enum UTF8Form {
    /// How many bytes the character has that begins here, two to four; `nil` if it is none.
    static func length(of bytes: ByteSpan, at offset: Int) -> Int? {
        guard let (length, second) = form(of: bytes[offset]), offset + length <= bytes.count,
            second.contains(bytes[offset + 1])
        else { return nil }
        for index in 2..<length where bytes[offset + index] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// How many bytes a character has that begins with this one, and what the second one may be.
    static func form(of first: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
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
