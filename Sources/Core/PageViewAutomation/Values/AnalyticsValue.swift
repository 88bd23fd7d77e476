/// A value in a payload: any JSON value, with integers kept exact.
public enum AnalyticsValue: Sendable, Hashable {
    /// The JSON value `null`.
    case null
    /// A Boolean value.
    case bool(Bool)
    /// An integer.
    case int(Int64)
    /// A floating-point number. JSON has no NaN and no infinity; writers write `null` for them.
    case double(Double)
    /// A number with exact digits, such as an amount of money. A reader of the JSON gets an `int` or a `double`.
    case decimal(DecimalNumber)
    /// A string.
    case string(String)
    /// A list.
    case array([AnalyticsValue])
    /// Named values.
    case object(Payload)
}

extension AnalyticsValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates `null` from `nil`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a Boolean value from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer from a literal.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// Creates a floating-point number from a literal.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a string from a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a list from a literal.
    public init(arrayLiteral elements: AnalyticsValue...) { self = .array(elements) }
    /// Creates an object from a literal. If a key occurs twice, the last value wins.
    public init(dictionaryLiteral elements: (String, AnalyticsValue)...) { self = .object(Payload(elements)) }
}

/// A decimal number with the digits in which it was written: `10.90` stays `10.90`.
///
/// It is never converted to a binary fraction. Its text is a JSON number without an exponent, with at most 38 digits.
public struct DecimalNumber: Sendable, Hashable, CustomStringConvertible {
    package let text: String
    /// The digits, with a leading sign if the number is negative, and with a point if it has a fraction.
    public var description: String { text }

    /// Creates a number from its digits, such as `-12.50`. Returns `nil` for other text, and for more than 38 digits.
    public init?(_ text: String) {
        guard Self.isNumber(text) else { return nil }
        self.text = text
    }

    package var isNegative: Bool { text.utf8.first == 0x2D && text.utf8.contains { (0x31...0x39).contains($0) } }

    private static func isNumber(_ text: String) -> Bool {
        var bytes = Substring(text).utf8
        if bytes.first == 0x2D { bytes.removeFirst() }
        let parts = bytes.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return false }
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }) else { return false }
        return parts.reduce(0) { $0 + $1.count } <= 38
    }
}
