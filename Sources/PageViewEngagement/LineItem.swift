import PageViewTracking

/// A product in a cart or an order: which one, how many, and what one of them costs (rule EN-002).
public struct LineItem: Sendable, Hashable {
    /// What sort of product it is, such as `menuItem`.
    public let catalogObjectType: String
    /// Which product it is.
    public let catalogObjectID: String
    /// How many.
    public let quantity: Int
    /// What one costs, if that is known.
    public let price: Money?
    /// What else is known of it.
    public let attributes: Payload

    /// What a product in a cart is taken to be unless it is said.
    public static let defaultType = "menuItem"

    /// Creates a line item.
    ///
    /// - Throws: If the type or the id is blank, the quantity or the price below zero.
    public init(
        catalogObjectType: String = LineItem.defaultType, catalogObjectID: String, quantity: Int, price: Money? = nil,
        attributes: EventAttributes = [:]
    ) throws(EngagementError) {
        self.catalogObjectType = try catalogObjectType.checkedNotBlank("catalogObjectType")
        self.catalogObjectID = try catalogObjectID.checkedNotBlank("catalogObjectId")
        guard quantity >= 0 else { throw EngagementError("quantity", expected: "0 or more", found: "\(quantity)") }
        self.quantity = quantity
        self.price = try Price.checked(price, currency: nil)?.money
        self.attributes = attributes.payload
    }

    /// The item with all its fields, in the order in which they are declared; what it does not have is left out.
    public var payload: Payload {
        Payload(present: [
            ("catalogObjectType", .string(catalogObjectType)), ("catalogObjectId", .string(catalogObjectID)),
            ("quantity", .int(Int64(quantity))), ("price", price.map { .decimal($0.amount) }),
            ("currency", price.map { .string($0.currency.text) }), ("attributes", attributes.unlessEmpty),
        ])
    }

    /// What can be bought is at least one.
    func checkedNotNone() throws(EngagementError) -> LineItem {
        guard quantity > 0 else { throw EngagementError("quantity", expected: "1 or more", found: "\(quantity)") }
        return self
    }
}

extension Payload {
    /// Creates a payload of those values that are there.
    init(present elements: [(String, AnalyticsValue?)]) {
        self.init(elements.compactMap { key, value in value.map { (key, $0) } })
    }

    /// The payload as a value, if there is anything in it.
    var unlessEmpty: AnalyticsValue? { isEmpty ? nil : .object(self) }

    /// These values, and of the others those whose names are not among them.
    func completed(with others: Payload) -> Payload {
        var builder = PayloadBuilder()
        for entry in entries + others.entries + entries { builder.set(entry.key, entry.value) }
        return builder.finished
    }
}
