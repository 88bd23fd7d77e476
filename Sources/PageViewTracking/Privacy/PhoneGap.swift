/// What is between two groups of a phone number (rule PR-006).
struct PhoneGap: Equatable {
    enum Kind {
        /// A parenthesis alone.
        case none
        case space, dash, dot, slash
        /// Separators of several kinds.
        case mixed
        /// A dot and a space, as at the end of a sentence.
        case sentenceEnd
    }

    private static let longest = 10

    let kind: Kind
    /// Whether a dash is apart from the group before, and touches the next group.
    let isSigned: Bool
    /// Whether a parenthesis opens before the next group.
    let isOpening: Bool
    /// Whether a parenthesis closes after the group before.
    let isClosing: Bool

    /// Spaces and at most one sort of separator, perhaps with parentheses; `nil` for anything else.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= Self.longest else { return nil }
        var rest = bytes
        isClosing = rest.first == UInt8(ascii: ")") || rest.first == UInt8(ascii: "]")
        if isClosing { rest = rest.dropFirst() }
        isOpening = rest.last == UInt8(ascii: "(") || rest.last == UInt8(ascii: "[")
        if isOpening { rest = rest.dropLast() }
        // A plus that stands for a space is alone, or has one like itself at the other end; others are signs.
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
