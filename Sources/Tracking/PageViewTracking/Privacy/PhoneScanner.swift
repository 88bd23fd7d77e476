/// A scanner for phone numbers in the six forms that people write (rule PR-006).
///
/// Digits alone are not a phone number, because orders have numbers too. A phone number needs a sign, a key, or groups of
/// certain lengths. The scanner tries every group as a start, so a number before a phone number hides no part of it.
struct PhoneScanner {
    /// The smallest number of digits in a phone number, which follows a key.
    static let fewestDigits = 7

    private let groups: DigitGroups
    private let fixedForms: FixedFormGroups
    private let gaps: [PhoneGap?]
    /// The key of the property, if the text is its value.
    private let key: ArraySlice<UInt8>

    static func candidates(in groups: DigitGroups, fixedForms: FixedFormGroups, under key: String) -> [Range<Int>] {
        let scanner = PhoneScanner(groups, fixedForms, key)
        return groups.ranges.indices.compactMap(scanner.candidate)
    }

    private init(_ groups: DigitGroups, _ fixedForms: FixedFormGroups, _ key: String) {
        (self.groups, self.fixedForms, self.key) = (groups, fixedForms, ArraySlice(key.utf8))
        gaps = groups.ranges.indices.dropLast().map { PhoneGap(groups.gap(after: $0)) }
    }

    /// Returns the number that begins with a group, including its sign and parenthesis.
    private func candidate(from first: Int) -> Range<Int>? {
        let digits = groups.ranges[first].lowerBound
        if let plus = groups.plus(before: digits) {
            let isEnclosed =
                groups.byte(before: plus.index) == 0x28 && first < gaps.count && gaps[first]?.isClosing == true
            let start = isEnclosed ? plus.index - 1 : plus.index
            if let end = international(from: first, isApart: plus.isApart) { return start..<end }
        }
        guard !fixedForms.dates.contains(first) else { return nil }
        let start = isInParentheses(first) ? digits - 1 : digits
        let isSecond = (1...5).contains { $0 <= first && isPair(first - $0, first) }
        let isBoundary = isSecond || groups.isBoundary(before: start, withLetters: start < digits)
        let hasKey = { PhoneKey.precedes(start, in: groups.bytes) || isBoundary && PhoneKey.isEnd(of: key) }
        if let end = afterKey(from: first), hasKey() { return start..<end }
        guard isBoundary, !fixedForms.fixed.contains(first) else { return nil }
        return (northAmerican(from: first) ?? national(from: first) ?? withAreaCode(from: first)).map { start..<$0 }
    }

    // MARK: Forms

    /// Returns the end of a number of form 1: 8 to 15 digits after `+`. The first is not 0.
    private func international(from first: Int, isApart: Bool) -> Int? {
        guard groups.bytes[groups.ranges[first].lowerBound] != 0x30 else { return nil }
        if isApart, groups.length(of: first) > 3 { return nil }
        let isNorthAmerican = groups.digits(of: first).first == 0x31
        return longest(from: first, digits: 8...15) { last, count in
            let gaps = gaps[first..<last]
            guard gaps.allSatisfy({ $0 != nil }) else { return .stop }
            if isNorthAmerican, last > first, count - groups.length(of: last) == 11 { return .stop }
            let end = groups.ranges[last].upperBound
            // An amount can have a sign too.
            let isAmount =
                gaps.last??.kind == .dot && groups.length(of: last) < 3 && gaps.count { $0?.kind == .dot } == 1
            let separator: PhoneGap.Kind = isApart ? .space : .dot
            let isGrouped =
                count <= 10 && !gaps.isEmpty && gaps.allSatisfy { $0?.kind == separator }
                && groups.length(of: first) <= 3
                && ((first + 1)...last).allSatisfy { groups.length(of: $0) == 3 }
            // A dash that touches only the next group is the sign of another number.
            let isSigned = count < 10 && gaps.contains { $0?.isSigned == true }
            if isAmount || isGrouped || isSigned || groups.isInAmount(after: end) || isApart && last == first {
                return .notYet
            }
            return groups.isBoundary(after: end, withLetters: true) ? .yes : .perhaps
        }
    }

    /// Returns the end of a number of form 4: three, three and four digits, perhaps after a 1.
    private func northAmerican(from first: Int) -> Int? {
        let start = groups.length(of: first) == 1 && groups.digits(of: first).first == 0x31 ? first + 1 : first
        let last = start + 2
        guard last < groups.count, groups.length(of: start) == 3, groups.length(of: start + 1) == 3,
            groups.length(of: last) == 4, groups.bytes[groups.ranges[start].lowerBound] >= 0x32,
            groups.bytes[groups.ranges[start + 1].lowerBound] >= 0x32, let one = gaps[start], let two = gaps[start + 1],
            start == first || gaps[first].map({ $0.kind != .sentenceEnd && !$0.isClosing }) == true,
            isBoundary(from: first, after: last, withLetters: true)
        else { return nil }
        let isOpened = isInParentheses(start)
        guard one.isClosing == isOpened, !one.isOpening, !two.hasParenthesis, two.kind != .sentenceEnd else {
            return nil
        }
        let isAlike = one == two && one.kind != .slash
        return isOpened || isAlike || two.kind == .dash && one.kind != .sentenceEnd
            ? groups.ranges[last].upperBound : nil
    }

    /// Returns the end of a number of form 2 or 3: 10 to 17 digits that begin with `00`, or 9 to 12 that begin with `0`.
    private func national(from first: Int) -> Int? {
        let digits = groups.digits(of: first)
        guard digits.first == 0x30, digits.count <= 17 else { return nil }
        let next = first < gaps.count ? gaps[first] : nil
        // A `0` alone is valid only in `(0)170`, in `0 (532) 123`, and in the groups of a whole number.
        if digits.count == 1, next?.hasParenthesis != true, !isRow(first, [1, 3, 3, 2, 2]),
            !isRow(first, [1, 3, 3, 4]),
            !isRow(first, [1, 3, 3, 3], isApart: true), !isRow(first, [1, 4, 4], isApart: true)
        {
            return nil
        }
        let isAbroad = digits.count >= 2 && digits.dropFirst().first == 0x30
        guard isAbroad || digits.count <= 6 else { return nil }
        // A third 0 means another kind of number.
        let second =
            digits.count > 2
            ? digits.dropFirst(2).first : first + 1 < groups.count ? groups.digits(of: first + 1).first : nil
        if isAbroad, second == 0x30 { return nil }
        let isOpened = isInParentheses(first)
        return longest(from: first, digits: isAbroad ? 10...17 : 9...15) { last, count in
            guard last > first else { return .notYet }
            guard let gap = gaps[last - 1], gap.kind != .sentenceEnd else { return .stop }
            guard !isOpened || last > first + 1 || gap.isClosing else { return .stop }
            let kinds = gaps[first..<last]
            let hasDots = kinds.contains { $0?.kind == .dot || $0?.kind == .mixed }
            let isMixed = hasDots && kinds.contains { $0?.kind != .dot && $0?.hasParenthesis != true }
            let hasExtension = isAbroad && groups.byte(after: groups.ranges[last].upperBound) == UInt8(ascii: "x")
            let hasLetters = hasExtension || kinds.contains { $0?.hasParenthesis == true }
            let isBoundary = isBoundary(from: first, after: last, withLetters: hasLetters)
            // More than 12 digits need an extension at the end.
            let extensionLength = gap.kind == .dash && groups.length(of: last) <= 3 ? groups.length(of: last) : 0
            let isTooLong = !isAbroad && count - extensionLength > 12
            // A last group of one digit is the check digit of an ISBN.
            let isBook = groups.length(of: last) == 1 && extensionLength == 0
            return isMixed || isTooLong || isBook || isInThousands(first, last) || !isBoundary ? .notYet : .yes
        }
    }

    /// Returns the end of a number of form 5: an area code in parentheses, and 9 to 12 digits in all.
    private func withAreaCode(from first: Int) -> Int? {
        let area = groups.length(of: first) == 1 ? first + 1 : first
        guard area < groups.count, (2...5).contains(groups.length(of: area)), isInParentheses(area), area < gaps.count,
            gaps[area]?.isClosing == true, area == first || gaps[first]?.isOpening == true
        else { return nil }
        return longest(from: first, digits: 9...12) { last, _ in
            guard last > area else { return .notYet }
            guard let gap = gaps[last - 1], gap.kind != .sentenceEnd, gap.kind != .dot else { return .stop }
            let isBoundary = groups.isBoundary(after: groups.ranges[last].upperBound, withLetters: true)
            return gap.kind == .dash && isBoundary ? .yes : .notYet
        }
    }

    /// Returns the end of a number of form 6: 7 to 15 digits after a key.
    private func afterKey(from first: Int) -> Int? {
        longest(from: first, digits: Self.fewestDigits...15) { last, _ in
            guard last == first || gaps[last - 1].map({ $0.kind != .sentenceEnd }) == true else { return .stop }
            let end = groups.ranges[last].upperBound
            // A letter from A to F may continue a hexadecimal identifier, but not as the beginning of `ext 12`.
            let hasLetters =
                groups.byte(after: end).hexDigit == nil || groups.byte(after: end + 1) == UInt8(ascii: "x")
            return groups.isBoundary(after: end, withLetters: hasLetters) ? .yes : .notYet
        }
    }

    private enum Answer {
        /// A number.
        case yes
        /// A number, but another number touches its end.
        case perhaps
        /// Not a number. A longer row may be one.
        case notYet
        /// Not a number, and no longer row is one.
        case stop
    }

    /// Returns the end of the longest row of groups that is a number or, without one, of the longest row that may be one.
    /// `isNumber` decides about the row that ends with a group, by the group and the number of digits.
    private func longest(from first: Int, digits: ClosedRange<Int>, _ isNumber: (Int, Int) -> Answer) -> Int? {
        var (count, end, uncertainEnd): (Int, Int?, Int?) = (0, nil, nil)
        for last in first..<groups.count {
            count += groups.length(of: last)
            guard count <= digits.upperBound else { break }
            switch isNumber(last, count) {
            case .yes where count >= digits.lowerBound: end = groups.ranges[last].upperBound
            case .perhaps where count >= digits.lowerBound: uncertainEnd = groups.ranges[last].upperBound
            case .yes, .perhaps, .notYet: break
            case .stop: return end ?? uncertainEnd
            }
        }
        return end ?? uncertainEnd
    }

    // MARK: Groups

    private func isBoundary(from first: Int, after last: Int, withLetters: Bool) -> Bool {
        isPair(first, last + 1) || groups.isBoundary(after: groups.ranges[last].upperBound, withLetters: withLetters)
    }

    /// Returns whether a slash joins two numbers with groups of equal lengths. `second` is the first group of the second
    /// number.
    private func isPair(_ first: Int, _ second: Int) -> Bool {
        let length = second - first
        guard length >= 2, second + length <= groups.count, groups.gap(after: second - 1).elementsEqual([0x2F]) else {
            return false
        }
        return (first..<second).allSatisfy { groups.length(of: $0) == groups.length(of: $0 + length) }
            && groups.gap(after: first) == groups.gap(after: second)
            && groups.gap(after: first).first != 0x2F
    }

    private func isInParentheses(_ group: Int) -> Bool {
        groups.byte(before: groups.ranges[group].lowerBound) == 0x28 && group < gaps.count
            && gaps[group]?.isClosing == true
    }

    /// Returns whether groups have these lengths. With `isApart`, their gaps must be equal, and the gaps around them different.
    private func isRow(_ first: Int, _ lengths: [Int], isApart: Bool = false) -> Bool {
        let last = first + lengths.count - 1
        guard last < groups.count, lengths.indices.allSatisfy({ groups.length(of: first + $0) == lengths[$0] }) else {
            return false
        }
        return !isApart
            || (max(0, first - 1)...min(last, gaps.count - 1)).allSatisfy {
                (gaps[$0] == gaps[first]) == (first..<last).contains($0)
            }
    }

    /// Returns whether a group is the last part of a date, a time, a version or an amount.
    private func isFraction(_ group: Int) -> Bool {
        group > 0 && groups.gap(after: group - 1).count == 1 && groups.gap(after: group - 1).first != 0x20
    }

    /// Returns whether the groups end a number written in thousands: three digits each, after a shorter number.
    private func isInThousands(_ first: Int, _ last: Int) -> Bool {
        let start = groups.ranges[first].lowerBound
        return first > 0 && groups.length(of: first - 1) <= 3 && !isFraction(first - 1)
            && groups.ranges[first - 1].upperBound == start - 1
            && gaps[(first - 1)..<last].allSatisfy { $0?.kind == .space }
            && (first...last).allSatisfy { groups.length(of: $0) == 3 }
    }
}
