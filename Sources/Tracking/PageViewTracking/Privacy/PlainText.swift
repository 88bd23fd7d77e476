/// A text as a person reads it, and the source of each of its bytes in the original text (rule PR-004).
struct PlainText {
    private static let deepestLayer = 4

    private(set) var bytes: [UInt8] = []
    private var sources: [Range<Int>] = []

    private init() {}

    /// Replaces escapes, including nested ones. It needs linear time.
    init(unescaping text: [UInt8], _ notations: Escape.Notations) {
        bytes = text
        sources = text.indices.map { $0..<($0 + 1) }
        for _ in 0..<Self.deepestLayer {
            guard let inner = withoutOutermostEscapes(notations) else { break }
            self = inner
        }
    }

    /// Replaces escapes, and then characters.
    ///
    /// Wide letters and digits become ASCII. Every space and dash becomes an ASCII space or dash, and invisible characters are
    /// removed.
    init(_ text: [UInt8], notations: Escape.Notations) {
        // Escapes come first, because they may represent parts of a character.
        let unescaped = PlainText(unescaping: text, notations)
        var at = 0
        while at < unescaped.bytes.count {
            let (reading, length) = Self.character(in: unescaped.bytes, at: at)
            switch reading {
            case .itself: append(unescaped, at..<(at + length))
            case .ascii(let byte): append([byte], from: unescaped.source(of: at..<(at + length)))
            case .nothing: break
            }
            at += length
        }
    }

    /// Returns the range of the original text for a range of these bytes, which must not be empty.
    func source(of range: Range<Int>) -> Range<Int> {
        sources[range.lowerBound].lowerBound..<sources[range.upperBound - 1].upperBound
    }

    private mutating func append(_ new: some Collection<UInt8>, from source: Range<Int>) {
        bytes += new
        sources += repeatElement(source, count: new.count)
    }

    private mutating func append(_ other: PlainText, _ range: Range<Int>) {
        bytes += other.bytes[range]
        sources += other.sources[range]
    }

    /// Returns the bytes without their outermost escapes; `nil` if there are none.
    private func withoutOutermostEscapes(_ notations: Escape.Notations) -> PlainText? {
        var result = PlainText()
        var (at, isChanged) = (0, false)
        while at < bytes.count {
            let escape = Escape(in: bytes, at: at, notations: notations)
            // A run of backslashes without an escape is skipped at once, so that the time stays linear.
            let backslashes = escape == nil ? bytes[at...].prefix { $0 == UInt8(ascii: "\\") }.count : 0
            let range = at..<(at + (escape?.length ?? max(1, backslashes)))
            isChanged = isChanged || escape != nil
            switch escape?.meaning {
            case .byte(let byte): result.append([byte], from: source(of: range))
            case .scalar(let scalar):
                result.append(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter, from: source(of: range))
            case .nothing: break
            case nil: result.append(self, range)
            }
            at = range.upperBound
        }
        return isChanged ? result : nil
    }

    /// Returns the reading of the character at an index, and its length in bytes.
    private static func character(in bytes: [UInt8], at: Int) -> (reading: CharacterReading, length: Int) {
        let first = bytes[at]
        guard first >= 0x80 else { return (CharacterReading(ascii: first), 1) }
        var decoder = UTF8()
        var rest = bytes[at..<min(at + 4, bytes.count)].makeIterator()
        // An escape can represent any byte, even one that is not part of a character.
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return (.itself, 1) }
        return (CharacterReading(scalar), UTF8.width(scalar))
    }
}

enum CharacterReading {
    /// The character itself.
    case itself
    /// An ASCII character.
    case ascii(UInt8)
    /// No character, because it is invisible.
    case nothing

    /// Reads an ASCII character. Tabs and line breaks are spaces; other control characters are invisible.
    init(ascii byte: UInt8) {
        switch byte {
        case 0x09...0x0D: self = .ascii(0x20)
        case 0x00..<0x20, 0x7F: self = .nothing
        default: self = .itself
        }
    }

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        // A fast path for Latin letters, which avoids the Unicode tables for most texts.
        case 0xC0..<0x2B0: self = .itself
        case 0xFF01...0xFF5E: self = .ascii(UInt8(scalar.value - 0xFF01 + 0x21))
        default: self = Self.listed(scalar) ?? Self.byProperties(of: scalar)
        }
    }

    /// Returns the ASCII form of characters whose Unicode properties do not show it: small forms, dots, and some dashes.
    private static func listed(_ scalar: Unicode.Scalar) -> CharacterReading? {
        switch scalar.value {
        case 0xFE6B: .ascii(0x40)
        case 0xB7, 0xFE52, 0x2024, 0x3002, 0xFF61: .ascii(0x2E)
        case 0xFE62: .ascii(0x2B)
        case 0xFE59: .ascii(0x28)
        case 0xFE5A: .ascii(0x29)
        // A bullet, a modifier and an emoji that look like dashes.
        case 0x2043, 0x02D7, 0x2796: .ascii(0x2D)
        // A Braille blank.
        case 0x2800: .ascii(0x20)
        default: nil
        }
    }

    private static func byProperties(of scalar: Unicode.Scalar) -> CharacterReading {
        let properties = scalar.properties
        if properties.isWhitespace { return .ascii(0x20) }
        if properties.isDefaultIgnorableCodePoint { return .nothing }
        return switch properties.generalCategory {
        case .dashPunctuation: .ascii(0x2D)
        case .format, .control: .nothing
        default: properties.isDash ? .ascii(0x2D) : .itself
        }
    }
}
