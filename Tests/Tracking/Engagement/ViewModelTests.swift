import PageViewEngagement
import Foundation
import PageViewTracking
import TestSupport
import Testing

private enum ProductCategory: String { case pizza = "Pizza" }

private struct Product {
    let id: String
    let name: String
    let price: Double
    let category: ProductCategory
    let rating: Double
    let reviewCount: Int
    let prepTime: Int
    let isAvailable: Bool
}

private struct CartItem: Identifiable {
    let id = UUID().uuidString
    let product: Product
    var quantity: Int
}

/// A view model as an app writes it, with little tracking code.
@MainActor
private final class CartViewModel: DataCloudTrackable, ScreenNameProvider {
    let engagementService: EngagementTrackingService

    var cartItems: [CartItem] = []
    var subtotal: Double = 0
    var deliveryFee: Double = 5.0
    var total: Double = 0
    var promoCode: String = ""
    var promoDiscount: Double = 0

    let screenName = "Cart"

    init(engagementService: EngagementTrackingService) {
        self.engagementService = engagementService
        trackScreenAppear()
        trackCartView()
    }

    func addItem(_ product: Product, quantity: Int = 1) {
        if let existingItemIndex = cartItems.firstIndex(where: { $0.product.id == product.id }) {
            cartItems[existingItemIndex].quantity += quantity
        } else {
            let cartItem = CartItem(product: product, quantity: quantity)
            cartItems.append(cartItem)
        }
        calculateTotals()
        engagementService.trackAddToCart(
            productID: product.id,
            productName: product.name,
            productType: "menuItem",
            quantity: quantity,
            price: product.price,
            currency: "USD",
            category: product.category.rawValue
        )
    }

    func removeItem(_ item: CartItem) {
        cartItems.removeAll { $0.id == item.id }
        calculateTotals()
        engagementService.trackRemoveFromCart(
            productID: item.product.id,
            productType: "menuItem"
        )
    }

    func updateQuantity(for item: CartItem, quantity: Int) {
        if let index = cartItems.firstIndex(where: { $0.id == item.id }) {
            if quantity > 0 {
                cartItems[index].quantity = quantity
                calculateTotals()
                engagementService.trackAddToCart(
                    productID: item.product.id,
                    productName: item.product.name,
                    productType: "menuItem",
                    quantity: quantity,
                    price: item.product.price,
                    currency: "USD"
                )
            } else {
                removeItem(item)
            }
        }
    }

    func applyPromoCode(_ code: String) {
        promoCode = code
        promoDiscount = 10.0
        calculateTotals()
        engagementService.trackEvent(
            type: .cart(.applyPromoCode),
            attributes: [
                "promoCode": code,
                "discount": promoDiscount,
            ]
        )
    }

    func initiateCheckout() {
        trackCheckoutStart()
    }

    private func calculateTotals() {
        subtotal = cartItems.reduce(0) { $0 + ($1.product.price * Double($1.quantity)) }
        total = subtotal + deliveryFee - promoDiscount
    }
}

@MainActor
private final class HomeViewModel: DataCloudTrackable, ScreenNameProvider {
    let engagementService: EngagementTrackingService
    let screenName = "Home"
    var products: [Product] = []
    var favorites: Set<String> = []

    init(engagementService: EngagementTrackingService) {
        self.engagementService = engagementService
        trackScreenAppear()
    }

    func didTapProduct(_ product: Product) {
        trackItemView(
            itemID: product.id,
            itemType: "ProductBrowse",
            itemName: product.name,
            price: product.price,
            category: product.category.rawValue
        )
        engagementService.trackProductView(
            productID: product.id,
            productName: product.name,
            productType: "ProductBrowse",
            price: product.price,
            category: product.category.rawValue,
            sizes: ["Small", "Medium", "Large"],
            skus: ["\(product.id)-S", "\(product.id)-M", "\(product.id)-L"],
            additionalAttributes: [
                "rating": product.rating,
                "reviewCount": product.reviewCount,
                "isAvailable": product.isAvailable,
            ]
        )
    }

    func toggleFavorite(_ product: Product) {
        if favorites.contains(product.id) {
            favorites.remove(product.id)
            trackRemoveFromFavorites(productID: product.id, productName: product.name)
        } else {
            favorites.insert(product.id)
            trackAddToFavorites(
                productID: product.id,
                productName: product.name,
                price: product.price
            )
        }
    }

    func performSearch(query: String) {
        let results = products.filter { $0.name.localizedCaseInsensitiveContains(query) }
        trackSearch(searchTerm: query, resultCount: results.count)
    }

    func didAppear() {
        trackScreenView(screenName: "ProductDetail")
    }
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
    private let pizza = Product(
        id: "prod_001", name: "Cheese Pizza", price: 10.99, category: .pizza, rating: 4.4, reviewCount: 156,
        prepTime: 20, isAvailable: true)

    @Test("A cart view model tracks its screen, its changes and the checkout")
    func cart() {
        let log = EngagementLog()
        let cart = CartViewModel(engagementService: log.service)
        cart.addItem(pizza)
        cart.addItem(pizza, quantity: 2)
        if let item = cart.cartItems.first {
            cart.updateQuantity(for: item, quantity: 5)
            cart.updateQuantity(for: item, quantity: 0)
        }
        cart.applyPromoCode("SUMMER20")
        cart.initiateCheckout()
        #expect(log.rejections.isEmpty)
        #expect(
            log.events.map(\.name) == [
                "ScreenView", "ViewCart", "AddToCart", "AddToCart", "AddToCart", "RemoveFromCart", "ApplyPromoCode",
                "CheckoutStart",
            ])
        #expect(json(log.events[4].payload).contains(#""quantity":5,"price":10.99,"currency":"USD""#))
        #expect(
            json(log.events[6].payload)
                == #"{"event_type":"ApplyPromoCode","attributes":{"promoCode":"SUMMER20","discount":10.0}}"#)
    }

    @Test("A home view model tracks product views, favorites and searches")
    func home() {
        let log = EngagementLog()
        let home = HomeViewModel(engagementService: log.service)
        home.products = [pizza]
        home.didTapProduct(pizza)
        home.toggleFavorite(pizza)
        home.toggleFavorite(pizza)
        home.performSearch(query: "pizza")
        home.didAppear()
        #expect(log.rejections.isEmpty)
        #expect(
            log.events.map(\.name) == [
                "ScreenView", "ViewCatalogObject", "ViewCatalogObject", "FavoriteCatalogObject",
                "UnfavoriteCatalogObject", "Search", "ScreenView",
            ])
        #expect(json(log.events[0].payload).contains(#""screenName":"Home""#))
        #expect(json(log.events[2].payload).contains(#""rating":4.4,"reviewCount":156,"isAvailable":true"#))
        #expect(json(log.events[5].payload).contains(#""searchTerm":"pizza","resultCount":1"#))
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
