/// A type of the app whose values a payload can contain without conversion (rule EN-008).
///
/// Strings, Boolean values, numbers, optionals, and arrays and dictionaries of them conform. An enum with a raw value needs only
/// the declaration:
///
///     enum Category: String, AnalyticsValueConvertible { case pizza = "Pizza" }
public protocol AnalyticsValueConvertible {
    /// The value in a payload; `nil` if the payload leaves it out.
    var analyticsValue: AnalyticsValue? { get }
}

extension AnalyticsValueConvertible where Self: RawRepresentable, RawValue: AnalyticsValueConvertible {
    /// The raw value.
    public var analyticsValue: AnalyticsValue? { rawValue.analyticsValue }
}

extension AnalyticsValue: AnalyticsValueConvertible {
    /// The value itself, including `null`.
    public var analyticsValue: AnalyticsValue? { self }
}

extension Payload: AnalyticsValueConvertible {
    /// An object.
    public var analyticsValue: AnalyticsValue? { .object(self) }
}

extension Optional: AnalyticsValueConvertible where Wrapped: AnalyticsValueConvertible {
    /// The wrapped value; `nil` if there is none.
    public var analyticsValue: AnalyticsValue? { flatMap(\.analyticsValue) }
}

extension Array: AnalyticsValueConvertible where Element: AnalyticsValueConvertible {
    /// A list, with `null` for each element that has no value.
    public var analyticsValue: AnalyticsValue? { .array(map { $0.analyticsValue ?? .null }) }
}

extension Dictionary: AnalyticsValueConvertible where Key == String, Value: AnalyticsValueConvertible {
    /// An object with sorted keys.
    public var analyticsValue: AnalyticsValue? {
        let values = sorted { $0.key < $1.key }.compactMap { key, value in value.analyticsValue.map { (key, $0) } }
        return .object(Payload(values))
    }
}

extension String: AnalyticsValueConvertible {
    /// A string.
    public var analyticsValue: AnalyticsValue? { .string(self) }
}

extension Substring: AnalyticsValueConvertible {
    /// A string.
    public var analyticsValue: AnalyticsValue? { .string(String(self)) }
}

extension Bool: AnalyticsValueConvertible {
    /// A Boolean value.
    public var analyticsValue: AnalyticsValue? { .bool(self) }
}

extension Double: AnalyticsValueConvertible {
    /// A floating-point number.
    public var analyticsValue: AnalyticsValue? { .double(self) }
}

extension Float: AnalyticsValueConvertible {
    /// The `double` with the same shortest decimal, so that 4.4 stays 4.4.
    public var analyticsValue: AnalyticsValue? { .double(Double(description) ?? Double(self)) }
}

extension DecimalNumber: AnalyticsValueConvertible {
    /// A number with exact digits.
    public var analyticsValue: AnalyticsValue? { .decimal(self) }
}

extension AnalyticsValueConvertible where Self: BinaryInteger {
    /// An `int`; or, if it does not fit into `Int64`, a `decimal` with the same digits.
    public var analyticsValue: AnalyticsValue? {
        Int64(exactly: self).map(AnalyticsValue.int) ?? DecimalNumber(String(self)).map(AnalyticsValue.decimal)
    }
}

extension Int: AnalyticsValueConvertible {}
extension Int8: AnalyticsValueConvertible {}
extension Int16: AnalyticsValueConvertible {}
extension Int32: AnalyticsValueConvertible {}
extension Int64: AnalyticsValueConvertible {}
extension UInt: AnalyticsValueConvertible {}
extension UInt8: AnalyticsValueConvertible {}
extension UInt16: AnalyticsValueConvertible {}
extension UInt32: AnalyticsValueConvertible {}
extension UInt64: AnalyticsValueConvertible {}

/// Values that describe an event, written as a literal of the app's variables (rule EN-008).
///
///     additionalAttributes: [
///         "rating": product.rating,
///         "reviewCount": product.reviewCount,
///         "isAvailable": product.isAvailable,
///     ]
///
/// The values keep the order of the literal. An optional that is `nil` is left out.
public struct EventAttributes: Sendable, Hashable, ExpressibleByDictionaryLiteral, AnalyticsValueConvertible,
    CustomStringConvertible
{
    package let payload: Payload

    /// Creates attributes from the values of a payload.
    public init(_ payload: Payload = [:]) { self.payload = payload }

    /// Creates attributes from a literal. If a key occurs twice, the last value wins, at the position of the first.
    public init(dictionaryLiteral elements: (String, any AnalyticsValueConvertible)...) {
        self.init(Payload(elements.compactMap { key, value in value.analyticsValue.map { (key, $0) } }))
    }

    /// An object.
    public var analyticsValue: AnalyticsValue? { .object(payload) }
    /// The values in their order, as a Swift literal: `["price": 89, "sale": true]`.
    public var description: String { payload.description }
}
