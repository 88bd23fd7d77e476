import PageViewEngagement
import TestSupport
import Testing

/// A view model as an app writes it, with little tracking code.
@MainActor
private final class CartViewModel: DataCloudTrackable, ScreenNameProvider {
    let engagementService: EngagementTrackingService
    let screenName = "Cart"

    init(engagementService: EngagementTrackingService) {
        self.engagementService = engagementService
        trackScreenAppear()
        trackCartView()
    }

    func add(_ productID: String, _ name: String, price: Double) {
        engagementService.trackAddToCart(productID: productID, productName: name, price: price)
    }

    func pay() { trackCheckoutStart() }
}

/// An app that declares its service once.
private enum AppServices {
    static let log = EngagementLog()
}

private protocol AppViewModel: EngagementTrackable {}

extension AppViewModel {
    var engagementService: EngagementTracker { AppServices.log.service }
}

private struct HomeViewModel: AppViewModel, ScreenNameProvider {
    let screenName = "Home"
}

@Suite(.watched)
struct ViewModelTests {
    @Test("A view model tracks its screen, its changes and the checkout")
    @MainActor
    func cart() {
        let log = EngagementLog()
        let cart = CartViewModel(engagementService: log.service)
        cart.add("prod_001", "Cheese Pizza", price: 10.99)
        cart.pay()
        #expect(log.rejections.isEmpty)
        #expect(log.events.map(\.name) == ["ScreenView", "ViewCart", "AddToCart", "CheckoutStart"])
        #expect(log.events.first.map { json($0.payload) }?.contains(#""screenName":"Cart""#) == true)
    }

    @Test("A view model has the methods of the service that its app declares once, and their errors")
    func sharedService() {
        let home = HomeViewModel()
        home.trackScreenAppear()
        home.trackItemView(itemID: "p", itemType: "dish", itemName: "Pizza", price: 10.99, category: "Food")
        home.trackAddToFavorites(productID: "p", productName: "Pizza", price: 10.99)
        home.trackRemoveFromFavorites(productID: "p", productName: "Pizza")
        home.trackSearch(searchTerm: "Pizza", resultCount: 1)
        #expect(home.trackScreenView(screenName: "ProductDetail") == nil)
        #expect(
            AppServices.log.allJSON == """
                {"event_type":"ScreenView","attributes":{"screenName":"Home"}}
                {"event_type":"ViewCatalogObject","catalogObject":{"type":"dish","id":"p","attributes":\
                {"name":"Pizza","price":10.99,"category":"Food"}}}
                {"event_type":"FavoriteCatalogObject","catalogObject":{"type":"ProductBrowse","id":"p","attributes":\
                {"name":"Pizza","price":10.99}}}
                {"event_type":"UnfavoriteCatalogObject","catalogObject":{"type":"ProductBrowse","id":"p","attributes":\
                {"name":"Pizza"}}}
                {"event_type":"Search","attributes":{"searchTerm":"Pizza","resultCount":1}}
                {"event_type":"ScreenView","attributes":{"screenName":"ProductDetail"}}
                """)
        #expect(home.trackItemView(itemID: "", itemName: "x") != nil)
        #expect(AppServices.log.rejections.count == 1)
    }
}
