import PageViewTracking

/// Tracks what users of a shop do, with one method for each action (EN-004, EN-005).
///
///     let engagement = EngagementTracker(tracker: tracker) { event, error in
///         print("\(event) was not tracked: \(error)")
///     }
///     engagement.trackAddToCart(productID: "prod_001", productName: "Cheese Pizza", quantity: 2, price: 10.99)
///
/// No method throws or crashes. If the values make no valid event, the method tracks nothing. It returns the error, otherwise
/// `nil`, and passes it to `onRejection`. A `Tracker` also emits a diagnostic. The methods may be called on any thread that the tracker allows.
public struct EngagementTracker: Sendable {
    package let tracker: any EventTracking
    private let onRejection: @Sendable (_ event: String, _ error: EngagementError) -> Void

    /// Creates a tracker of engagement events.
    ///
    /// - Parameters:
    ///   - tracker: The tracker that receives the events. Use the one that receives all other events.
    ///   - onRejection: Called with the name of an event that was not tracked, and the error. Runs on the caller's thread.
    public init(
        tracker: any EventTracking,
        onRejection: @escaping @Sendable (_ event: String, _ error: EngagementError) -> Void = { _, _ in }
    ) {
        self.tracker = tracker
        self.onRejection = onRejection
    }

    /// Tracks an event.
    public func track(_ event: EngagementEvent) {
        tracker.track(event)
    }

    /// Tracks an event of a type, built from attributes (EN-006).
    @discardableResult
    public func trackEvent(type: EngagementEventType, attributes: EventAttributes = [:]) -> EngagementError? {
        attempt(type.name) { () throws(EngagementError) in try EngagementEvent(type: type, attributes: attributes) }
    }

    func attempt(
        _ name: String, _ event: () throws(EngagementError) -> EngagementEvent
    ) -> EngagementError? {
        do throws(EngagementError) {
            tracker.track(try event())
            return nil
        } catch {
            (tracker as? Tracker)?.reject(name, error)
            onRejection(name, error)
            return error
        }
    }
}

/// The name of this type in apps that call such types services.
public typealias EngagementTrackingService = EngagementTracker

/// The cart and orders.
extension EngagementTracker {
    /// Tracks that the user adds a product to the cart.
    ///
    /// - Parameters:
    ///   - productID: The id of the product.
    ///   - productName: The name of the product.
    ///   - productType: The type of the product in the catalogue.
    ///   - quantity: The number of pieces, 1 or more.
    ///   - price: The price of one piece: a number, a `DecimalNumber` or ``Money``.
    ///   - currency: The currency of the price. The default is the currency of the price, or US dollars.
    ///   - category: The category in the catalogue.
    @discardableResult
    public func trackAddToCart(
        productID: String, productName: String, productType: String = LineItem.defaultType, quantity: Int = 1,
        price: (any PriceConvertible)? = nil, currency: String? = nil, category: String? = nil
    ) -> EngagementError? {
        attempt(CartEventType.addToCart.rawValue) { () throws(EngagementError) in
            try .addToCart(
                LineItem(
                    catalogObjectType: productType, catalogObjectID: productID, quantity: quantity,
                    price: try Price.checked(price, currency: currency)?.money,
                    attributes: ["name": productName, "category": category]))
        }
    }

    /// Tracks that the user removes a product from the cart.
    ///
    /// The app decides whether the quantity is the removed or the remaining one.
    @discardableResult
    public func trackRemoveFromCart(
        productID: String, productType: String = LineItem.defaultType, quantity: Int = 0
    ) -> EngagementError? {
        attempt(CartEventType.removeFromCart.rawValue) { () throws(EngagementError) in
            .removeFromCart(
                try LineItem(catalogObjectType: productType, catalogObjectID: productID, quantity: quantity))
        }
    }

    /// Tracks that a product in the cart has a new quantity.
    @discardableResult
    public func trackUpdateQuantity(
        productID: String, productType: String = LineItem.defaultType, quantity: Int,
        price: (any PriceConvertible)? = nil, currency: String? = nil
    ) -> EngagementError? {
        attempt(CartEventType.updateQuantity.rawValue) { () throws(EngagementError) in
            .updateQuantity(
                try LineItem(
                    catalogObjectType: productType, catalogObjectID: productID, quantity: quantity,
                    price: try Price.checked(price, currency: currency)?.money))
        }
    }

    /// Tracks that the user applies a promo code to the cart.
    @discardableResult
    public func trackApplyPromoCode(_ promoCode: String, attributes: EventAttributes = [:]) -> EngagementError? {
        attempt(CartEventType.applyPromoCode.rawValue) { () throws(EngagementError) in
            try .applyPromoCode(promoCode, attributes: attributes)
        }
    }

    /// Tracks that the user views the cart.
    public func trackCartView() {
        track(EngagementEvent(CartEventType.view.rawValue, attributes: [:]))
    }

    /// Tracks that the user starts to pay.
    public func trackCheckoutStart() {
        track(EngagementEvent(CartEventType.checkoutStart.rawValue, attributes: [:]))
    }

    /// Tracks an order.
    ///
    /// - Parameters:
    ///   - orderID: The id of the order.
    ///   - totalValue: The total, in any type of a price.
    ///   - currency: The currency of the total. The default is the currency of the total, or US dollars.
    ///   - items: The items. Their sum may differ from the total.
    @discardableResult
    public func trackOrder(
        orderID: String, totalValue: any PriceConvertible, currency: String? = nil, items: [LineItem] = []
    ) -> EngagementError? {
        order(orderID, totalValue, currency) { _ in items }
    }

    /// Tracks an order whose items are attributes with the names of EN-006.
    ///
    /// An item without a currency has the currency of the order. Attributes with other names become attributes of the item.
    @_disfavoredOverload
    @discardableResult
    public func trackOrder(
        orderID: String, totalValue: any PriceConvertible, currency: String? = nil, items: [EventAttributes]
    ) -> EngagementError? {
        order(orderID, totalValue, currency) { currency throws(EngagementError) in
            var lineItems: [LineItem] = []
            for (index, item) in items.enumerated() {
                do throws(EngagementError) {
                    lineItems.append(try LineItem(item, currency: currency))
                } catch {
                    throw error.inside("items[\(index)]")
                }
            }
            return lineItems
        }
    }

    private func order(
        _ id: String, _ totalValue: any PriceConvertible, _ currency: String?,
        _ items: (CurrencyCode) throws(EngagementError) -> [LineItem]
    ) -> EngagementError? {
        attempt(EngagementEvent.purchaseName) { () throws(EngagementError) in
            let total = try Price.checked(totalValue, currency: currency, field: "totalValue")?.money
            guard let total else {
                throw EngagementError("totalValue", expected: "an amount of 0 or more", found: "nothing")
            }
            return .purchase(
                try PurchaseOrder(id: id, totalValue: total, lineItems: try items(total.currency)))
        }
    }
}

/// The catalogue, favourites and screens.
extension EngagementTracker {
    /// Tracks that the user views a product.
    ///
    /// - Parameters:
    ///   - productID: The id of the product.
    ///   - productName: The name of the product.
    ///   - productType: The type of the product in the catalogue.
    ///   - price: The price of one piece: a number, a `DecimalNumber`, or ``Money`` with its currency.
    ///   - category: The category in the catalogue.
    ///   - promoCode: A promo code for the product.
    ///   - sizes: The available sizes.
    ///   - skus: The available variants.
    ///   - additionalAttributes: Other attributes. The parameters take precedence over attributes of the same name.
    @discardableResult
    public func trackProductView(
        productID: String, productName: String, productType: String = CatalogObject.defaultType,
        price: (any PriceConvertible)? = nil, category: String? = nil, promoCode: String? = nil, sizes: [String] = [],
        skus: [String] = [], additionalAttributes: EventAttributes = [:]
    ) -> EngagementError? {
        attempt(CatalogEventType.view.rawValue) { () throws(EngagementError) in
            let known = try Self.attributes(productName, price, category: category, promoCode: promoCode)
            let related = Payload(present: [("size", sizes.nonEmptyValue), ("sku", skus.nonEmptyValue)])
            return .viewCatalogObject(
                try CatalogObject(
                    type: productType, id: productID,
                    attributes: EventAttributes(known.addingMissing(from: additionalAttributes.payload)),
                    related: related))
        }
    }

    /// Tracks a search and its number of results.
    @discardableResult
    public func trackSearch(query: String, resultCount: Int? = nil) -> EngagementError? {
        attempt(CatalogEventType.search.rawValue) { () throws(EngagementError) in
            try .search(query, resultCount: resultCount)
        }
    }

    /// Tracks that a product becomes a favourite.
    @discardableResult
    public func trackAddToFavorite(
        productID: String, productName: String, productType: String = CatalogObject.defaultType,
        price: (any PriceConvertible)? = nil
    ) -> EngagementError? {
        attempt(EngagementEvent.favoriteName) { () throws(EngagementError) in
            let attributes = try Self.attributes(productName, price)
            return .addToFavorites(
                try CatalogObject(type: productType, id: productID, attributes: EventAttributes(attributes)))
        }
    }

    /// Tracks that a product is no longer a favourite.
    @discardableResult
    public func trackRemoveFromFavorite(
        productID: String, productName: String? = nil, productType: String = CatalogObject.defaultType
    ) -> EngagementError? {
        attempt(EngagementEvent.unfavoriteName) { () throws(EngagementError) in
            .removeFromFavorites(
                try CatalogObject(type: productType, id: productID, attributes: ["name": productName]))
        }
    }

    /// Tracks that the app shows a screen, in an app that counts its screens itself.
    @discardableResult
    public func trackScreenView(screenName: String) -> EngagementError? {
        attempt(EngagementEvent.screenViewName) { () throws(EngagementError) in try .screenView(screenName: screenName)
        }
    }

    private static func attributes(
        _ name: String, _ price: (any PriceConvertible)?, category: String? = nil, promoCode: String? = nil
    ) throws(EngagementError) -> Payload {
        let price = try Price.checked(price, currency: nil)
        return Payload(present: [
            ("name", .string(name)), ("price", price.map { .decimal($0.amount) }),
            ("currency", price?.currency.map { .string($0.text) }), ("category", category.map(AnalyticsValue.string)),
            ("promoCode", promoCode.map(AnalyticsValue.string)),
        ])
    }
}

extension [String] {
    fileprivate var nonEmptyValue: AnalyticsValue? { isEmpty ? nil : analyticsValue }
}
