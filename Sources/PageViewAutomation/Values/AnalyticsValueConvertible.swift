#if !hasFeature(Embedded)
/// A value of the app's own that can stand in a payload, without being wrapped (rule EN-008).
///
/// Texts, truth values, numbers, lists and dictionaries of them, and optionals conform, and enums over a raw value with no more
/// than the declaration:
///
///     enum Category: String, AnalyticsValueConvertible { case pizza = "Pizza" }
public protocol AnalyticsValueConvertible {
    /// The value as payloads have it; `nil` if there is nothing to say, and then it is left out.
    var analyticsValue: AnalyticsValue? { get }
}

extension AnalyticsValueConvertible where Self: RawRepresentable, RawValue: AnalyticsValueConvertible {
    /// The raw value.
    public var analyticsValue: AnalyticsValue? { rawValue.analyticsValue }
}

extension AnalyticsValue: AnalyticsValueConvertible {
    /// The value itself, `null` too.
    public var analyticsValue: AnalyticsValue? { self }
}

extension Payload: AnalyticsValueConvertible {
    /// An object.
    public var analyticsValue: AnalyticsValue? { .object(self) }
}

extension Optional: AnalyticsValueConvertible where Wrapped: AnalyticsValueConvertible {
    /// What is there; nothing for `nil`.
    public var analyticsValue: AnalyticsValue? { flatMap(\.analyticsValue) }
}

extension Array: AnalyticsValueConvertible where Element: AnalyticsValueConvertible {
    /// A list, with `null` in the place of what has nothing to say.
    public var analyticsValue: AnalyticsValue? { .array(map { $0.analyticsValue ?? .null }) }
}

extension Dictionary: AnalyticsValueConvertible where Key == String, Value: AnalyticsValueConvertible {
    /// An object, its names sorted.
    public var analyticsValue: AnalyticsValue? {
        .object(
            Payload(
                sorted { $0.key < $1.key }.compactMap { entry in
                    entry.value.analyticsValue.map { (entry.key, $0) }
                }))
    }
}

extension String: AnalyticsValueConvertible {
    /// A text.
    public var analyticsValue: AnalyticsValue? { .string(self) }
}

extension Substring: AnalyticsValueConvertible {
    /// A text.
    public var analyticsValue: AnalyticsValue? { .string(String(self)) }
}

extension Bool: AnalyticsValueConvertible {
    /// A truth value.
    public var analyticsValue: AnalyticsValue? { .bool(self) }
}

extension Double: AnalyticsValueConvertible {
    /// A number.
    public var analyticsValue: AnalyticsValue? { .double(self) }
}

extension Float: AnalyticsValueConvertible {
    /// A number: the one that its shortest decimal says, so that 4.4 stays 4.4.
    public var analyticsValue: AnalyticsValue? { .double(Double(description) ?? Double(self)) }
}

extension DecimalNumber: AnalyticsValueConvertible {
    /// A number, digit for digit.
    public var analyticsValue: AnalyticsValue? { .decimal(self) }
}

extension AnalyticsValueConvertible where Self: BinaryInteger {
    /// A whole number; one that 64 bits with a sign do not hold stands digit for digit.
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

/// Values that describe an event, written as a literal of the app's own variables (rule EN-008).
///
///     additionalAttributes: [
///         "rating": product.rating,
///         "reviewCount": product.reviewCount,
///         "isAvailable": product.isAvailable,
///     ]
///
/// They stay in the order in which they are written. An optional that is `nil` is left out.
public struct EventAttributes: Sendable, Hashable {
    /// The values as a payload.
    public let payload: Payload

    /// Takes the values of a payload.
    public init(_ payload: Payload = [:]) {
        self.payload = payload
    }
}

extension EventAttributes: ExpressibleByDictionaryLiteral {
    /// Creates attributes from a literal; of a name given twice the last value wins, in the place of the first.
    public init(dictionaryLiteral elements: (String, any AnalyticsValueConvertible)...) {
        self.init(Payload(elements.compactMap { key, value in value.analyticsValue.map { (key, $0) } }))
    }
}

extension EventAttributes: AnalyticsValueConvertible {
    /// An object.
    public var analyticsValue: AnalyticsValue? { .object(payload) }
}
#endif
