import PageViewTracking

/// A view model that tracks what its user does (rule EN-007).
///
/// It is given the service, which is what a test gives it another of. An app in which there is one for all says so once:
///
///     extension EngagementTrackable {
///         var engagementService: EngagementTracker { AppServices.engagement }
///     }
public protocol EngagementTrackable {
    /// What tracks it.
    var engagementService: EngagementTracker { get }
}

/// What such a view model is called where the service is Salesforce's.
public typealias DataCloudTrackable = EngagementTrackable

/// What has the name of the screen it is for.
public protocol ScreenNameProvider {
    /// The name of the screen.
    var screenName: String { get }
}

extension EngagementTrackable {
    /// Tracks that an item is looked at.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackItemView(
        itemID: String, itemType: String = CatalogObject.defaultType, itemName: String,
        price: (any PriceConvertible)? = nil, category: String? = nil
    ) -> EngagementError? {
        engagementService.trackProductView(
            productID: itemID, productName: itemName, productType: itemType, price: price, category: category)
    }

    /// Tracks that something was looked for, and how much was found.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackSearch(searchTerm: String, resultCount: Int? = nil) -> EngagementError? {
        engagementService.trackSearch(query: searchTerm, resultCount: resultCount)
    }

    /// Tracks that a product becomes a favourite.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackAddToFavorites(
        productID: String, productName: String, price: (any PriceConvertible)? = nil
    ) -> EngagementError? {
        engagementService.trackAddToFavorite(productID: productID, productName: productName, price: price)
    }

    /// Tracks that a product is a favourite no more.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackRemoveFromFavorites(productID: String, productName: String? = nil) -> EngagementError? {
        engagementService.trackRemoveFromFavorite(productID: productID, productName: productName)
    }

    /// Tracks that the cart is looked at.
    public func trackCartView() {
        engagementService.trackCartView()
    }

    /// Tracks that the user sets about paying.
    public func trackCheckoutStart() {
        engagementService.trackCheckoutStart()
    }

    /// Tracks that a screen is shown.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackScreenView(screenName: String) -> EngagementError? {
        engagementService.trackScreenView(screenName: screenName)
    }
}

extension EngagementTrackable where Self: ScreenNameProvider {
    /// Tracks that its own screen is shown.
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackScreenAppear() -> EngagementError? {
        trackScreenView(screenName: screenName)
    }
}
