/// What a text may contain, found in one pass without memory (rule PR-010).
struct TextGlance {
    private(set) var mayHaveAddress = false
    /// Whether `=` may begin an escape of quoted-printable.
    private(set) var mayBeQuotedPrintable = false
    private var digits = 0
    private var isWide = false

    init(_ text: String) {
        // The last four bytes; the latest one is the lowest.
        var window: UInt32 = 0
        // How many more bytes the latest escape may have, and whether the name of an entity may have begun.
        var (rest, isInEntity) = (0, false)
        for byte in text.utf8 {
            window = window << 8 | UInt32(byte)
            switch byte {
            case 0x30...0x39: digits += 1
            case UInt8(ascii: "@"): mayHaveAddress = true
            // Wide letters and digits begin so.
            case 0xEF: (mayHaveAddress, isWide) = (true, true)
            case UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: "\\"): rest = 4
            case UInt8(ascii: "&"): (rest, isInEntity) = (2, true)
            case UInt8(ascii: ";") where isInEntity: mayHaveAddress = mayHaveAddress || Self.endsEntity(window)
            default: break
            }
            if rest > 0 {
                lookForEscape(window)
                rest -= 1
            }
        }
    }

    /// Every digit that is escaped has at least one digit in its escape.
    var mayHaveNumber: Bool { digits >= PhoneScanner.fewestDigits || isWide }

    /// Looks for an escape that hides an address, in the last four bytes.
    private mutating func lookForEscape(_ window: UInt32) {
        let bytes = (
            UInt8(truncatingIfNeeded: window >> 24), UInt8(truncatingIfNeeded: window >> 16),
            UInt8(truncatingIfNeeded: window >> 8), UInt8(truncatingIfNeeded: window)
        )
        switch bytes {
        case (_, _, UInt8(ascii: "&"), UInt8(ascii: "#")): mayHaveAddress = true
        case (_, UInt8(ascii: "\\"), UInt8(ascii: "u"), let digit),
            (_, UInt8(ascii: "\\"), UInt8(ascii: "x"), let digit):
            if digit.hexDigit != nil { mayHaveAddress = true }
        case (_, UInt8(ascii: "%"), let high, let low):
            if Self.mayHideAddress(high, low) || high == UInt8(ascii: "3") { mayHaveAddress = true }
        case (UInt8(ascii: "="), let high, let low, let next) where high.hexDigit != nil && low.hexDigit != nil:
            mayBeQuotedPrintable = true
            let isInside =
                next.isASCIIAlphanumeric || next == UInt8(ascii: "=") || next == UInt8(ascii: "[") || next >= 0x80
            if isInside, Self.mayHideAddress(high, low) { mayHaveAddress = true }
        case (_, _, UInt8(ascii: "="), 0x0A), (_, _, UInt8(ascii: "="), 0x0D): mayBeQuotedPrintable = true
        default: break
        }
    }

    /// Whether a semicolon follows a letter. Names of entities are longer than the window.
    private static func endsEntity(_ window: UInt32) -> Bool { UInt8(truncatingIfNeeded: window >> 8).isASCIILetter }

    /// Whether an escape with these two digits is `@`, a part of a wide `@`, or the first part of another escape.
    private static func mayHideAddress(_ high: UInt8, _ low: UInt8) -> Bool {
        switch (high, low | 0x20) {
        case (UInt8(ascii: "4"), UInt8(ascii: "0")), (UInt8(ascii: "2"), UInt8(ascii: "5")),
            (UInt8(ascii: "2"), UInt8(ascii: "6")), (UInt8(ascii: "3"), UInt8(ascii: "d")),
            (UInt8(ascii: "5"), UInt8(ascii: "c")), (UInt8(ascii: "E"), UInt8(ascii: "f")),
            (UInt8(ascii: "e"), UInt8(ascii: "f")):
            true
        default: false
        }
    }
}
