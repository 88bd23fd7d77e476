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
#endif
