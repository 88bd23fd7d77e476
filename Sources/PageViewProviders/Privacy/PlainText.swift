/// A text as somebody reads it: escapes of links undone, wide letters and digits as ASCII, all sorts of spaces and dashes as one,
/// what cannot be seen left out. Each byte knows where in the text it comes from (rule PR-004).
struct PlainText {
    private(set) var bytes: [UInt8] = []
    private var starts: [Int] = []
    private var ends: [Int] = []

    init(_ text: some Collection<UInt8>) {
        let text = Array(text)
        bytes.reserveCapacity(text.count)
        starts.reserveCapacity(text.count)
        ends.reserveCapacity(text.count)
        var at = 0
        while at < text.count {
            let (byte, length) = Self.next(in: text, at: at)
            if let byte {
                bytes.append(byte)
                starts.append(at)
                ends.append(at + length)
            }
            at += length
        }
    }

    /// Where in the text these bytes come from.
    func source(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<ends[range.upperBound - 1] }

    /// The byte that is meant, if any, and how many there are of it.
    private static func next(in text: [UInt8], at: Int) -> (byte: UInt8?, length: Int) {
        switch text[at] {
        case 0x25: escape(in: text, at: at)
        case 0x09: (0x20, 1)
        case 0xC2, 0xE2, 0xE3, 0xEF: wide(in: text, at: at)
        default: (text[at], 1)
        }
    }

    /// `%40` is `@`, and so is `%2540`, which has been escaped twice.
    private static func escape(in text: [UInt8], at start: Int) -> (byte: UInt8?, length: Int) {
        var at = start + 1
        while isHex(text, at), isHex(text, at + 2), text[at] == 0x32, text[at + 1] == 0x35 { at += 2 }
        guard isHex(text, at) else { return (text[start], 1) }
        return (value(text[at]) << 4 | value(text[at + 1]), at + 2 - start)
    }

    private static func isHex(_ text: [UInt8], _ at: Int) -> Bool {
        at + 1 < text.count && value(text[at]) < 16 && value(text[at + 1]) < 16
    }

    private static func value(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
        default: .max
        }
    }

    /// Characters outside ASCII that are read as ones inside it; all others are what they are.
    private static func wide(in text: [UInt8], at: Int) -> (byte: UInt8?, length: Int) {
        let second = at + 1 < text.count ? text[at + 1] : 0
        let third = at + 2 < text.count ? text[at + 2] : 0
        return switch (text[at], second, third) {
        case (0xC2, 0xA0, _): (0x20, 2)
        // The soft hyphen, and what has no width.
        case (0xC2, 0xAD, _): (nil, 2)
        case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x81, 0xA0), (0xEF, 0xBB, 0xBF): (nil, 3)
        case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): (0x20, 3)
        case (0xE2, 0x80, 0x90...0x95), (0xE2, 0x88, 0x92): (0x2D, 3)
        case (0xEF, 0xBC, 0x81...0xBF): (0x21 + third - 0x81, 3)
        case (0xEF, 0xBD, 0x80...0x9E): (0x60 + third - 0x80, 3)
        default: (text[at], 1)
        }
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
}
