#if !hasFeature(Embedded)
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
