import PageViewTracking

/// A view model that tracks what its user does (EN-007). Its methods return the error if they track nothing, otherwise `nil`.
///
/// The view model has the service as a property, so a test can give it another service. An app with one service for all view
/// models implements the property once:
///
///     extension EngagementTrackable {
///         var engagementService: EngagementTracker { AppServices.engagement }
///     }
public protocol EngagementTrackable {
    /// The service that tracks the events.
    var engagementService: EngagementTracker { get }
}

/// The name of this protocol in apps that use Salesforce's service.
public typealias DataCloudTrackable = EngagementTrackable

/// A type that knows the name of its screen.
public protocol ScreenNameProvider {
    /// The name of the screen.
    var screenName: String { get }
}

extension EngagementTrackable {
    /// Tracks that the user views an item.
    @discardableResult
    public func trackItemView(
        itemID: String, itemType: String = CatalogObject.defaultType, itemName: String,
        price: (any PriceConvertible)? = nil, category: String? = nil
    ) -> EngagementError? {
        engagementService.trackProductView(
            productID: itemID, productName: itemName, productType: itemType, price: price, category: category)
    }

    /// Tracks a search and its number of results.
    @discardableResult
    public func trackSearch(searchTerm: String, resultCount: Int? = nil) -> EngagementError? {
        engagementService.trackSearch(query: searchTerm, resultCount: resultCount)
    }

    /// Tracks that a product becomes a favourite.
    @discardableResult
    public func trackAddToFavorites(
        productID: String, productName: String, price: (any PriceConvertible)? = nil
    ) -> EngagementError? {
        engagementService.trackAddToFavorite(productID: productID, productName: productName, price: price)
    }

    /// Tracks that a product is no longer a favourite.
    @discardableResult
    public func trackRemoveFromFavorites(productID: String, productName: String? = nil) -> EngagementError? {
        engagementService.trackRemoveFromFavorite(productID: productID, productName: productName)
    }

    /// Tracks that the user views the cart.
    public func trackCartView() {
        engagementService.trackCartView()
    }

    /// Tracks that the user starts to pay.
    public func trackCheckoutStart() {
        engagementService.trackCheckoutStart()
    }

    /// Tracks that the app shows a screen.
    @discardableResult
    public func trackScreenView(screenName: String) -> EngagementError? {
        engagementService.trackScreenView(screenName: screenName)
    }
}

extension EngagementTrackable where Self: ScreenNameProvider {
    /// Tracks that the app shows the screen of this view model.
    @discardableResult
    public func trackScreenAppear() -> EngagementError? {
        trackScreenView(screenName: screenName)
    }
}
