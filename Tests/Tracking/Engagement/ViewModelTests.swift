import PageViewEngagement
import PageViewTracking
import TestSupport
import Testing

private struct Product {
    let id: String
    let name: String
    let price: Double
    let category: String
    let rating: Double
}

/// A view model as an app writes it, with little tracking code.
@MainActor
private final class CartViewModel: DataCloudTrackable, ScreenNameProvider {
    let engagementService: EngagementTrackingService
    let screenName = "Cart"
    private var quantities: [String: Int] = [:]

    init(engagementService: EngagementTrackingService) {
        self.engagementService = engagementService
        trackScreenAppear()
        trackCartView()
    }

    func add(_ product: Product, quantity: Int = 1) {
        quantities[product.id, default: 0] += quantity
        engagementService.trackAddToCart(
            productID: product.id, productName: product.name, productType: "menuItem", quantity: quantity,
            price: product.price, currency: "USD", category: product.category)
    }

    func update(_ product: Product, quantity: Int) {
        quantities[product.id] = quantity > 0 ? quantity : nil
        if quantity > 0 {
            engagementService.trackUpdateQuantity(productID: product.id, quantity: quantity, price: product.price)
        } else {
            engagementService.trackRemoveFromCart(productID: product.id, productType: "menuItem")
        }
    }

    func applyPromoCode(_ code: String, discount: Double) {
        engagementService.trackEvent(
            type: .cart(.applyPromoCode), attributes: ["promoCode": code, "discount": discount])
    }

    func pay() { trackCheckoutStart() }
}

@MainActor
private final class HomeViewModel: DataCloudTrackable, ScreenNameProvider {
    let engagementService: EngagementTrackingService
    let screenName = "Home"
    private var favorites: Set<String> = []

    init(engagementService: EngagementTrackingService) {
        self.engagementService = engagementService
        trackScreenAppear()
    }

    func didTap(_ product: Product) {
        trackItemView(
            itemID: product.id, itemType: "ProductBrowse", itemName: product.name, price: product.price,
            category: product.category)
        engagementService.trackProductView(
            productID: product.id, productName: product.name, price: product.price, sizes: ["Small", "Medium"],
            skus: ["\(product.id)-S", "\(product.id)-M"], additionalAttributes: ["rating": product.rating])
    }

    func toggleFavorite(_ product: Product) {
        if favorites.remove(product.id) != nil {
            trackRemoveFromFavorites(productID: product.id, productName: product.name)
        } else {
            favorites.insert(product.id)
            trackAddToFavorites(productID: product.id, productName: product.name, price: product.price)
        }
    }

    func search(_ query: String, in products: [Product]) {
        trackSearch(searchTerm: query, resultCount: products.count { $0.name.contains(query) })
    }

    func showDetail() { trackScreenView(screenName: "ProductDetail") }
}

/// An app that declares its service once.
private enum AppServices {
    static let log = EngagementLog()
}

private protocol AppViewModel: EngagementTrackable {}

extension AppViewModel {
    var engagementService: EngagementTracker { AppServices.log.service }
}

private struct SettingsViewModel: AppViewModel, ScreenNameProvider {
    let screenName = "Settings"
}

@Suite(.watched)
@MainActor
struct ViewModelTests {
    private let pizza = Product(id: "prod_001", name: "Cheese Pizza", price: 10.99, category: "Pizza", rating: 4.4)
    private let log = EngagementLog()

    @Test("A cart view model tracks its screen, its changes and the checkout")
    func cart() {
        let cart = CartViewModel(engagementService: log.service)
        cart.add(pizza, quantity: 2)
        cart.update(pizza, quantity: 5)
        cart.update(pizza, quantity: 0)
        cart.applyPromoCode("SUMMER20", discount: 10)
        cart.pay()
        #expect(log.rejections.isEmpty)
        #expect(
            log.events.map(\.name) == [
                "ScreenView", "ViewCart", "AddToCart", "UpdateQuantity", "RemoveFromCart", "ApplyPromoCode",
                "CheckoutStart",
            ])
        #expect(json(log.events[3].payload).contains(#""quantity":5,"price":10.99,"currency":"USD""#))
        #expect(json(log.events[5].payload).contains(#"{"promoCode":"SUMMER20","discount":10.0}"#))
    }

    @Test("A home view model tracks product views, favorites and searches")
    func home() {
        let home = HomeViewModel(engagementService: log.service)
        home.didTap(pizza)
        home.toggleFavorite(pizza)
        home.toggleFavorite(pizza)
        home.search("Pizza", in: [pizza])
        home.showDetail()
        #expect(log.rejections.isEmpty)
        #expect(
            log.events.map(\.name) == [
                "ScreenView", "ViewCatalogObject", "ViewCatalogObject", "FavoriteCatalogObject",
                "UnfavoriteCatalogObject", "Search", "ScreenView",
            ])
        #expect(json(log.events[0].payload).contains(#""screenName":"Home""#))
        #expect(json(log.events[1].payload).contains(#""price":10.99,"category":"Pizza""#))
        #expect(json(log.events[2].payload).contains(#""rating":4.4"#))
        #expect(json(log.events[3].payload).contains(#""name":"Cheese Pizza","price":10.99"#))
        #expect(json(log.events[5].payload).contains(#""searchTerm":"Pizza","resultCount":1"#))
    }

    @Test("A view model uses the service that the app declares once")
    func sharedService() {
        let settings = SettingsViewModel()
        #expect(settings.trackScreenAppear() == nil)
        #expect(AppServices.log.lastJSON == #"{"event_type":"ScreenView","attributes":{"screenName":"Settings"}}"#)
        #expect(settings.trackItemView(itemID: "", itemName: "x") != nil)
        #expect(AppServices.log.rejections.count == 1)
    }
}
