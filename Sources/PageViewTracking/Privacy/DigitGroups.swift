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
