import PageViewTracking

/// Events from a type and attributes, for apps that have no more (rule EN-006).
extension EngagementEvent {
    /// Creates an event of a type from attributes with the names that the rule lists; what is not listed is kept as it is.
    ///
    /// - Throws: If something is missing, of another type than it should be, or out of bounds.
    public init(type: EngagementEventType, attributes: EventAttributes = [:]) throws(EngagementError) {
        switch type {
        case .cart(let type): self = try Self.cart(type, attributes)
        case .catalog(let type): self = try Self.catalog(type, attributes)
        case .custom(let name): self = try .custom(name, attributes: attributes)
        }
    }

    private static func cart(
        _ type: CartEventType, _ attributes: EventAttributes
    ) throws(EngagementError) -> EngagementEvent {
        switch type {
        case .addToCart: return try addToCart(LineItem(attributes))
        case .removeFromCart: return removeFromCart(try LineItem(attributes, quantity: 0))
        case .updateQuantity: return updateQuantity(try LineItem(attributes))
        case .applyPromoCode:
            var reader = AttributeReader(attributes)
            return try applyPromoCode(try reader.requiredText("promoCode"), attributes: EventAttributes(reader.rest))
        case .view: return viewCart(attributes: attributes)
        case .checkoutStart: return checkoutStart(attributes: attributes)
        }
    }

    private static func catalog(
        _ type: CatalogEventType, _ attributes: EventAttributes
    ) throws(EngagementError) -> EngagementEvent {
        switch type {
        case .view: return viewCatalogObject(try CatalogObject(attributes))
        case .comment: return commentCatalogObject(try CatalogObject(attributes))
        case .search:
            var reader = AttributeReader(attributes)
            let term = try reader.requiredText("searchTerm", "query")
            let count = try reader.number("resultCount")
            return try search(term, resultCount: count, attributes: EventAttributes(reader.rest))
        }
    }
}

extension LineItem {
    /// Reads an item; how many there are must be said unless it is known.
    ///
    /// - Parameter currency: What a price is in that does not say.
    init(_ attributes: EventAttributes, quantity known: Int? = nil, currency: CurrencyCode = .usDollar)
        throws(EngagementError)
    {
        var reader = AttributeReader(attributes)
        let type = try reader.text("catalogObjectType", "productType") ?? Self.defaultType
        let id = try reader.requiredText("catalogObjectId", "productId")
        let quantity =
            if let known { try reader.number("quantity") ?? known } else { try reader.requiredNumber("quantity") }
        let price = try reader.price()
        let checked = try Price.checked(price, currency: try reader.text("currency"))
        try self.init(
            catalogObjectType: type, catalogObjectID: id, quantity: quantity,
            price: checked.map { Money(amount: $0.amount, currency: $0.currency ?? currency) },
            attributes: EventAttributes(reader.rest))
    }
}

extension CatalogObject {
    /// Reads an object.
    init(_ attributes: EventAttributes) throws(EngagementError) {
        var reader = AttributeReader(attributes)
        let type = try reader.text("type") ?? Self.defaultType
        let id = try reader.requiredText("catalogObjectId", "id")
        let related = try reader.related()
        try self.init(type: type, id: id, attributes: EventAttributes(reader.rest), related: related)
    }
}
