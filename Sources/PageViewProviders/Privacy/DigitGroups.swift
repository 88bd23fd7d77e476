/// The runs of digits in a text.
struct DigitGroups {
    /// Where they are, in order; each as long as it goes.
    let ranges: [Range<Int>]

    init(_ bytes: [UInt8]) {
        var ranges: [Range<Int>] = []
        var start: Int?
        for (at, byte) in bytes.enumerated() {
            if byte.isASCIIDigit {
                start = start ?? at
            } else if let begun = start {
                ranges.append(begun..<at)
                start = nil
            }
        }
        if let begun = start { ranges.append(begun..<bytes.count) }
        self.ranges = ranges
    }
}
