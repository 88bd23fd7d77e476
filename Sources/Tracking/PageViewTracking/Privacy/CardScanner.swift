/// A scanner for numbers of payment cards (rule PR-005).
///
/// It tries every row of groups, so a number before a card hides no part of the card.
struct CardScanner {
    private let groups: DigitGroups
    private let dates: DateGroups
    private let gaps: [CardGap]

    static func candidates(in groups: DigitGroups, dates: DateGroups) -> [Range<Int>] {
        let scanner = CardScanner(groups, dates)
        var candidates: [Range<Int>] = []
        for first in groups.ranges.indices { scanner.addCandidates(from: first, to: &candidates) }
        return candidates
    }

    private init(_ groups: DigitGroups, _ dates: DateGroups) {
        (self.groups, self.dates) = (groups, dates)
        gaps = groups.ranges.indices.dropLast().map { group in
            let gap = groups.gap(after: group)
            return CardGap(gap, isAsBefore: group > 0 && groups.gap(after: group - 1) == gap)
        }
    }

    /// Adds the candidates that begin with a group. A card number has at most 19 digits, so the loop sees few groups.
    private func addCandidates(from first: Int, to candidates: inout [Range<Int>]) {
        var (number, row) = (CardNumber(), CardGrouping())
        for last in first..<groups.count {
            if last > first {
                guard gaps[last - 1].kind != .none else { break }
                row.add(gaps[last - 1], isFirst: last == first + 1)
            }
            row.add(length: groups.length(of: last))
            guard row.digits <= 19 else { break }
            number.append(groups.digits(of: last))
            guard number.isValid, isPlausible(row, first, last) else { continue }
            candidates.append(groups.ranges[first].lowerBound..<groups.ranges[last].upperBound)
        }
    }

    private func isPlausible(_ row: CardGrouping, _ first: Int, _ last: Int) -> Bool {
        let range = groups.ranges[first].lowerBound..<groups.ranges[last].upperBound
        guard !(first...last).contains(where: dates.isFixed), !isInHash(range) else { return false }
        // As one group, 13 digits are the number of an article or an order.
        if first == last { return row.digits != 13 && !isFraction(first) }
        if row.isInFours || row.isUsual { return true }
        guard !(first...last).contains(where: isInOtherNumber) else { return false }
        return row.isRegular || row.hasPlainGaps && row.digits != 13 && isWhole(first, last)
    }

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
        dates.contains(group) || group > 0 && gaps[group - 1].isTight || group < gaps.count && gaps[group].isTight
    }
}

/// The text between two groups of digits (rule PR-005).
private struct CardGap {
    enum Kind {
        case none
        /// Spaces and dashes, or `+` that encodes a space.
        case plain
        /// Like `plain`, with dots, slashes or underscores.
        case marked
    }

    let kind: Kind
    /// Whether the gap equals the one before.
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

/// The grouping of a candidate's digits (rule PR-005).
private struct CardGrouping {
    private(set) var digits = 0
    private(set) var hasPlainGaps = true
    private var (groups, firstLength, lastLength) = (0, 0, 0)
    /// The lengths of the groups, in five bits each. It is exact for up to six groups.
    private var shape: UInt32 = 0
    private var isUniform = true
    private var isEven = true

    mutating func add(_ gap: CardGap, isFirst: Bool) {
        if gap.kind != .plain { hasPlainGaps = false }
        if !isFirst, !gap.isAsBefore { isUniform = false }
    }

    mutating func add(length: Int) {
        // An even row has groups of one length. Only the last group may be shorter.
        if groups == 0 {
            firstLength = length
        } else {
            isEven = isEven && lastLength == firstLength && length <= firstLength
        }
        shape = shape << 5 | UInt32(length & 31)
        lastLength = length
        groups += 1
        digits += length
    }

    /// Whether all groups have one length, with equal gaps. The last group may be shorter.
    var isRegular: Bool { isEven && isUniform }

    /// Whether all groups have four digits, as on most cards. The last group may be shorter.
    var isInFours: Bool { isEven && firstLength == 4 }

    /// Whether cards of some networks have this grouping. A row of two groups also needs a plain gap.
    var isUsual: Bool {
        if groups == 2 {
            return hasPlainGaps && (firstLength == 4 || firstLength == 6 || firstLength == 8 || lastLength == 4)
        }
        return groups <= 4 && Self.usualShapes.contains(shape)
    }

    private static let usualShapes: Set<UInt32> = Set(
        [
            [4, 6, 4], [4, 6, 5], [4, 4, 5], [4, 3, 3, 3], [3, 4, 4, 4], [4, 4, 8], [4, 8, 4], [8, 4, 4], [6, 4, 4, 4],
        ].map { $0.reduce(0) { $0 << 5 | $1 } })
}

struct CardNumber {
    private var count = 0
    private var prefix = 0
    /// The two Luhn sums: one doubles the first, third and fifth digit, and so on; the other doubles the rest.
    private var sums = (odd: 0, even: 0)

    mutating func append(_ digits: some Sequence<UInt8>) {
        for digit in digits { append(digit) }
    }

    private mutating func append(_ digit: UInt8) {
        let value = Int(digit - 0x30)
        let doubled = value < 5 ? value * 2 : value * 2 - 9
        let isOdd = count.isMultiple(of: 2)
        // Modulo 10, so that a long run of digits does not overflow.
        sums = ((sums.odd + (isOdd ? doubled : value)) % 10, (sums.even + (isOdd ? value : doubled)) % 10)
        if count < 4 { prefix = prefix * 10 + value }
        count += 1
    }

    /// Whether the number has the check digit, and the first digits and the length of a payment network.
    var isValid: Bool {
        (count.isMultiple(of: 2) ? sums.odd : sums.even) == 0
            && lengths.contains(count)
    }

    /// The lengths of the cards with these first four digits.
    private var lengths: [Int] {
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
