import PageViewTracking

/// A product in a cart or an order, with its quantity and the price of one piece (EN-002).
public struct LineItem: Sendable, Hashable {
    package let payload: Payload
    private let quantity: Int

    /// The default type of a product in a cart.
    public static let defaultType = "menuItem"

    /// Creates a line item.
    ///
    /// - Parameters:
    ///   - catalogObjectType: The type of the product, such as `menuItem`.
    ///   - catalogObjectID: The id of the product.
    ///   - quantity: The number of pieces.
    ///   - price: The price of one piece, if it is known.
    ///   - attributes: Other attributes of the product.
    /// - Throws: ``EngagementError`` if the type or the id is blank, or if the quantity or the price is negative.
    public init(
        catalogObjectType: String = LineItem.defaultType, catalogObjectID: String, quantity: Int, price: Money? = nil,
        attributes: EventAttributes = [:]
    ) throws(EngagementError) {
        let type = try catalogObjectType.checkedNotBlank("catalogObjectType")
        let id = try catalogObjectID.checkedNotBlank("catalogObjectId")
        guard quantity >= 0 else { throw EngagementError("quantity", expected: "0 or more", found: "\(quantity)") }
        self.quantity = quantity
        let price = try Price.checked(price, currency: nil)?.money
        payload = Payload(present: [
            ("catalogObjectType", .string(type)), ("catalogObjectId", .string(id)), ("quantity", .int(Int64(quantity))),
            ("price", price.map { .decimal($0.amount) }), ("currency", price.map { .string($0.currency.text) }),
            ("attributes", attributes.payload.nonEmptyValue),
        ])
    }

    /// Returns the item. Throws if its quantity is 0, because a purchase has at least one piece.
    func checkedNotZero() throws(EngagementError) -> LineItem {
        guard quantity > 0 else { throw EngagementError("quantity", expected: "1 or more", found: "\(quantity)") }
        return self
    }
}

extension Payload {
    init(present elements: [(String, AnalyticsValue?)]) {
        self.init(elements.compactMap { key, value in value.map { (key, $0) } })
    }

    var nonEmptyValue: AnalyticsValue? { isEmpty ? nil : .object(self) }

    /// Returns these values, followed by the values of `others` under other names.
    func addingMissing(from others: Payload) -> Payload {
        var builder = PayloadBuilder()
        for entry in entries + others.entries + entries { builder.set(entry.key, entry.value) }
        return builder.finished
    }
}

/// An object of a catalogue: a product, a dish, an article (EN-002).
public struct CatalogObject: Sendable, Hashable {
    package let payload: Payload

    /// The default type of an object in a catalogue.
    public static let defaultType = "ProductBrowse"

    /// Creates an object of a catalogue.
    ///
    /// - Parameters:
    ///   - type: The type of the object, such as `ProductBrowse`.
    ///   - id: The id of the object.
    ///   - attributes: The attributes of the object, such as name, price and category.
    ///   - relatedCatalogObjects: The ids of related objects, grouped by relation, such as `size` and `sku`.
    /// - Throws: ``EngagementError`` if the type or the id is blank.
    public init(
        type: String = CatalogObject.defaultType, id: String, attributes: EventAttributes = [:],
        relatedCatalogObjects: KeyValuePairs<String, [String]> = [:]
    ) throws(EngagementError) {
        try self.init(
            type: type, id: id, attributes: attributes,
            related: Payload(relatedCatalogObjects.map { ($0.key, .array($0.value.map(AnalyticsValue.string))) }))
    }

    init(type: String, id: String, attributes: EventAttributes, related: Payload) throws(EngagementError) {
        payload = Payload(present: [
            ("type", .string(try type.checkedNotBlank("type"))), ("id", .string(try id.checkedNotBlank("id"))),
            ("attributes", attributes.payload.nonEmptyValue), ("relatedCatalogObjects", related.nonEmptyValue),
        ])
    }
}

/// An order with its total and its items (EN-002).
///
/// The total is the app's own. It may differ from the sum of the items, because of discounts, fees and taxes.
public struct PurchaseOrder: Sendable, Hashable {
    package let payload: Payload

    /// Creates an order.
    ///
    /// - Throws: ``EngagementError`` if the id is blank, the total is negative, or the quantity of an item is 0.
    public init(
        id: String, totalValue: Money, lineItems: [LineItem] = [], attributes: EventAttributes = [:]
    ) throws(EngagementError) {
        let id = try id.checkedNotBlank("id")
        guard !totalValue.amount.isNegative else {
            throw EngagementError("totalValue", expected: "an amount of 0 or more", found: "\(totalValue)")
        }
        for (index, item) in lineItems.enumerated() {
            do throws(EngagementError) { _ = try item.checkedNotZero() } catch { throw error.inside("items[\(index)]") }
        }
        payload = Payload(present: [
            ("id", .string(id)), ("totalValue", .decimal(totalValue.amount)),
            ("currency", .string(totalValue.currency.text)),
            ("lineItems", lineItems.isEmpty ? nil : .array(lineItems.map { .object($0.payload) })),
            ("attributes", attributes.payload.nonEmptyValue),
        ])
    }
}
