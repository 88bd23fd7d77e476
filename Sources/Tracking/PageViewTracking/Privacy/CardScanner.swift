/// A scanner for numbers of payment cards (rule PR-005).
///
/// It tries every row of groups, so a number before a card hides no part of the card.
struct CardScanner {
    private let groups: DigitGroups
    private let fixedForms: FixedFormGroups
    private let gaps: [CardGap]

    static func candidates(in groups: DigitGroups, fixedForms: FixedFormGroups) -> [Range<Int>] {
        let scanner = CardScanner(groups, fixedForms)
        var candidates: [Range<Int>] = []
        for first in groups.ranges.indices { scanner.addCandidates(from: first, to: &candidates) }
        return candidates
    }

    private init(_ groups: DigitGroups, _ fixedForms: FixedFormGroups) {
        (self.groups, self.fixedForms) = (groups, fixedForms)
        gaps = groups.ranges.indices.dropLast().map { group in
            let gap = groups.gap(after: group)
            return CardGap(gap, isAsBefore: group > 0 && groups.gap(after: group - 1) == gap)
        }
    }

    /// Adds the candidates that begin with a group. A card number has at most 19 digits, so the loop sees few groups.
    private func addCandidates(from first: Int, to candidates: inout [Range<Int>]) {
        var digits: [UInt8] = []
        for last in first..<groups.count {
            guard last == first || gaps[last - 1].kind != .none, digits.count + groups.length(of: last) <= 19
            else { break }
            digits += groups.digits(of: last)
            guard CardNumber.isValid(digits), isPlausible(first, last) else { continue }
            candidates.append(groups.ranges[first].lowerBound..<groups.ranges[last].upperBound)
        }
    }

    private func isPlausible(_ first: Int, _ last: Int) -> Bool {
        let range = groups.ranges[first].lowerBound..<groups.ranges[last].upperBound
        guard !(first...last).contains(where: fixedForms.fixed.contains), !isInHash(range) else { return false }
        let lengths = (first...last).map(groups.length)
        // As one group, 13 digits are the number of an article or an order.
        if first == last { return lengths != [13] && !isFraction(first) }
        let gaps = gaps[first..<last]
        let hasPlainGaps = gaps.allSatisfy { $0.kind == .plain }
        // An even row has groups of one length. Only the last group may be shorter.
        let isEven = lengths.dropLast().allSatisfy { $0 == lengths[0] } && lengths[last - first] <= lengths[0]
        if isEven && lengths[0] == 4 || Self.isUsual(lengths, hasPlainGaps) { return true }
        guard !(first...last).contains(where: isInOtherNumber) else { return false }
        let isRegular = isEven && gaps.dropFirst().allSatisfy(\.isAsBefore)
        return isRegular || hasPlainGaps && lengths.reduce(0, +) != 13 && isWhole(first, last)
    }

    /// Returns whether cards of some networks have this grouping. A row of two groups also needs a plain gap.
    private static func isUsual(_ lengths: [Int], _ hasPlainGaps: Bool) -> Bool {
        lengths.count == 2
            ? hasPlainGaps && ([4, 6, 8].contains(lengths[0]) || lengths[1] == 4) : usualLengths.contains(lengths)
    }

    private static let usualLengths: Set = [
        [4, 6, 4], [4, 6, 5], [4, 4, 5], [4, 3, 3, 3], [3, 4, 4, 4], [4, 4, 8], [4, 8, 4], [8, 4, 4], [6, 4, 4, 4],
    ]

    /// Returns whether a group is a decimal fraction, as in `0.5077172505113161`.
    private func isFraction(_ group: Int) -> Bool {
        let gap = group > 0 ? groups.gap(after: group - 1) : []
        return gap.elementsEqual(".".utf8) || gap.elementsEqual(",".utf8) && groups.value(of: group - 1) == 0
    }

    /// Returns whether a range is a part of a hash: of 32 or more hexadecimal digits and dashes, with a letter.
    private func isInHash(_ range: Range<Int>) -> Bool {
        let isPart = { (byte: UInt8) in byte.hexDigit != nil || byte == 0x2D }
        let before = groups.bytes[..<range.lowerBound].suffix(32).reversed().prefix(while: isPart)
        let around = before + groups.bytes[range.upperBound...].prefix(32).prefix(while: isPart)
        return around.count + range.count >= 32 && around.contains { $0.isASCIILetter }
            && groups.bytes[range].allSatisfy(isPart)
    }

    private func isWhole(_ first: Int, _ last: Int) -> Bool {
        (first == 0 || gaps[first - 1].kind != .plain || isInOtherNumber(first - 1))
            && (last == gaps.count || gaps[last].kind != .plain || isInOtherNumber(last + 1))
    }

    /// Returns whether a group belongs to a date, a time, an amount or an expiry date.
    private func isInOtherNumber(_ group: Int) -> Bool {
        fixedForms.dates.contains(group) || group > 0 && gaps[group - 1].isTight
            || group < gaps.count && gaps[group].isTight
    }
}

private struct CardGap {
    enum Kind {
        case none
        /// Spaces and dashes, or `+` that encodes a space.
        case plain
        /// Like `plain`, with dots, slashes or underscores.
        case marked
    }

    let kind: Kind
    let isAsBefore: Bool
    /// Whether the gap joins its groups to a time, an amount or an expiry date.
    let isTight: Bool

    init(_ gap: ArraySlice<UInt8>, isAsBefore: Bool) {
        self.isAsBefore = isAsBefore
        isTight = gap.count == 1 && gap.allSatisfy { ":,./".utf8.contains($0) }
        // A `+` after a space is the sign of a phone number.
        let isSigned = gap.last == 0x2B && gap.contains(0x20)
        let isMarked = gap.contains { $0 == 0x2E || $0 == 0x2F || $0 == 0x5F }
        kind = isSigned || !gap.allSatisfy(\.isSeparator) ? .none : isMarked ? .marked : .plain
    }
}

enum CardNumber {
    /// Returns whether digits have the check digit, and the first digits and the length of a payment network.
    static func isValid(_ digits: [UInt8]) -> Bool {
        let prefix = digits.prefix(4).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard lengths(of: prefix).contains(digits.count) else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, next in
            let value = Int(next.element - 0x30)
            // Of the digits from the end, every second one counts twice. A sum of two digits counts as their sum.
            return sum + (next.offset.isMultiple(of: 2) ? value : value < 5 ? value * 2 : value * 2 - 9)
        }
        return sum.isMultiple(of: 10)
    }

    /// Returns the lengths of the cards with these first four digits.
    private static func lengths(of prefix: Int) -> [Int] {
        switch prefix {
        case 1_800, 2_131, 3_400..<3_500, 3_700..<3_800: [15]  // JCB, American Express
        case 3_000..<3_060: [14]  // Diners Club
        case 3_095, 3_600..<3_700, 3_800..<4_000: [14, 16, 17, 18, 19]  // Diners Club
        case 2_200...2_205, 3_500..<3_600, 6_200..<6_300: [16, 17, 18, 19]  // Mir, JCB, UnionPay
        case 4_000..<5_000: [13, 16, 18, 19]  // Visa
        case 2_221...2_720, 5_100..<5_600, 8_600, 9_792, 9_860: [16]  // Mastercard, UzCard, Troy, Humo
        case 5_018, 5_020, 5_038, 5_893, 6_304, 6_759, 6_761...6_763: Array(13...19)  // Maestro
        case 5_000..<5_100, 5_600..<5_900, 6_000..<7_000: [16, 18, 19]  // Maestro, Discover
        default: []
        }
    }
}
