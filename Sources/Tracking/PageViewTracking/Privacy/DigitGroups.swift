/// The runs of digits in a text, and the gaps between them (rules PR-005, PR-006).
struct DigitGroups {
    let bytes: [UInt8]
    /// The ranges of the runs, in order. Each is as long as possible.
    let ranges: [Range<Int>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        ranges = bytes.indices.split { !bytes[$0].isASCIIDigit }
    }

    var count: Int { ranges.count }

    func length(of group: Int) -> Int { ranges[group].count }

    func digits(of group: Int) -> ArraySlice<UInt8> { bytes[ranges[group]] }

    /// Returns the text between a group and the next one, which must exist.
    func gap(after group: Int) -> ArraySlice<UInt8> {
        bytes[ranges[group].upperBound..<ranges[group + 1].lowerBound]
    }

    /// Returns the value of a group; `nil` if it has more than four digits.
    func value(of group: Int) -> Int? {
        length(of: group) <= 4 ? number(of: group) : nil
    }

    fileprivate func number(of group: Int) -> Int { digits(of: group).reduce(0) { $0 * 10 + Int($1 - 0x30) } }
}

/// Marks the groups of digits in which no phone number begins: dates, times after dates, and fixed forms (PR-006).
struct FixedFormGroups {
    /// The groups of dates, and of times after them.
    private(set) var dates: Set<Int> = []
    /// The groups of numbers of a fixed form, which are no card numbers either.
    private(set) var fixed: Set<Int> = []

    init(_ groups: DigitGroups) {
        markFixed(groups)
        var first = 0
        while first < groups.count {
            let end = Self.endOfDate(in: groups, from: first) ?? first
            let last = Self.endOfTime(in: groups, from: end)
            let isDate = end > first && (last > end || !Self.isInPairs(groups, from: first, to: end))
            if isDate { dates.formUnion(first..<last) }
            first = isDate ? last : first + 1
        }
    }

    private mutating func markFixed(_ groups: DigitGroups) {
        var first = 0
        while first < groups.count {
            var (last, form) = (first, "\(groups.length(of: first))")
            while last + 1 < groups.count, let separator = Self.separator(in: groups, after: last),
                last == first || separator == Self.separator(in: groups, after: first)
            {
                last += 1
                if form.utf8.count < 12 { form += "\(Unicode.Scalar(separator))\(groups.length(of: last))" }
            }
            let isJoined = first > 0 && Self.separator(in: groups, after: first - 1) != nil
            let isParcel = Self.parcels[form].map { groups.digits(of: first).starts(with: $0.utf8) } ?? false
            if Self.forms.contains(form) || isParcel && !isJoined { fixed.formUnion(first...last) }
            first = max(last, first + 1)
        }
    }

    /// The lengths of the groups of order numbers of Amazon and eBay, of articles (EAN), parcels and network addresses.
    private static let forms: Set<String> = ["3-7-7", "2-5-5", "1-6-6", "1 6 6", "3 3 2 4 4", "3.3.3.3"]
    /// The lengths of the groups of parcels, and the first digits.
    private static let parcels = ["4 4 4 2": "0", "4 4 4 4 4": "00", "4 4 4 4 4 2": "9"]

    /// Returns the index after a date; `nil` if there is none.
    ///
    /// A date is a day, a month and a year with two equal separators, in any usual order. Eight digits are a date too: year,
    /// month, day.
    private static func endOfDate(in groups: DigitGroups, from first: Int) -> Int? {
        if groups.length(of: first) == 8 {
            let number = groups.number(of: first)
            return isYear(number / 10_000) && isMonthAndDay(number / 100 % 100, number % 100) ? first + 1 : nil
        }
        // Six digits are a date only before the six digits of a time.
        if groups.length(of: first) == 6, first + 1 < groups.count, groups.length(of: first + 1) == 6 {
            let number = groups.number(of: first)
            let days = [number % 100, number / 10_000]
            let isDate = days.contains { isMonthAndDay(number / 100 % 100, $0) }
            return isDate && endOfTime(in: groups, from: first + 1) > first + 1 ? first + 1 : nil
        }
        guard first + 2 < groups.count, let separator = separator(in: groups, after: first),
            separator == self.separator(in: groups, after: first + 1), let one = groups.value(of: first),
            let two = groups.value(of: first + 1), let three = groups.value(of: first + 2)
        else { return nil }
        let isDate: Bool
        switch (groups.length(of: first), groups.length(of: first + 1), groups.length(of: first + 2)) {
        case (2, 2, 4): isDate = isYear(three) && (isMonthAndDay(one, two) || isMonthAndDay(two, one))
        case (4, 2, 2): isDate = isYear(one) && (isMonthAndDay(two, three) || isMonthAndDay(three, two))
        case (2, 2, 2):
            // A row of pairs may be a phone number instead.
            let next = first + 3 < groups.count ? groups.gap(after: first + 2).first : nil
            let isFirst = first == 0 || groups.gap(after: first - 1).last != separator
            isDate =
                separator != space && next != separator && isFirst
                && (isMonthAndDay(one, two) || isMonthAndDay(two, one) || isMonthAndDay(two, three))
        default: isDate = false
        }
        return isDate ? first + 3 : nil
    }

    /// Returns the index after a time that follows a date: hours, minutes and perhaps seconds. Without one, returns `first`.
    private static func endOfTime(in groups: DigitGroups, from first: Int) -> Int {
        guard first > 0, first < groups.count, groups.gap(after: first - 1).count == 1 else { return first }
        if groups.length(of: first) == 6 || groups.length(of: first) == 4 {
            let number = groups.number(of: first)
            let pairs = (groups.length(of: first) == 6 ? [number / 10_000] : []) + [number / 100 % 100, number % 100]
            let isTime = zip(pairs, [24, 60, 60]).allSatisfy(<)
            return isTime && [6, 8].contains(groups.length(of: first - 1)) ? first + 1 : first
        }
        guard first + 1 < groups.count else { return first }
        let gap = groups.gap(after: first)
        var end = first
        for limit in [24, 60, 60] {
            guard gap.count == 1, end < groups.count, groups.length(of: end) == 2,
                groups.value(of: end) ?? limit < limit,
                end == first || groups.gap(after: end - 1) == gap
            else { break }
            end += 1
        }
        guard end - first >= 2 else { return first }
        // If more pairs follow with this gap, the pairs are a phone number, unless the date has this gap too.
        let isLonger = end < groups.count && groups.gap(after: end - 1) == gap
        let isAsDate = first > 1 && groups.gap(after: first - 2) == gap && groups.gap(after: first - 1) == gap
        return isLonger && !isAsDate ? first : end
    }

    /// Returns whether a pair follows an apparent date with spaces. Both then belong to a longer number.
    private static func isInPairs(_ groups: DigitGroups, from first: Int, to end: Int) -> Bool {
        end < groups.count && end - first == 3 && groups.length(of: end) == 2
            && groups.gap(after: end - 1).elementsEqual([space]) && groups.gap(after: first).elementsEqual([space])
    }

    /// Returns the separator after a group: a single space, dash, dot or slash.
    private static func separator(in groups: DigitGroups, after group: Int) -> UInt8? {
        let gap = groups.gap(after: group)
        return gap.count == 1 ? gap.first.flatMap { $0 == space || (0x2D...0x2F).contains($0) ? $0 : nil } : nil
    }

    private static func isYear(_ year: Int) -> Bool { (1_900..<2_100).contains(year) }
    private static func isMonthAndDay(_ month: Int, _ day: Int) -> Bool {
        (1...12).contains(month) && (1...31).contains(day)
    }

    private static let space = UInt8(ascii: " ")
}
