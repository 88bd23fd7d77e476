import PageViewTracking

/// The cart.
extension EngagementEvent {
    /// A product goes into the cart.
    ///
    /// - Throws: If there is none of it.
    public static func addToCart(_ item: LineItem) throws(EngagementError) -> EngagementEvent {
        EngagementEvent(.addToCart, try item.checkedNotNone())
    }

    /// A product goes out of the cart. A quantity of 0 says that none is left.
    public static func removeFromCart(_ item: LineItem) -> EngagementEvent {
        EngagementEvent(.removeFromCart, item)
    }

    /// There are now so many of a product in the cart.
    public static func updateQuantity(_ item: LineItem) -> EngagementEvent {
        EngagementEvent(.updateQuantity, item)
    }

    /// A code makes the cart cheaper.
    ///
    /// - Throws: If the code is blank.
    public static func applyPromoCode(
        _ promoCode: String, attributes: EventAttributes = [:]
    ) throws(EngagementError) -> EngagementEvent {
        let code: Payload = ["promoCode": .string(try promoCode.checkedNotBlank("promoCode"))]
        return EngagementEvent(
            CartEventType.applyPromoCode.rawValue, attributes: EventAttributes(code.completed(with: attributes.payload))
        )
    }

    /// The cart is looked at.
    public static func viewCart(attributes: EventAttributes = [:]) -> EngagementEvent {
        EngagementEvent(CartEventType.view.rawValue, attributes: attributes)
    }

    /// The user sets about paying.
    public static func checkoutStart(attributes: EventAttributes = [:]) -> EngagementEvent {
        EngagementEvent(CartEventType.checkoutStart.rawValue, attributes: attributes)
    }

    private init(_ type: CartEventType, _ item: LineItem) {
        self.init(type.rawValue, "lineItem", .object(item.payload))
    }
}

/// The catalogue.
extension EngagementEvent {
    /// An object is looked at.
    public static func viewCatalogObject(_ object: CatalogObject) -> EngagementEvent {
        EngagementEvent(CatalogEventType.view.rawValue, "catalogObject", .object(object.payload))
    }

    /// Something is said about an object.
    public static func commentCatalogObject(_ object: CatalogObject) -> EngagementEvent {
        EngagementEvent(CatalogEventType.comment.rawValue, "catalogObject", .object(object.payload))
    }

    /// Something is looked for; so much was found, if that is known. What is looked for may be nothing.
    ///
    /// - Throws: If less than nothing was found.
    public static func search(
        _ searchTerm: String, resultCount: Int? = nil, attributes: EventAttributes = [:]
    ) throws(EngagementError) -> EngagementEvent {
        if let resultCount, resultCount < 0 {
            throw EngagementError("resultCount", expected: "0 or more", found: "\(resultCount)")
        }
        let search = Payload(present: [
            ("searchTerm", .string(searchTerm)), ("resultCount", resultCount.map { .int(Int64($0)) }),
        ])
        return EngagementEvent(
            CatalogEventType.search.rawValue, attributes: EventAttributes(search.completed(with: attributes.payload)))
    }
}
