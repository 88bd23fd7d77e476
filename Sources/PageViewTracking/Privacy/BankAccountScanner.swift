/// Finds international bank account numbers (rule PR-011).
enum BankAccountScanner {
    private static let longestGap = 4

    /// Where the numbers are, in order; they may overlap.
    static func candidates(in groups: DigitGroups) -> [Range<Int>] {
        // Every number has a group that begins with its two check digits.
        groups.ranges.compactMap { group in
            guard group.count >= 2, let start = country(in: groups.bytes, before: group.lowerBound) else { return nil }
            return end(in: groups.bytes, of: start, checkDigits: group.lowerBound).map { start..<$0 }
        }
    }

    /// The start of the two letters in front of the check digits. No other letter or digit touches them, but the word IBAN.
    private static func country(in bytes: [UInt8], before digits: Int) -> Int? {
        var end = digits
        // The letters may be apart from the digits.
        while end > 0, digits - end < 2, isGap(bytes[end - 1]) { end -= 1 }
        let start = end - 2
        guard start >= 0, bytes[start].isASCIILetter, bytes[start + 1].isASCIILetter else { return nil }
        guard start > 0, bytes[start - 1].isASCIIAlphanumeric || bytes[start - 1] >= 0x80 else { return start }
        let word = bytes[..<start].suffix(4).map { $0 | 0x20 }
        let isWhole = start < 5 || !bytes[start - 5].isASCIIAlphanumeric
        return word == Array("iban".utf8) && isWhole ? start : nil
    }

    /// The end of the number, if it has the format of its country and the right check digits.
    private static func end(in bytes: [UInt8], of start: Int, checkDigits: Int) -> Int? {
        let letters = [bytes[start] & 0xDF, bytes[start + 1] & 0xDF]
        guard let parts = BankAccountFormats.parts(in: String(decoding: letters, as: UTF8.self)) else { return nil }
        var remainder = 0
        var at = checkDigits + 2
        for part in parts {
            let gap = at
            while at < bytes.count, at - gap < longestGap, isGap(bytes[at]) { at += 1 }
            guard at < bytes.count, part.contains(bytes[at]) else { return nil }
            remainder = appended(bytes[at], to: remainder)
            at += 1
        }
        // A longer run of digits is another number.
        guard at == bytes.count || !bytes[at].isASCIIDigit else { return nil }
        for byte in letters + bytes[checkDigits..<(checkDigits + 2)] { remainder = appended(byte, to: remainder) }
        return remainder == 1 ? at : nil
    }

    /// The remainder by 97 of a number with one more character; letters count from 10.
    private static func appended(_ byte: UInt8, to remainder: Int) -> Int {
        byte.isASCIIDigit
            ? (remainder * 10 + Int(byte - 0x30)) % 97 : (remainder * 100 + Int((byte & 0xDF) - 0x41) + 10) % 97
    }

    /// Spaces, dashes, dots and slashes, or a plus that stands for a space.
    private static func isGap(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x2B, 0x2D, 0x2E, 0x2F, 0x5F: true
        default: false
        }
    }
}
