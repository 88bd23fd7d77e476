import PageViewTracking

/// What users do with a shop, by the part of it they do it with (rule EN-001).
public enum EngagementEventType: Sendable, Hashable {
    /// Something with the cart.
    case cart(CartEventType)
    /// Something with the catalogue.
    case catalog(CatalogEventType)
    /// Anything else, by a name of the app's own.
    case custom(String)

    /// The name of events of this type.
    public var name: String {
        switch self {
        case .cart(let type): type.rawValue
        case .catalog(let type): type.rawValue
        case .custom(let name): name
        }
    }
}

/// What users do with a cart. The raw values are the names of the events.
public enum CartEventType: String, Sendable, Hashable, CaseIterable {
    /// A product goes into the cart.
    case addToCart = "AddToCart"
    /// A product goes out of the cart.
    case removeFromCart = "RemoveFromCart"
    /// There are more or fewer of a product in the cart.
    case updateQuantity = "UpdateQuantity"
    /// A code makes it cheaper.
    case applyPromoCode = "ApplyPromoCode"
    /// The cart is looked at.
    case view = "ViewCart"
    /// The user sets about paying.
    case checkoutStart = "CheckoutStart"
}

/// What users do with a catalogue. The raw values are the names of the events.
public enum CatalogEventType: String, Sendable, Hashable, CaseIterable {
    /// An object is looked at.
    case view = "ViewCatalogObject"
    /// Something is said about an object. What is said is not part of it.
    case comment = "CommentCatalogObject"
    /// An object is looked for.
    case search = "Search"
}
