/// Finds numbers of payment cards (rule PR-005).
enum CardScanner {
    /// No number below this one is a card's.
    static let smallest: Int64 = 1_000_000_000_000
    private static let lengths = 13...19

    /// Where the numbers are, in order.
    static func matches(in bytes: [UInt8]) -> [Range<Int>] {
        let groups = DigitGroups(bytes).ranges
        var matches: [Range<Int>] = []
        var first = 0
        while first < groups.count {
            guard let last = lastGroup(in: bytes, groups, from: first) else {
                first += 1
                continue
            }
            matches.append(groups[first].lowerBound..<groups[last].upperBound)
            first = last + 1
        }
        return matches
    }

    /// The last of the groups that make a number together with this one; as many as go.
    private static func lastGroup(in bytes: [UInt8], _ groups: [Range<Int>], from first: Int) -> Int? {
        guard (0x32...0x36).contains(bytes[groups[first].lowerBound]) else { return nil }
        var digits: [UInt8] = []
        var found: Int?
        for group in first..<groups.count {
            if group > first, !isGap(bytes[groups[group - 1].upperBound..<groups[group].lowerBound]) { break }
            guard digits.count + groups[group].count <= lengths.upperBound else { break }
            digits += bytes[groups[group]]
            if isCard(digits) { found = group }
        }
        return found
    }

    /// Spaces and dashes, three at most; or the plus that stands for a space in a link.
    private static func isGap(_ gap: ArraySlice<UInt8>) -> Bool {
        gap.count <= 3 && gap.allSatisfy { $0 == 0x20 || $0 == 0x2D } || gap.elementsEqual([0x2B])
    }

    /// Whether digits are a card's number: of its length and first digit, and with the right check digit.
    static func isCard(_ digits: [UInt8]) -> Bool {
        guard lengths.contains(digits.count), let first = digits.first, (0x32...0x36).contains(first) else {
            return false
        }
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            guard digit.isASCIIDigit else { return false }
            let value = Int(digit - 0x30)
            sum += index.isMultiple(of: 2) ? value : value < 5 ? value * 2 : value * 2 - 9
        }
        return sum.isMultiple(of: 10)
    }
}
