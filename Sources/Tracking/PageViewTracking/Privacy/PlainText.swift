/// A text as a person reads it (rule PR-004).
///
/// Escapes become characters, and wide letters and digits become ASCII. Every space and dash becomes an ASCII space or dash,
/// and invisible characters are removed. Each byte maps to its source in the text.
struct PlainText {
    private let content: SourceMappedBytes

    var bytes: [UInt8] { content.bytes }

    /// Reads a text that may contain escapes and characters outside ASCII.
    init(_ text: [UInt8], notations: Escape.Notations) {
        // Reads escapes first, because they may represent parts of a character.
        content = Self.read(UnescapedText(text, notations: notations).content)
    }

    /// Returns the range of the original text for a range of these bytes, which must not be empty.
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

/// The character that a person reads (rule PR-004).
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

    /// Reads a character outside ASCII.
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

/// A text without its escapes, including nested ones (rule PR-004). It needs linear time.
struct UnescapedText {
    private(set) var content: SourceMappedBytes

    var bytes: [UInt8] { content.bytes }

    /// The maximal number of nested escapes.
    private static let deepestLayer = 4

    init(_ text: [UInt8], notations: Escape.Notations) {
        content = SourceMappedBytes(identity: text)
        for _ in 0..<Self.deepestLayer {
            guard let inner = Self.unescaped(content, notations) else { return }
            content = inner
        }
    }

    /// Returns the text without its outermost escapes; `nil` if it has none.
    private static func unescaped(_ text: SourceMappedBytes, _ notations: Escape.Notations) -> SourceMappedBytes? {
        let bytes = text.bytes
        guard bytes.contains(where: isFirstOfEscape) else { return nil }
        var result = SourceMappedBytes(capacity: bytes.count)
        var (at, isChanged) = (0, false)
        while at < bytes.count {
            let escape = Escape(in: bytes, at: at, notations: notations)
            // A run of backslashes without an escape is skipped at once, so that the time stays linear.
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

/// Bytes that were read from a text, and the source of each byte in that text (rule PR-004).
struct SourceMappedBytes {
    private(set) var bytes: [UInt8] = []
    private var starts: [Int] = []
    private var ends: [Int] = []
    /// Whether each byte is its own source, so that no indices are stored.
    private let isIdentity: Bool

    /// Creates bytes that are their own source.
    init(identity bytes: [UInt8]) {
        self.bytes = bytes
        isIdentity = true
    }

    /// Creates an empty list with a capacity.
    init(capacity: Int) {
        isIdentity = false
        bytes.reserveCapacity(capacity)
        starts.reserveCapacity(capacity)
        ends.reserveCapacity(capacity)
    }

    mutating func append(_ byte: UInt8, from source: Range<Int>) {
        bytes.append(byte)
        starts.append(source.lowerBound)
        ends.append(source.upperBound)
    }

    /// Returns the range of the text for a range of these bytes, which must not be empty.
    func source(of range: Range<Int>) -> Range<Int> {
        isIdentity ? range : starts[range.lowerBound]..<ends[range.upperBound - 1]
    }
}
