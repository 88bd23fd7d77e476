import PageViewTracking

/// Numbers to the base 16, in small letters, as they stand in the names of files.
enum Hexadecimal {
    /// All sixteen digits of a number.
    static func digits(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Reads sixteen digits; `nil` if they are none.
    static func number(_ digits: Substring.UTF8View) -> UInt64? {
        guard digits.count == 16 else { return nil }
        var number: UInt64 = 0
        for byte in digits {
            switch byte {
            case 0x30...0x39: number = number << 4 | UInt64(byte - 0x30)
            case 0x61...0x66: number = number << 4 | UInt64(byte - 0x61 + 10)
            default: return nil
            }
        }
        return number
    }
}
