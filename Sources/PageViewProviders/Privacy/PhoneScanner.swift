/// Finds phone numbers as they are written for people (rule PR-006).
///
/// Digits alone are no phone number: an order has a number like that too. It takes a plus in front, or the groups in which
/// phone numbers are written.
struct PhoneScanner {
    /// No phone number here has fewer digits.
    static let fewestDigits = 8

    private let bytes: [UInt8]
    private let groups: [Range<Int>]
    /// The end of the last number that was found.
    private var done = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        groups = DigitGroups(bytes).ranges
    }

    /// Where the numbers are, in order.
    static func matches(in bytes: [UInt8]) -> [Range<Int>] {
        var scanner = PhoneScanner(bytes)
        return scanner.matches()
    }

    private mutating func matches() -> [Range<Int>] {
        var matches: [Range<Int>] = []
        var next = 0
        for group in groups.indices where group >= next && groups[group].lowerBound >= done {
            if let match = match(at: group) {
                matches.append(match)
                done = match.upperBound
            } else if isDate(from: group) {
                next = group + 3
            }
        }
        return matches
    }

    /// The number that begins with this group of digits, with what is in front of it.
    private func match(at group: Int) -> Range<Int>? {
        let digits = groups[group].lowerBound
        let isInParentheses = byte(before: digits) == Self.open
        let start = isInParentheses ? digits - 1 : digits
        if byte(before: start) == Self.plus {
            let plus = start - 1
            let isInner = plus > 0 && byte(before: plus) == Self.open
            guard let end = international(from: group, plus: plus) else { return nil }
            return (isInner ? plus - 1 : plus)..<end
        }
        guard isFree(before: start, withLetters: isInParentheses) else { return nil }
        return (northAmerican(from: group) ?? national(from: group)).map { start..<$0 }
    }

    // MARK: Forms

    /// `+`, and 8 to 15 digits of which the first is not 0.
    private func international(from first: Int, plus: Int) -> Int? {
        guard !byte(before: plus).isASCIIDigit, bytes[groups[first].lowerBound] != 0x30 else { return nil }
        return longest(from: first, digits: 8...15) { last in
            let gaps = Self.gaps(in: groups, first, last, of: bytes)
            guard gaps.allSatisfy(Self.isInternationalGap) else { return .stop }
            // Amounts can have a sign, too.
            let isAmount = gaps.last == [Self.dot] && groups[last].count < 3
            let isGrouped =
                !gaps.isEmpty && gaps.allSatisfy { $0 == [Self.dot] } && groups[first].count <= 3
                && groups[(first + 1)...last].allSatisfy { $0.count == 3 }
            return isAmount || isGrouped || isInNumber(after: groups[last].upperBound) ? .shorter : .yes
        }
    }

    /// Three, three and four digits, of which the first and the fourth are 2 to 9; a 1 may be in front.
    private func northAmerican(from first: Int) -> Int? {
        let start = groups[first].count == 1 && bytes[groups[first].lowerBound] == 0x31 ? first + 1 : first
        let last = start + 2
        guard last < groups.count, groups[start].count == 3, groups[start + 1].count == 3, groups[last].count == 4,
            bytes[groups[start].lowerBound] >= 0x32, bytes[groups[start + 1].lowerBound] >= 0x32
        else { return nil }
        let gaps = Self.gaps(in: groups, first, last, of: bytes)
        let inner = gaps.suffix(2)
        let isInParentheses = byte(before: groups[start].lowerBound) == Self.open
        guard gaps.prefix(start - first).allSatisfy({ Self.isGap($0) || $0 == [0x20, Self.open] }) else { return nil }
        let isPlain = inner.allSatisfy { Self.isGap($0) && $0.first != Self.slash } && inner.first == inner.last
        let isOpened = isInParentheses && Self.isClosing(inner.first ?? []) && Self.isGap(inner.last ?? [])
        guard isPlain && !isInParentheses || isOpened, isFree(after: groups[last].upperBound, withLetters: true)
        else { return nil }
        return groups[last].upperBound
    }

    /// A 0, or 00 and a country, and groups behind it: 9 to 12 digits, or 10 to 17.
    private func national(from first: Int) -> Int? {
        let digits = bytes[groups[first]]
        let isAbroad = digits.count >= 2 && digits.dropFirst().first == 0x30
        guard digits.first == 0x30, (2...6).contains(digits.count) || isAbroad && digits.count <= 17 else { return nil }
        // One more 0 is the number of something else.
        let country: UInt8? = isAbroad && digits.count > 2 ? digits[digits.startIndex + 2] : nil
        guard country != 0x30, !isDate(from: first) else { return nil }
        let isInParentheses = byte(before: groups[first].lowerBound) == Self.open
        return longest(from: first, digits: isAbroad ? 10...17 : 9...12) { last in
            guard last > first else { return .shorter }
            let gaps = Self.gaps(in: groups, first, last, of: bytes)
            let plain = gaps.dropFirst(isInParentheses ? 1 : 0)
            guard plain.allSatisfy(Self.isGap) else { return .stop }
            guard !isInParentheses || Self.isClosing(gaps.first ?? []) else { return .stop }
            let dots = plain.count { $0 == [Self.dot] }
            let isMixed = dots > 0 && dots < plain.count
            return isMixed || isInThousands(first, last)
                || !isFree(after: groups[last].upperBound, withLetters: isInParentheses) ? .shorter : .yes
        }
    }

    private enum Answer {
        case yes, shorter, stop
    }

    /// The end of the longest row of groups that has so many digits and is a number.
    private func longest(from first: Int, digits: ClosedRange<Int>, _ isNumber: (Int) -> Answer) -> Int? {
        var (count, end): (Int, Int?) = (0, nil)
        for last in first..<groups.count {
            count += groups[last].count
            guard count <= digits.upperBound else { break }
            switch isNumber(last) {
            case .yes where count >= digits.lowerBound: end = groups[last].upperBound
            case .yes, .shorter: break
            case .stop: return end
            }
        }
        return end
    }

    /// Whether three groups are a day, with the same gap twice: two, two and four digits, or four, two and two, of which
    /// the four are a year of these centuries; or two, two and two, if a gap of another sort or none follows.
    private func isDate(from first: Int) -> Bool {
        guard first + 2 < groups.count else { return false }
        let gaps = Self.gaps(in: groups, first, first + 2, of: bytes)
        guard gaps.allSatisfy(Self.isGap), gaps.first == gaps.last else { return false }
        switch groups[first...(first + 2)].map(\.count) {
        case [2, 2, 4]: return isYear(first + 2)
        case [4, 2, 2]: return isYear(first)
        case [2, 2, 2]:
            let isLast = first + 3 == groups.count
            let next = isLast ? [] : Self.gaps(in: groups, first + 2, first + 3, of: bytes).first
            return gaps.first?.first != Self.space && next != gaps.first
        default: return false
        }
    }

    private func isYear(_ group: Int) -> Bool {
        let year = bytes[groups[group]]
        return year.starts(with: [0x31, 0x39]) || year.starts(with: [0x32, 0x30])
    }

    /// Whether the groups are the end of a number that is written in thousands: three digits each, and a number in front.
    private func isInThousands(_ first: Int, _ last: Int) -> Bool {
        let start = groups[first].lowerBound
        return byte(before: start) == Self.space && byte(before: start - 1).isASCIIDigit
            && groups[first...last].allSatisfy { $0.count == 3 }
    }

    // MARK: What is around it

    /// The byte in front of this place; what belongs to a number that was found counts as its replacement's bracket.
    private func byte(before at: Int) -> UInt8 {
        at <= 0 ? 0x20 : at <= done && done > 0 ? 0x5D : bytes[at - 1]
    }

    /// Whether a number can begin here: not within a word unless letters may be there, and not as a part of another number, a
    /// path or a date.
    private func isFree(before at: Int, withLetters: Bool) -> Bool {
        let byte = byte(before: at)
        switch byte {
        case 0x2D, 0x2E, 0x2F, 0x2C: return !self.byte(before: at - 1).isASCIIAlphanumeric
        case 0x3A: return !self.byte(before: at - 1).isASCIIDigit
        // An order's number, and a name's.
        case 0x23, 0x5F: return false
        default: return !byte.isASCIIAlphanumeric || withLetters && byte.isASCIILetter
        }
    }

    /// Whether a number can end here.
    private func isFree(after at: Int, withLetters: Bool) -> Bool {
        guard at < bytes.count else { return true }
        let next = at + 1 < bytes.count ? bytes[at + 1] : 0x20
        switch bytes[at] {
        case 0x2D, 0x2F: return !next.isASCIIAlphanumeric
        case 0x2E, 0x2C, 0x3A: return !next.isASCIIDigit
        case 0x5F: return false
        default: return !bytes[at].isASCIIAlphanumeric || withLetters && bytes[at].isASCIILetter
        }
    }

    /// Whether an amount goes on here.
    private func isInNumber(after at: Int) -> Bool {
        at + 1 < bytes.count && (bytes[at] == Self.dot || bytes[at] == 0x2C) && bytes[at + 1].isASCIIDigit
    }

    // MARK: Between groups

    private static func gaps(
        in groups: [Range<Int>], _ first: Int, _ last: Int, of bytes: [UInt8]
    ) -> [ArraySlice<UInt8>] {
        (first..<last).map { bytes[groups[$0].upperBound..<groups[$0 + 1].lowerBound].prefix(4) }
    }

    /// A space, a dash, a dot or a slash.
    private static func isGap(_ gap: ArraySlice<UInt8>) -> Bool {
        gap.count == 1 && gap.allSatisfy { [0x20, 0x2D, dot, slash].contains($0) }
    }

    /// The end of a parenthesis, and a gap if there is one.
    private static func isClosing(_ gap: ArraySlice<UInt8>) -> Bool {
        gap.first == close && (gap.count == 1 || isGap(gap.dropFirst()))
    }

    /// The same, or the beginning of a parenthesis.
    private static func isInternationalGap(_ gap: ArraySlice<UInt8>) -> Bool {
        isGap(gap) || isClosing(gap) || gap.last == open && (gap.count == 1 || isGap(gap.dropLast()))
    }

    private static let space = UInt8(ascii: " ")
    private static let plus = UInt8(ascii: "+")
    private static let open = UInt8(ascii: "(")
    private static let close = UInt8(ascii: ")")
    private static let dot = UInt8(ascii: ".")
    private static let slash = UInt8(ascii: "/")
}
