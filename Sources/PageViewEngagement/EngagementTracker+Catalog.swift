import PageViewTracking

/// The catalogue, favourites, and screens.
extension EngagementTracker {
    /// Tracks that a product is looked at.
    ///
    /// - Parameters:
    ///   - productID: Which product it is.
    ///   - productName: What it is called.
    ///   - productType: What sort of thing it is in the catalogue.
    ///   - price: What one costs: a number, a ``DecimalNumber`` or ``Money``, which brings its currency along.
    ///   - category: Where in the catalogue it is.
    ///   - promoCode: A code that makes it cheaper.
    ///   - sizes: The sizes there are of it.
    ///   - skus: What else it can be ordered as.
    ///   - additionalAttributes: What else is known of it. Where a name is that of a parameter, the parameter counts.
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackProductView(
        productID: String, productName: String, productType: String = CatalogObject.defaultType,
        price: (any PriceConvertible)? = nil, category: String? = nil, promoCode: String? = nil, sizes: [String] = [],
        skus: [String] = [], additionalAttributes: EventAttributes = [:]
    ) -> EngagementError? {
        attempt(CatalogEventType.view.rawValue) { () throws(EngagementError) in
            let known = try Self.attributes(productName, price, category: category, promoCode: promoCode)
            let related = Payload(present: [("size", sizes.unlessEmpty), ("sku", skus.unlessEmpty)])
            return .viewCatalogObject(
                try CatalogObject(
                    type: productType, id: productID,
                    attributes: EventAttributes(known.completed(with: additionalAttributes.payload)), related: related))
        }
    }

    /// Tracks that something was looked for, and how much was found.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackSearch(query: String, resultCount: Int? = nil) -> EngagementError? {
        attempt(CatalogEventType.search.rawValue) { () throws(EngagementError) in
            try .search(query, resultCount: resultCount)
        }
    }

    /// Tracks that a product becomes a favourite.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackAddToFavorite(
        productID: String, productName: String, productType: String = CatalogObject.defaultType,
        price: (any PriceConvertible)? = nil
    ) -> EngagementError? {
        attempt(EngagementEvent.FavoriteEventName.add) { () throws(EngagementError) in
            let attributes = try Self.attributes(productName, price)
            return .addToFavorites(
                try CatalogObject(type: productType, id: productID, attributes: EventAttributes(attributes)))
        }
    }

    /// Tracks that a product is a favourite no more.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackRemoveFromFavorite(
        productID: String, productName: String? = nil, productType: String = CatalogObject.defaultType
    ) -> EngagementError? {
        attempt(EngagementEvent.FavoriteEventName.remove) { () throws(EngagementError) in
            .removeFromFavorites(
                try CatalogObject(type: productType, id: productID, attributes: ["name": productName]))
        }
    }

    /// Tracks that a screen is shown, in an app that says so itself.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
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
    /// The texts as a value, if there are any.
    fileprivate var unlessEmpty: AnalyticsValue? { isEmpty ? nil : analyticsValue }
}
