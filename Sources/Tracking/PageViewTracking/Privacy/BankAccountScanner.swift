/// A scanner for international bank account numbers (rule PR-011).
enum BankAccountScanner {
    private static let longestGap = 4

    static func candidates(in groups: DigitGroups) -> [Range<Int>] {
        // In every number, the two check digits begin a group.
        groups.ranges.compactMap { group in
            guard group.count >= 2, let start = country(in: groups.bytes, before: group.lowerBound) else { return nil }
            return end(in: groups.bytes, of: start, checkDigits: group.lowerBound).map { start..<$0 }
        }
    }

    /// Returns the start of the country before the check digits; `nil` if a letter or digit touches it, except the word IBAN.
    private static func country(in bytes: [UInt8], before digits: Int) -> Int? {
        var end = digits
        // A gap may separate the country from the check digits.
        while end > 0, digits - end < 2, bytes[end - 1].isSeparator { end -= 1 }
        let start = end - 2
        guard start >= 0, bytes[start].isASCIILetter, bytes[start + 1].isASCIILetter else { return nil }
        guard start > 0, bytes[start - 1].isASCIIAlphanumeric || bytes[start - 1] >= 0x80 else { return start }
        let word = bytes[..<start].suffix(4).map { $0 | 0x20 }
        let isWhole = start < 5 || !bytes[start - 5].isASCIIAlphanumeric
        return word == Array("iban".utf8) && isWhole ? start : nil
    }

    /// Returns the end of the number; `nil` if its format or its check digits are wrong.
    private static func end(in bytes: [UInt8], of start: Int, checkDigits: Int) -> Int? {
        let letters = [bytes[start] & 0xDF, bytes[start + 1] & 0xDF]
        guard let parts = BankAccountFormats.byCountry[String(decoding: letters, as: UTF8.self)] else { return nil }
        var remainder = 0
        var at = checkDigits + 2
        for part in parts {
            let gap = at
            while at < bytes.count, at - gap < longestGap, bytes[at].isSeparator { at += 1 }
            guard at < bytes.count, part.contains(bytes[at]) else { return nil }
            remainder = appended(bytes[at], to: remainder)
            at += 1
        }
        // If digits follow, it is another, longer number.
        guard at == bytes.count || !bytes[at].isASCIIDigit else { return nil }
        for byte in letters + bytes[checkDigits..<(checkDigits + 2)] { remainder = appended(byte, to: remainder) }
        return remainder == 1 ? at : nil
    }

    /// Returns the remainder modulo 97 after one more character. Letters count from 10.
    private static func appended(_ byte: UInt8, to remainder: Int) -> Int {
        byte.isASCIIDigit
            ? (remainder * 10 + Int(byte - 0x30)) % 97 : (remainder * 100 + Int((byte & 0xDF) - 0x41) + 10) % 97
    }
}

/// The formats of account numbers by country, from the registry of ISO 13616 (rule PR-011).
enum BankAccountFormats {
    enum Part {
        case digit, letter, any

        func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .digit: byte.isASCIIDigit
            case .letter: byte.isASCIILetter
            case .any: byte.isASCIIAlphanumeric
            }
        }
    }

    /// The class of each character after the country and the check digits.
    static let byCountry: [String: [Part]] = {
        var formats: [String: [Part]] = [:]
        for line in registry.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            var parts: [Part] = []
            var count = 0
            for byte in line.utf8.dropFirst(2) {
                if byte.isASCIIDigit {
                    count = count * 10 + Int(byte - 0x30)
                } else {
                    let part: Part = byte == UInt8(ascii: "n") ? .digit : byte == UInt8(ascii: "a") ? .letter : .any
                    parts += Array(repeating: part, count: count)
                    count = 0
                }
            }
            formats[String(line.prefix(2))] = parts
        }
        return formats
    }()

    /// Each entry is a country and its parts: numbers of digits (`n`), of letters (`a`), and of characters of either class
    /// (`c`).
    private static let registry = """
        AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c
        CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n
        GR7n16c GT4c20c HN4a20n HR17n HU24n IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c
        LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD2c18c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a
        NI4a20n NL4a10n NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a SD14n
        SE20n SI15n SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n YE4a4n18c
        """
}
