// The standard library of Embedded Swift cannot write floating-point numbers.

extension AnalyticsValue: CustomStringConvertible {
    /// The value as a Swift literal, such as `89`, `"shoes"` or `["sale": true]`. `null` is `nil`.
    public var description: String {
        switch self {
        case .null: "nil"
        case .bool(let flag): "\(flag)"
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .decimal(let number): number.text
        case .string(let text): text.debugDescription
        case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
        case .object(let object): object.description
        }
    }
}

extension Payload.Entry: CustomStringConvertible {
    /// The name and the value, such as `"price": 89`.
    public var description: String { "\(key.debugDescription): \(value)" }
}

extension Payload: CustomStringConvertible {
    /// The values in their order, as a Swift literal: `["price": 89, "sale": true]`.
    public var description: String { isEmpty ? "[:]" : "[\(entries.map(\.description).joined(separator: ", "))]" }
}

extension PageViewEvent: CustomStringConvertible {
    /// The page and its payload, such as `item (shoes), ["price": 89]`.
    public var description: String { payload.isEmpty ? "\(pageContext)" : "\(pageContext), \(payload)" }
}

extension PageState: CustomStringConvertible {
    /// The state and the page, such as `pending item (shoes)` or `ready item (shoes), ["price": 89]`.
    public var description: String {
        switch self {
        case .pending(let page): "pending \(page)"
        case .ready(let event): "ready \(event)"
        }
    }
}
