/// A value in a payload: what JSON can say, with whole numbers kept whole.
public enum AnalyticsValue: Sendable, Hashable {
    /// Nothing.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// A number that need not be whole. Not a number and infinity have no place in JSON; writers say `null`.
    case double(Double)
    /// A number digit for digit, such as an amount of money. What reads it back from JSON gets a whole number or a `double`.
    case decimal(DecimalNumber)
    /// A text.
    case string(String)
    /// A list.
    case array([AnalyticsValue])
    /// Named values.
    case object(Payload)
}

extension AnalyticsValue: ExpressibleByNilLiteral {
    /// Creates `null` from `nil`.
    public init(nilLiteral: ()) { self = .null }
}

extension AnalyticsValue: ExpressibleByBooleanLiteral {
    /// Creates a truth value from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension AnalyticsValue: ExpressibleByIntegerLiteral {
    /// Creates a whole number from a literal.
    public init(integerLiteral value: Int64) { self = .int(value) }
}

extension AnalyticsValue: ExpressibleByFloatLiteral {
    /// Creates a number from a literal.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension AnalyticsValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates a text from a literal.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension AnalyticsValue: ExpressibleByArrayLiteral {
    /// Creates a list from a literal.
    public init(arrayLiteral elements: AnalyticsValue...) { self = .array(elements) }
}

extension AnalyticsValue: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal; of a key given twice the last wins.
    public init(dictionaryLiteral elements: (String, AnalyticsValue)...) { self = .object(Payload(elements)) }
}

/// A decimal number, digit for digit as it was written: `10.90` stays `10.90`, and no binary fraction comes between.
///
/// What it can be is what JSON has for a number without an exponent, in at most 38 digits.
public struct DecimalNumber: Sendable, Hashable {
    /// The digits, with a sign in front if it is negative and a point among them if there is one.
    public let text: String

    /// Creates a number from its digits, such as `-12.50`; `nil` if they are not a number, or more than 38.
    public init?(_ text: String) {
        guard Self.isNumber(text) else { return nil }
        self.text = text
    }

    /// Whether it is less than zero.
    public var isNegative: Bool { text.utf8.first == 0x2D && text.utf8.contains { (0x31...0x39).contains($0) } }

    /// How many digits stand behind the point.
    public var fractionDigits: Int {
        let digits = text.utf8
        return digits.firstIndex(of: 0x2E).map { digits.distance(from: $0, to: digits.endIndex) - 1 } ?? 0
    }

    private static let mostDigits = 38

    private static func isNumber(_ text: String) -> Bool {
        var bytes = Substring(text).utf8
        if bytes.first == 0x2D { bytes.removeFirst() }
        let parts = bytes.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return false }
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }) else { return false }
        return parts.reduce(0) { $0 + $1.count } <= mostDigits
    }
}

extension DecimalNumber: CustomStringConvertible {
    /// The digits.
    public var description: String { text }
}
