/// The runs of digits in a text, and the gaps between them.
struct DigitGroups {
    let bytes: [UInt8]
    /// Where the runs are, in order; each as long as possible.
    let ranges: [Range<Int>]

    init(_ bytes: [UInt8]) {
        var ranges: [Range<Int>] = []
        var start: Int?
        for (at, byte) in bytes.enumerated() {
            if byte.isASCIIDigit {
                start = start ?? at
            } else if let first = start {
                ranges.append(first..<at)
                start = nil
            }
        }
        if let first = start { ranges.append(first..<bytes.count) }
        (self.bytes, self.ranges) = (bytes, ranges)
        digits = ranges.reduce(0) { $0 + $1.count }
    }

    /// How many digits the text has.
    let digits: Int

    var count: Int { ranges.count }

    func length(of group: Int) -> Int { ranges[group].count }

    /// The digits of a group.
    func digits(of group: Int) -> ArraySlice<UInt8> { bytes[ranges[group]] }

    /// What is between a group and the next one. There is a next one.
    func gap(after group: Int) -> ArraySlice<UInt8> {
        bytes[ranges[group].upperBound..<ranges[group + 1].lowerBound]
    }

    /// The value of a group of at most four digits; `nil` for a longer one.
    func value(of group: Int) -> Int? {
        length(of: group) <= 4 ? digits(of: group).reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    }
}

/// The groups of digits that are dates, and times after dates. No phone number begins with them.
struct DateGroups {
    private var marks: [Bool]

    init(_ groups: DigitGroups) {
        marks = Array(repeating: false, count: groups.count)
        var first = 0
        while first < groups.count {
            guard let end = Self.endOfDate(in: groups, from: first) else {
                first += 1
                continue
            }
            let last = Self.endOfTime(in: groups, from: end)
            guard last > end || !Self.isInPairs(groups, from: first, to: end) else {
                first += 1
                continue
            }
            for group in first..<last { marks[group] = true }
            first = last
        }
    }

    func contains(_ group: Int) -> Bool { marks[group] }

    /// The index after a date: day, month and year in any order that people use, with the same separator twice, or eight digits
    /// that are year, month and day.
    private static func endOfDate(in groups: DigitGroups, from first: Int) -> Int? {
        if groups.length(of: first) == 8 {
            let number = groups.digits(of: first).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            return isYear(number / 10_000) && isMonthAndDay(number / 100 % 100, number % 100) ? first + 1 : nil
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
            // A row of pairs may be a phone number.
            let next = first + 3 < groups.count ? groups.gap(after: first + 2).first : nil
            let isFirst = first == 0 || groups.gap(after: first - 1).last != separator
            isDate =
                separator != space && next != separator && isFirst
                && (isMonthAndDay(one, two) || isMonthAndDay(two, one) || isMonthAndDay(two, three))
        default: isDate = false
        }
        return isDate ? first + 3 : nil
    }

    /// The index after a time that follows a date: hours, minutes and perhaps seconds.
    private static func endOfTime(in groups: DigitGroups, from first: Int) -> Int {
        guard first > 0, first < groups.count, groups.gap(after: first - 1).count == 1 else { return first }
        if groups.length(of: first) == 6 || groups.length(of: first) == 4 {
            let pairs = stride(from: groups.ranges[first].lowerBound, to: groups.ranges[first].upperBound, by: 2)
            let isTime = zip(pairs, [24, 60, 60]).allSatisfy { at, limit in
                Int(groups.bytes[at] - 0x30) * 10 + Int(groups.bytes[at + 1] - 0x30) < limit
            }
            return isTime && groups.length(of: first - 1) == 8 ? first + 1 : first
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
        // Pairs that continue in the same way are a phone number, unless the date is written in the same way, too.
        let isLonger = end < groups.count && groups.gap(after: end - 1) == gap
        let isAsDate = first > 1 && groups.gap(after: first - 2) == gap && groups.gap(after: first - 1) == gap
        return isLonger && !isAsDate ? first : end
    }

    /// Whether pairs continue behind what looks like a date with spaces, so that it is the beginning of a longer number.
    private static func isInPairs(_ groups: DigitGroups, from first: Int, to end: Int) -> Bool {
        end < groups.count && end - first == 3 && groups.length(of: end) == 2
            && groups.gap(after: end - 1).elementsEqual([space]) && groups.gap(after: first).elementsEqual([space])
    }

    /// A single space, dash, dot or slash after a group.
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
