/// A text as a person reads it (rule PR-004).
///
/// Escapes are undone, wide letters and digits are ASCII, all sorts of spaces and dashes are one, and invisible characters are left
/// out. Each byte knows where in the text it comes from.
struct PlainText {
    private let content: SourceMappedBytes

    var bytes: [UInt8] { content.bytes }

    /// Reads a text that may contain escapes and characters outside ASCII.
    init(_ text: [UInt8], notations: Escape.Notations) {
        // Escapes first: they may stand for a part of a character.
        content = Self.read(UnescapedText(text, notations: notations).content)
    }

    /// Where in the text these bytes come from. The range is not empty.
    func source(of range: Range<Int>) -> Range<Int> { content.source(of: range) }

    private static func read(_ text: SourceMappedBytes) -> SourceMappedBytes {
        let bytes = text.bytes
        guard bytes.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
        var result = SourceMappedBytes(capacity: bytes.count)
        var at = 0
        while at < bytes.count {
            let (reading, length) = character(in: bytes, at: at)
            switch reading {
            case .itself:
                for at in at..<(at + length) { result.append(bytes[at], from: text.source(of: at..<(at + 1))) }
            case .ascii(let byte): result.append(byte, from: text.source(of: at..<(at + length)))
            case .nothing: break
            }
            at += length
        }
        return result
    }

    /// What the character here is read as, and how many bytes it has.
    private static func character(in bytes: [UInt8], at: Int) -> (reading: CharacterReading, length: Int) {
        let first = bytes[at]
        guard first >= 0x80 else { return (CharacterReading(ascii: first), 1) }
        var decoder = UTF8()
        var rest = bytes[at..<min(at + 4, bytes.count)].makeIterator()
        // An escape can stand for any byte, also for one that belongs to no character.
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return (.itself, 1) }
        return (CharacterReading(scalar), UTF8.width(scalar))
    }
}
