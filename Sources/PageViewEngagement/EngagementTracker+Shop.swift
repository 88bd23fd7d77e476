import PageViewTracking

/// The cart, and orders.
extension EngagementTracker {
    /// Tracks that a product goes into the cart.
    ///
    /// - Parameters:
    ///   - productID: Which product it is.
    ///   - productName: What it is called.
    ///   - productType: What sort of thing it is in the catalogue.
    ///   - quantity: How many of it.
    ///   - price: What one costs: a number, a ``DecimalNumber`` or ``Money``.
    ///   - currency: What the price is in; US dollars unless the price or this says otherwise.
    ///   - category: Where in the catalogue it is.
    /// - Returns: Why nothing was tracked; `nil` if it was.
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

    /// Tracks that a product goes out of the cart; how many are left, or are taken, is for the app to say.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackRemoveFromCart(
        productID: String, productType: String = LineItem.defaultType, quantity: Int = 0
    ) -> EngagementError? {
        attempt(CartEventType.removeFromCart.rawValue) { () throws(EngagementError) in
            .removeFromCart(
                try LineItem(catalogObjectType: productType, catalogObjectID: productID, quantity: quantity))
        }
    }

    /// Tracks that there are now so many of a product in the cart.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
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

    /// Tracks that a code makes the cart cheaper.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackApplyPromoCode(_ promoCode: String, attributes: EventAttributes = [:]) -> EngagementError? {
        attempt(CartEventType.applyPromoCode.rawValue) { () throws(EngagementError) in
            try .applyPromoCode(promoCode, attributes: attributes)
        }
    }

    /// Tracks that the cart is looked at.
    public func trackCartView() {
        track(.viewCart())
    }

    /// Tracks that the user sets about paying.
    public func trackCheckoutStart() {
        track(.checkoutStart())
    }

    /// Tracks that something was bought.
    ///
    /// - Parameters:
    ///   - orderID: Which order it is.
    ///   - totalValue: What the whole costs, in the same forms as a price.
    ///   - currency: What the total is in; US dollars unless the total or this says otherwise.
    ///   - items: What was bought; sums are not checked.
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackOrder(
        orderID: String, totalValue: any PriceConvertible, currency: String? = nil, items: [LineItem] = []
    ) -> EngagementError? {
        order(orderID, totalValue, currency) { _ in items }
    }

    /// The same of items as attributes: `productID` and `quantity`, and if they are known `productType`, `price` and
    /// `currency`, which is the order's unless it is said. What else there is becomes attributes of the item (rule EN-006).
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
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
