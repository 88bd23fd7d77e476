import PageViewTracking

/// The type of an engagement event: cart, catalogue, or the app's own (EN-001).
public enum EngagementEventType: Sendable, Hashable {
    /// An event about the cart.
    case cart(CartEventType)
    /// An event about the catalogue.
    case catalog(CatalogEventType)
    /// An event under a name of the app's own.
    case custom(String)

    package var name: String {
        switch self {
        case .cart(let type): type.rawValue
        case .catalog(let type): type.rawValue
        case .custom(let name): name
        }
    }
}

/// The events about a cart. The raw values are the names of the events.
public enum CartEventType: String, Sendable, Hashable, CaseIterable {
    /// A product is added to the cart.
    case addToCart = "AddToCart"
    /// A product is removed from the cart.
    case removeFromCart = "RemoveFromCart"
    /// A product in the cart has a new quantity.
    case updateQuantity = "UpdateQuantity"
    /// A promo code is applied.
    case applyPromoCode = "ApplyPromoCode"
    /// The user views the cart.
    case view = "ViewCart"
    /// The user starts to pay.
    case checkoutStart = "CheckoutStart"
}

/// The events about a catalogue. The raw values are the names of the events.
public enum CatalogEventType: String, Sendable, Hashable, CaseIterable {
    /// The user views an object.
    case view = "ViewCatalogObject"
    /// The user comments on an object. The event does not contain the text of the comment.
    case comment = "CommentCatalogObject"
    /// The user searches.
    case search = "Search"
}

/// Events built from a type and named attributes (EN-006).
extension EngagementEvent {
    /// Creates an event of a type from attributes with the names of EN-006.
    ///
    /// Attributes with other names become attributes of the event.
    ///
    /// - Throws: ``EngagementError`` if an attribute is missing, has another type or has an invalid value.
    public init(type: EngagementEventType, attributes: EventAttributes = [:]) throws(EngagementError) {
        var reader = AttributeReader(attributes)
        switch type {
        case .cart(.addToCart): self = try .addToCart(LineItem(attributes))
        case .cart(.removeFromCart): self = .removeFromCart(try LineItem(attributes, quantity: 0))
        case .cart(.updateQuantity): self = .updateQuantity(try LineItem(attributes))
        case .cart(.applyPromoCode):
            let code = try reader.requiredText(["promoCode"])
            self = try .applyPromoCode(code, attributes: EventAttributes(reader.remaining))
        case .cart(.view), .cart(.checkoutStart): self = EngagementEvent(type.name, attributes: attributes)
        case .catalog(.view): self = .viewCatalogObject(try CatalogObject(attributes))
        case .catalog(.comment): self = .commentCatalogObject(try CatalogObject(attributes))
        case .catalog(.search):
            let term = try reader.requiredText(["searchTerm", "query"])
            let count = try reader.number("resultCount")
            self = try .search(term, resultCount: count, attributes: EventAttributes(reader.remaining))
        case .custom(let name): self = try .custom(name, attributes: attributes)
        }
    }
}

extension LineItem {
    /// Creates an item from attributes, with the names of EN-006. Without a default, the quantity is required.
    init(_ attributes: EventAttributes, quantity known: Int? = nil, currency: CurrencyCode = .usDollar)
        throws(EngagementError)
    {
        var reader = AttributeReader(attributes)
        let type = try reader.text(["catalogObjectType", "productType"]) ?? Self.defaultType
        let id = try reader.requiredText(["catalogObjectId", "productId"])
        guard let quantity = try reader.number("quantity") ?? known else {
            throw EngagementError("quantity", expected: "a whole number", found: "nothing")
        }
        let price = try reader.price()
        let checked = try Price.checked(price, currency: try reader.text(["currency"]))
        try self.init(
            catalogObjectType: type, catalogObjectID: id, quantity: quantity,
            price: checked.map { Money(amount: $0.amount, currency: $0.currency ?? currency) },
            attributes: EventAttributes(reader.remaining))
    }
}

extension CatalogObject {
    init(_ attributes: EventAttributes) throws(EngagementError) {
        var reader = AttributeReader(attributes)
        let type = try reader.text(["type"]) ?? Self.defaultType
        let id = try reader.requiredText(["catalogObjectId", "id"])
        let related = try reader.related()
        try self.init(type: type, id: id, attributes: EventAttributes(reader.remaining), related: related)
    }
}

/// A reader that removes known attributes by name and type, and keeps the remaining ones (EN-006).
struct AttributeReader {
    private(set) var remaining: Payload

    init(_ attributes: EventAttributes) {
        remaining = attributes.payload
    }

    private mutating func take(_ keys: [String]) -> (key: String, value: AnalyticsValue)? {
        for key in keys {
            guard let value = remaining[key] else { continue }
            remaining[key] = nil
            return (key, value)
        }
        return nil
    }

    /// Removes and returns the text under the first of these names that is present; `nil` if none is.
    mutating func text(_ keys: [String]) throws(EngagementError) -> String? {
        guard let (key, value) = take(keys) else { return nil }
        guard case .string(let text) = value else {
            throw EngagementError(key, expected: "a text", found: value.describedForError)
        }
        return text
    }

    mutating func requiredText(_ keys: [String]) throws(EngagementError) -> String {
        if let text = try text(keys) { return text }
        throw EngagementError(keys[0], expected: "a text", found: "nothing")
    }

    mutating func number(_ key: String) throws(EngagementError) -> Int? {
        guard let (_, value) = take([key]) else { return nil }
        guard case .int(let number) = value, let number = Int(exactly: number) else {
            throw EngagementError(key, expected: "a whole number", found: value.describedForError)
        }
        return number
    }

    mutating func price() throws(EngagementError) -> (any PriceConvertible)? {
        guard let (key, value) = take(["price"]) else { return nil }
        switch value {
        // On systems with a 32-bit `Int`, a conversion to `Int` would lose large numbers.
        case .int(let number): return DecimalNumber(String(number))
        case .double(let number): return number
        case .decimal(let number): return number
        case .null, .bool, .string, .array, .object:
            throw EngagementError(key, expected: "a number", found: value.describedForError)
        }
    }

    mutating func related() throws(EngagementError) -> Payload {
        guard let (key, value) = take(["relatedCatalogObjects"]) else { return [:] }
        guard case .object(let lists) = value else {
            throw EngagementError(key, expected: "an object of lists", found: value.describedForError)
        }
        for list in lists.entries {
            guard case .array = list.value else {
                throw EngagementError("\(key).\(list.key)", expected: "a list", found: list.value.describedForError)
            }
        }
        return lists
    }
}
