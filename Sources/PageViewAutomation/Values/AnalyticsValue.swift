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
