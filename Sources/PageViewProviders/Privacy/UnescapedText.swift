/// A text with the escapes of links undone. Each byte knows where in the text it comes from (rule PR-004).
struct UnescapedText {
    private(set) var bytes: [UInt8] = []
    private var starts: [Int] = []
    private let end: Int

    init(_ text: some Collection<UInt8>) {
        let text = Array(text)
        end = text.count
        bytes.reserveCapacity(text.count)
        starts.reserveCapacity(text.count)
        var at = 0
        while at < text.count {
            let (byte, length) = text[at] == 0x25 ? Self.escape(in: text, at: at) : (text[at], 1)
            bytes.append(byte)
            starts.append(at)
            at += length
        }
    }

    /// Where in the text these bytes come from.
    func source(of range: Range<Int>) -> Range<Int> {
        starts[range.lowerBound]..<(range.upperBound < starts.count ? starts[range.upperBound] : end)
    }

    /// `%40` is `@`, and so is `%2540`, which has been escaped twice.
    private static func escape(in text: [UInt8], at start: Int) -> (byte: UInt8, length: Int) {
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
}
