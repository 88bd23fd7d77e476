import PageViewTracking

/// A product in a cart or an order, with its quantity and the price of one piece (EN-002).
public struct LineItem: Sendable, Hashable {
    private let catalogObjectType: String
    private let catalogObjectID: String
    private let quantity: Int
    private let price: Money?
    private let attributes: Payload

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
        self.catalogObjectType = try catalogObjectType.checkedNotBlank("catalogObjectType")
        self.catalogObjectID = try catalogObjectID.checkedNotBlank("catalogObjectId")
        guard quantity >= 0 else { throw EngagementError("quantity", expected: "0 or more", found: "\(quantity)") }
        self.quantity = quantity
        self.price = try Price.checked(price, currency: nil)?.money
        self.attributes = attributes.payload
    }

    package var payload: Payload {
        Payload(present: [
            ("catalogObjectType", .string(catalogObjectType)), ("catalogObjectId", .string(catalogObjectID)),
            ("quantity", .int(Int64(quantity))), ("price", price.map { .decimal($0.amount) }),
            ("currency", price.map { .string($0.currency.text) }), ("attributes", attributes.nonEmptyValue),
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
    private let type: String
    private let id: String
    private let attributes: Payload
    private let relatedCatalogObjects: Payload

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
        self.type = try type.checkedNotBlank("type")
        self.id = try id.checkedNotBlank("id")
        self.attributes = attributes.payload
        relatedCatalogObjects = related
    }

    package var payload: Payload {
        Payload(present: [
            ("type", .string(type)), ("id", .string(id)), ("attributes", attributes.nonEmptyValue),
            ("relatedCatalogObjects", relatedCatalogObjects.nonEmptyValue),
        ])
    }
}

/// An order with its total and its items (EN-002).
///
/// The total is the app's own. It may differ from the sum of the items, because of discounts, fees and taxes.
public struct PurchaseOrder: Sendable, Hashable {
    private let id: String
    private let totalValue: Money
    private let lineItems: [LineItem]
    private let attributes: Payload

    /// Creates an order.
    ///
    /// - Throws: ``EngagementError`` if the id is blank, the total is negative, or the quantity of an item is 0.
    public init(
        id: String, totalValue: Money, lineItems: [LineItem] = [], attributes: EventAttributes = [:]
    ) throws(EngagementError) {
        self.id = try id.checkedNotBlank("id")
        guard !totalValue.amount.isNegative else {
            throw EngagementError("totalValue", expected: "an amount of 0 or more", found: "\(totalValue)")
        }
        self.totalValue = totalValue
        for (index, item) in lineItems.enumerated() {
            do throws(EngagementError) { _ = try item.checkedNotZero() } catch { throw error.inside("items[\(index)]") }
        }
        self.lineItems = lineItems
        self.attributes = attributes.payload
    }

    package var payload: Payload {
        Payload(present: [
            ("id", .string(id)), ("totalValue", .decimal(totalValue.amount)),
            ("currency", .string(totalValue.currency.text)),
            ("lineItems", lineItems.isEmpty ? nil : .array(lineItems.map { .object($0.payload) })),
            ("attributes", attributes.nonEmptyValue),
        ])
    }
}
