/// A text as a person reads it (rule PR-004).
///
/// Escapes become characters, and wide letters and digits become ASCII. Every space and dash becomes an ASCII space or dash,
/// and invisible characters are removed. Each byte maps to its source in the text.
struct PlainText {
    private let content: SourceMappedBytes

    var bytes: [UInt8] { content.bytes }

    init(_ text: [UInt8], notations: Escape.Notations) {
        // Reads escapes first, because they may represent parts of a character.
        content = Self.read(SourceMappedBytes(text).unescaped(notations))
    }

    /// Returns the range of the original text for a range of these bytes, which must not be empty.
    func source(of range: Range<Int>) -> Range<Int> { content.source(of: range) }

    private static func read(_ text: SourceMappedBytes) -> SourceMappedBytes {
        let bytes = text.bytes
        var result = SourceMappedBytes()
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
        default: self = Self.small(scalar) ?? Self.byProperties(of: scalar)
        }
    }

    /// Returns the ASCII form of small variants, and of the dots that domains may contain.
    private static func small(_ scalar: Unicode.Scalar) -> CharacterReading? {
        switch scalar.value {
        case 0xFE6B: .ascii(0x40)
        case 0xB7, 0xFE52, 0x2024, 0x3002, 0xFF61: .ascii(0x2E)
        case 0xFE62: .ascii(0x2B)
        case 0xFE59: .ascii(0x28)
        case 0xFE5A: .ascii(0x29)
        // A bullet, a modifier and an emoji that look like dashes, and a Braille blank. Unicode classifies them as symbols.
        case 0x2043, 0x02D7, 0x2796: .ascii(0x2D)
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

/// Bytes that were read from a text, and the source of each byte in that text (rule PR-004).
struct SourceMappedBytes {
    private(set) var bytes: [UInt8] = []
    private var sources: [Range<Int>] = []

    init() {}

    init(_ text: [UInt8]) {
        bytes = text
        sources = text.indices.map { $0..<($0 + 1) }
    }

    mutating func append(_ byte: UInt8, from source: Range<Int>) {
        bytes.append(byte)
        sources.append(source)
    }

    /// Returns the range of the text for a range of these bytes, which must not be empty.
    func source(of range: Range<Int>) -> Range<Int> {
        sources[range.lowerBound].lowerBound..<sources[range.upperBound - 1].upperBound
    }

    private static let deepestLayer = 4

    /// Returns the bytes without escapes, including nested ones. It needs linear time.
    func unescaped(_ notations: Escape.Notations) -> SourceMappedBytes {
        var text = self
        for _ in 0..<Self.deepestLayer {
            guard let inner = text.withoutOutermostEscapes(notations) else { break }
            text = inner
        }
        return text
    }

    /// Returns the bytes without their outermost escapes; `nil` if there are none.
    private func withoutOutermostEscapes(_ notations: Escape.Notations) -> SourceMappedBytes? {
        var result = SourceMappedBytes()
        var (at, isChanged) = (0, false)
        while at < bytes.count {
            let escape = Escape(in: bytes, at: at, notations: notations)
            // A run of backslashes without an escape is skipped at once, so that the time stays linear.
            let backslashes = escape == nil ? bytes[at...].prefix { $0 == UInt8(ascii: "\\") }.count : 0
            let range = at..<(at + (escape?.length ?? max(1, backslashes)))
            isChanged = isChanged || escape != nil
            switch escape?.meaning {
            case .byte(let byte): result.append(byte, from: source(of: range))
            case .scalar(let scalar):
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    result.append(byte, from: source(of: range))
                }
            case .nothing: break
            case nil: for index in range { result.append(bytes[index], from: sources[index]) }
            }
            at = range.upperBound
        }
        return isChanged ? result : nil
    }
}
