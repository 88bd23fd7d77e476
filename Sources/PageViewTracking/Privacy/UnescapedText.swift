/// A text with its escapes undone, also escapes of escapes (rule PR-004). Linear in the length of the text.
struct UnescapedText {
    private(set) var content: SourceMappedBytes

    var bytes: [UInt8] { content.bytes }

    /// How often a text may have been escaped.
    private static let deepestLayer = 4

    init(_ text: [UInt8], notations: Escape.Notations) {
        content = SourceMappedBytes(identity: text)
        for _ in 0..<Self.deepestLayer {
            guard let inner = Self.unescaped(content, notations) else { return }
            content = inner
        }
    }

    /// The text without its outer escapes; `nil` if it has none.
    private static func unescaped(_ text: SourceMappedBytes, _ notations: Escape.Notations) -> SourceMappedBytes? {
        let bytes = text.bytes
        guard bytes.contains(where: isFirstOfEscape) else { return nil }
        var result = SourceMappedBytes(capacity: bytes.count)
        var (at, isChanged) = (0, false)
        while at < bytes.count {
            let escape = Escape(in: bytes, at: at, notations: notations)
            // Backslashes that begin no escape are passed over together, so that each is looked at once.
            let run = escape == nil && bytes[at] == backslash ? bytes[at...].prefix { $0 == backslash }.count : 1
            let range = at..<(at + (escape?.length ?? run))
            isChanged = isChanged || escape != nil
            switch escape?.meaning {
            case .byte(let byte): result.append(byte, from: text.source(of: range))
            case .scalar(let scalar):
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    result.append(byte, from: text.source(of: range))
                }
            case .nothing: break
            case nil: for index in range { result.append(bytes[index], from: text.source(of: index..<(index + 1))) }
            }
            at = range.upperBound
        }
        return isChanged ? result : nil
    }

    private static func isFirstOfEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "="), backslash: true
        default: false
        }
    }

    private static let backslash = UInt8(ascii: "\\")
}
