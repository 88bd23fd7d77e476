/// The text around a number, and whether a phone number can begin or end there (rule PR-006).
extension DigitGroups {
    func byte(before at: Int) -> UInt8 { at > 0 ? bytes[at - 1] : 0x20 }
    func byte(after at: Int) -> UInt8 { at < bytes.count ? bytes[at] : 0x20 }

    /// Returns whether a number can begin here: not within a word, another number, a path or a date. `withLetters` accepts a
    /// letter before it.
    func isBoundary(before at: Int, withLetters: Bool) -> Bool {
        let byte = byte(before: at)
        switch byte {
        case 0x2D, 0x2E, 0x2F, 0x2C: return !self.byte(before: at - 1).isASCIIAlphanumeric
        case 0x3A: return !self.byte(before: at - 1).isASCIIDigit
        // The marks of an order number and of an identifier.
        case 0x23, 0x5F: return false
        default: return !byte.isASCIIAlphanumeric || withLetters && byte.isASCIILetter
        }
    }

    /// Returns whether a number can end here. `withLetters` accepts a letter after it.
    func isBoundary(after at: Int, withLetters: Bool) -> Bool {
        let (byte, next) = (byte(after: at), byte(after: at + 1))
        switch byte {
        case 0x2D, 0x2F: return !next.isASCIIAlphanumeric
        case 0x2E, 0x2C, 0x3A: return !next.isASCIIDigit
        case 0x5F: return false
        default: return !byte.isASCIIAlphanumeric || withLetters && byte.isASCIILetter
        }
    }

    func isInAmount(after at: Int) -> Bool {
        (byte(after: at) == 0x2E || byte(after: at) == 0x2C) && byte(after: at + 1).isASCIIDigit
    }

    /// Returns the `+` before an international number, or before the parenthesis around its country.
    ///
    /// After a letter or digit, a `+` is an encoded space, unless the letters are a key of phone numbers. The result is
    /// `isApart` if spaces separate the `+` from the number.
    func plus(before digits: Int) -> (index: Int, isApart: Bool)? {
        var at = digits
        if byte(before: at) == 0x28 { at -= 1 }
        let end = at
        while end - at < 2, byte(before: at) == 0x20, at > 0 { at -= 1 }
        guard byte(before: at) == 0x2B, at > 0 else { return nil }
        let isApart = at < end
        at -= 1
        // Of two `+`, one encodes a space: after a word the first one, otherwise the second one.
        if byte(before: at) == 0x2B {
            return byte(before: at - 1).isASCIIAlphanumeric ? (at, isApart) : (at - 1, isApart)
        }
        let before = byte(before: at)
        return before.isASCIIDigit || before.isASCIILetter && !PhoneKey.isEnd(of: bytes[..<at])
            ? nil : (at, isApart)
    }
}

/// The text between two groups of a phone number (rule PR-006).
struct PhoneGap: Equatable {
    enum Kind {
        /// Only a parenthesis.
        case none
        case space, dash, dot, slash
        /// Separators of several kinds.
        case mixed
        /// A dot and a space, as at the end of a sentence.
        case sentenceEnd
    }

    private static let longest = 10

    let kind: Kind
    /// Whether a dash touches the next group, and not the group before.
    let isSigned: Bool
    let isOpening: Bool
    let isClosing: Bool

    /// Reads a gap: spaces and separators, perhaps with parentheses; `nil` for any other text.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= Self.longest else { return nil }
        var rest = bytes
        isClosing = rest.first == UInt8(ascii: ")") || rest.first == UInt8(ascii: "]")
        if isClosing { rest = rest.dropFirst() }
        isOpening = rest.last == UInt8(ascii: "(") || rest.last == UInt8(ascii: "[")
        if isOpening { rest = rest.dropLast() }
        // A `+` at the end of the gap is a sign, unless the gap begins with one too. Beside spaces, every `+` is a sign.
        guard rest.last != Self.plus || rest.first == Self.plus, !rest.contains(Self.plus) || !rest.contains(0x20)
        else {
            return nil
        }
        isSigned = rest.last == 0x2D && rest.dropLast().last == 0x20
        var kind = Kind.none
        var isSpaced = false
        for byte in rest {
            let next: Kind
            switch byte {
            case 0x20, Self.plus:
                isSpaced = true
                continue
            case 0x2D: next = .dash
            case 0x2E: next = .dot
            case 0x2F: next = .slash
            default: return nil
            }
            kind = kind == .none || kind == next ? next : .mixed
        }
        let isUneven = isSpaced && (rest.first == 0x2E || rest.last == 0x2E)
        if kind == .none, isSpaced { kind = .space }
        if kind == .dot, isUneven, !isClosing, !isOpening { kind = .sentenceEnd }
        self.kind = kind
    }

    var hasParenthesis: Bool { isOpening || isClosing }

    private static let plus = UInt8(ascii: "+")
}
