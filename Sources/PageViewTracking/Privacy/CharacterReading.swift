/// What a person reads a character as (rule PR-004).
enum CharacterReading {
    /// As what it is.
    case itself
    /// As another one, which is in ASCII.
    case ascii(UInt8)
    /// Not at all: it has no width.
    case nothing

    /// Tabs and line breaks are spaces; other control characters cannot be seen.
    init(ascii byte: UInt8) {
        switch byte {
        case 0x09...0x0D: self = .ascii(0x20)
        case 0x00..<0x20, 0x7F: self = .nothing
        default: self = .itself
        }
    }

    /// A character outside ASCII.
    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        // Letters of Latin: most texts have no others, and the tables need not be asked.
        case 0xC0..<0x2B0: self = .itself
        case 0xFF01...0xFF5E: self = .ascii(UInt8(scalar.value - 0xFF01 + 0x21))
        default: self = Self.small(scalar) ?? Self.byProperties(of: scalar)
        }
    }

    /// Small forms of what can stand in an address or a number, and the dots that domains may have.
    private static func small(_ scalar: Unicode.Scalar) -> CharacterReading? {
        switch scalar.value {
        case 0xFE6B: .ascii(0x40)
        case 0xB7, 0xFE52, 0x2024, 0x3002, 0xFF61: .ascii(0x2E)
        case 0xFE62: .ascii(0x2B)
        case 0xFE59: .ascii(0x28)
        case 0xFE5A: .ascii(0x29)
        // A bullet, a modifier and an emoji that look like dashes, and a blank of Braille: Unicode has them as symbols.
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
