import PageViewTracking

/// An event about what a user of a shop does (EN-001).
///
/// The functions that create events check their values, so an event is always valid. The payload begins with `event_type`, which
/// is the name of the event.
public struct EngagementEvent: TrackingEvent, Hashable {
    /// The name of the event, such as `AddToCart`.
    public let name: String
    /// The values that are sent.
    public let payload: Payload

    /// The values as texts.
    public var properties: [String: String] { NamedEvent(name, payload).properties }

    init(_ name: String, _ key: String, _ value: AnalyticsValue?) {
        self.name = name
        payload = Payload(present: [("event_type", .string(name)), (key, value)])
    }

    init(_ name: String, attributes: EventAttributes) {
        self.init(name, "attributes", attributes.payload.nonEmptyValue)
    }
}

/// Events about products and orders.
extension EngagementEvent {
    /// Creates the event that a product or article becomes a favourite.
    public static func addToFavorites(_ object: CatalogObject) -> EngagementEvent {
        EngagementEvent(favoriteName, "catalogObject", .object(object.payload))
    }

    /// Creates the event that a product or article is no longer a favourite.
    public static func removeFromFavorites(_ object: CatalogObject) -> EngagementEvent {
        EngagementEvent(unfavoriteName, "catalogObject", .object(object.payload))
    }

    /// Creates the event that the user views an object.
    public static func viewCatalogObject(_ object: CatalogObject) -> EngagementEvent {
        EngagementEvent(CatalogEventType.view.rawValue, "catalogObject", .object(object.payload))
    }

    /// Creates the event that the user comments on an object.
    public static func commentCatalogObject(_ object: CatalogObject) -> EngagementEvent {
        EngagementEvent(CatalogEventType.comment.rawValue, "catalogObject", .object(object.payload))
    }

    /// Creates the event of an order.
    public static func purchase(_ order: PurchaseOrder) -> EngagementEvent {
        EngagementEvent(purchaseName, "order", .object(order.payload))
    }

    /// Creates the event that a product is added to the cart.
    ///
    /// - Throws: ``EngagementError`` if the quantity is 0.
    public static func addToCart(_ item: LineItem) throws(EngagementError) -> EngagementEvent {
        EngagementEvent(.addToCart, try item.checkedNotZero())
    }

    /// Creates the event that a product is removed from the cart. A quantity of 0 means that none is left.
    public static func removeFromCart(_ item: LineItem) -> EngagementEvent {
        EngagementEvent(.removeFromCart, item)
    }

    /// Creates the event that a product in the cart has a new quantity.
    public static func updateQuantity(_ item: LineItem) -> EngagementEvent {
        EngagementEvent(.updateQuantity, item)
    }

    private init(_ type: CartEventType, _ item: LineItem) {
        self.init(type.rawValue, "lineItem", .object(item.payload))
    }

    static let favoriteName = "FavoriteCatalogObject"
    static let unfavoriteName = "UnfavoriteCatalogObject"
    static let purchaseName = "Purchase"
}

/// Events with attributes only. An app creates them by their type, or with an ``EngagementTracker``.
extension EngagementEvent {
    static let screenViewName = "ScreenView"

    package static func screenView(screenName: String) throws(EngagementError) -> EngagementEvent {
        EngagementEvent(screenViewName, attributes: ["screenName": try screenName.checkedNotBlank("screenName")])
    }

    package static func custom(
        _ name: String, attributes: EventAttributes = [:]
    ) throws(EngagementError) -> EngagementEvent {
        EngagementEvent(try name.checkedNotBlank("type"), attributes: attributes)
    }

    package static func applyPromoCode(
        _ promoCode: String, attributes: EventAttributes = [:]
    ) throws(EngagementError) -> EngagementEvent {
        let code: Payload = ["promoCode": .string(try promoCode.checkedNotBlank("promoCode"))]
        return EngagementEvent(
            CartEventType.applyPromoCode.rawValue,
            attributes: EventAttributes(code.addingMissing(from: attributes.payload)))
    }

    /// Creates the event of a search, with the number of results if it is known. The search term may be blank.
    package static func search(
        _ searchTerm: String, resultCount: Int? = nil, attributes: EventAttributes = [:]
    ) throws(EngagementError) -> EngagementEvent {
        if let resultCount, resultCount < 0 {
            throw EngagementError("resultCount", expected: "0 or more", found: "\(resultCount)")
        }
        let search = Payload(present: [
            ("searchTerm", .string(searchTerm)), ("resultCount", resultCount.map { .int(Int64($0)) }),
        ])
        return EngagementEvent(
            CatalogEventType.search.rawValue,
            attributes: EventAttributes(search.addingMissing(from: attributes.payload)))
    }
}
