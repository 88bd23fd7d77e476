import PageViewTracking

/// Something that users of a shop do, as analytics know it (rule EN-001).
///
/// It is made of values that have been checked, so it says what it should or there is none. Its payload is what is sent:
/// `event_type`, which is its name, and what it is about.
public struct EngagementEvent: TrackingEvent, Hashable {
    /// What happened, such as `AddToCart`.
    public let name: String
    /// What is sent.
    public let payload: Payload

    /// The values as texts.
    public var properties: [String: String] { NamedEvent(name, payload).properties }

    init(_ name: String, _ key: String, _ value: AnalyticsValue?) {
        self.name = name
        payload = Payload(present: [("event_type", .string(name)), (key, value)])
    }

    init(_ name: String, attributes: EventAttributes) {
        self.init(name, "attributes", attributes.payload.unlessEmpty)
    }
}

extension EngagementEvent {
    /// A product or article becomes a favourite.
    public static func addToFavorites(_ object: CatalogObject) -> EngagementEvent {
        EngagementEvent(FavoriteEventName.add, "catalogObject", .object(object.payload))
    }

    /// A product or article is a favourite no more.
    public static func removeFromFavorites(_ object: CatalogObject) -> EngagementEvent {
        EngagementEvent(FavoriteEventName.remove, "catalogObject", .object(object.payload))
    }

    /// Something was bought.
    public static func purchase(_ order: PurchaseOrder) -> EngagementEvent {
        EngagementEvent(purchaseName, "order", .object(order.payload))
    }

    /// A screen is shown, by an app that says so itself. What the engine counts is a page view, and needs none of this.
    ///
    /// - Throws: If the name is blank.
    public static func screenView(screenName: String) throws(EngagementError) -> EngagementEvent {
        EngagementEvent(screenViewName, attributes: ["screenName": try screenName.checkedNotBlank("screenName")])
    }

    /// Anything else.
    ///
    /// - Throws: If the name is blank.
    public static func custom(
        _ name: String, attributes: EventAttributes = [:]
    ) throws(EngagementError) -> EngagementEvent {
        EngagementEvent(try name.checkedNotBlank("type"), attributes: attributes)
    }

    enum FavoriteEventName {
        static let add = "FavoriteCatalogObject"
        static let remove = "UnfavoriteCatalogObject"
    }

    static let purchaseName = "Purchase"
    static let screenViewName = "ScreenView"
}
