/// The digits of what may be a card's number, one after the other (rule PR-005).
struct CardNumber {
    static let lengths = 13...19
    /// No card's number is smaller.
    static let smallest: Int64 = 1_000_000_000_000

    private var count = 0
    /// The first four digits.
    private var prefix = 0
    /// The sums of Luhn's formula that doubles the first, third and fifth digit, and of the one that doubles the others.
    private var sums = (odd: 0, even: 0)

    /// Whether a network may have numbers with this first digit.
    static func mayBegin(with digit: UInt8) -> Bool { (0x31...0x36).contains(digit) }

    /// Whether ASCII digits, and nothing else, are a card's number.
    static func isCard(_ digits: some Sequence<UInt8>) -> Bool {
        var number = CardNumber()
        for digit in digits {
            guard digit.isASCIIDigit else { return false }
            number.append(digit)
        }
        return number.isValid
    }

    mutating func append(_ digits: some Sequence<UInt8>) {
        for digit in digits { append(digit) }
    }

    private mutating func append(_ digit: UInt8) {
        let value = Int(digit - 0x30)
        let doubled = value < 5 ? value * 2 : value * 2 - 9
        let isOdd = count.isMultiple(of: 2)
        // Far more digits than a card has must not overflow.
        sums = ((sums.odd + (isOdd ? doubled : value)) % 10, (sums.even + (isOdd ? value : doubled)) % 10)
        if count < 4 { prefix = prefix * 10 + value }
        count += 1
    }

    /// Whether the length, the first digits and the check digit are a card's.
    var isValid: Bool {
        guard Self.lengths.contains(count), (count.isMultiple(of: 2) ? sums.odd : sums.even) == 0 else { return false }
        return (2_000..<7_000).contains(prefix) || count == 15 && prefix == 1_800
    }

    /// Whether a payment network has numbers with these first digits: no network has 20, 21, 28 or 29, but for 2131.
    var isOfNetwork: Bool {
        (2_200..<2_800).contains(prefix) || (3_000..<7_000).contains(prefix) || [1_800, 2_131].contains(prefix)
    }
}
