/// A text as somebody reads it: escapes of links undone, wide letters and digits as ASCII, all sorts of spaces and dashes as one,
/// what cannot be seen left out. Each byte knows where in the text it comes from (rule PR-004).
struct PlainText {
    private(set) var bytes: [UInt8] = []
    private var starts: [Int] = []
    private var ends: [Int] = []

    init(_ text: some Collection<UInt8>) {
        // Escapes first: what they stand for may be a part of a character.
        let text = UnescapedText(text)
        bytes.reserveCapacity(text.bytes.count)
        starts.reserveCapacity(text.bytes.count)
        ends.reserveCapacity(text.bytes.count)
        var at = 0
        while at < text.bytes.count {
            let next = text.next(at: at)
            switch next.reading {
            case .itself:
                for at in at..<(at + next.length) { append(text.bytes[at], text.source(of: at..<(at + 1))) }
            case .ascii(let byte): append(byte, text.source(of: at..<(at + next.length)))
            case .nothing: break
            }
            at += next.length
        }
    }

    private mutating func append(_ byte: UInt8, _ source: Range<Int>) {
        bytes.append(byte)
        starts.append(source.lowerBound)
        ends.append(source.upperBound)
    }

    /// Where in the text these bytes come from.
    func source(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<ends[range.upperBound - 1] }
}

extension UnescapedText {
    /// What the character here is read as, and how many bytes it has.
    fileprivate func next(at: Int) -> (reading: CharacterReading, length: Int) {
        let first = bytes[at]
        guard first >= 0x80 else { return (CharacterReading(ascii: first), 1) }
        // An escape can stand for any byte, also for one that belongs to no character.
        guard let scalar = scalar(at: at) else { return (.itself, 1) }
        return (CharacterReading(scalar), UTF8.width(scalar))
    }

    private func scalar(at: Int) -> Unicode.Scalar? {
        var decoder = UTF8()
        var rest = bytes[at..<min(at + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
        return scalar
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
}
