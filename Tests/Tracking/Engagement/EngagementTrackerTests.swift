import PageViewEngagement
import NavigationSimulator
import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct EngagementTrackerTests {
    @Test("Each method tracks its event with the expected JSON")
    func methods() {
        let log = EngagementLog()
        let service = log.service
        service.trackProductView(
            productID: "prod_001", productName: "Cheese Pizza", productType: "ProductBrowse", price: 10.99,
            category: "Pizza", promoCode: "SUMMER20", sizes: ["Small"], skus: ["prod_001-S"],
            additionalAttributes: ["rating": 4.4, "reviewCount": 156])
        service.trackAddToCart(
            productID: "prod_001", productName: "Cheese Pizza", productType: "menuItem", quantity: 2, price: 10.99,
            currency: "USD", category: "Pizza")
        service.trackRemoveFromCart(productID: "prod_001", productType: "menuItem", quantity: 0)
        service.trackAddToFavorite(productID: "prod_001", productName: "Cheese Pizza", price: 10.99)
        service.trackRemoveFromFavorite(productID: "prod_001", productName: "Cheese Pizza")
        service.trackSearch(query: "pizza", resultCount: 5)
        service.trackScreenView(screenName: "Home")
        service.trackOrder(
            orderID: "order_123", totalValue: 45.99, currency: "USD",
            items: [
                ["productId": "prod_001", "quantity": 2, "price": 10.99],
                ["productId": "prod_005", "quantity": 1, "price": 8.99],
            ])
        service.trackUpdateQuantity(productID: "prod_001", quantity: 5, price: 10.99)
        service.trackApplyPromoCode("SUMMER20", attributes: ["discount": 10.0])
        service.trackCartView()
        service.trackCheckoutStart()
        #expect(log.rejections.isEmpty)
        #expect(
            log.allJSON == #"""
                {"event_type":"ViewCatalogObject","catalogObject":{"type":"ProductBrowse","id":"prod_001","attributes":\#
                {"name":"Cheese Pizza","price":10.99,"category":"Pizza","promoCode":"SUMMER20","rating":4.4,\#
                "reviewCount":156},"relatedCatalogObjects":{"size":["Small"],"sku":["prod_001-S"]}}}
                {"event_type":"AddToCart","lineItem":{"catalogObjectType":"menuItem","catalogObjectId":"prod_001",\#
                "quantity":2,"price":10.99,"currency":"USD","attributes":{"name":"Cheese Pizza","category":"Pizza"}}}
                {"event_type":"RemoveFromCart","lineItem":{"catalogObjectType":"menuItem","catalogObjectId":"prod_001","quantity":0}}
                {"event_type":"FavoriteCatalogObject","catalogObject":{"type":"ProductBrowse","id":"prod_001",\#
                "attributes":{"name":"Cheese Pizza","price":10.99}}}
                {"event_type":"UnfavoriteCatalogObject","catalogObject":{"type":"ProductBrowse","id":"prod_001",\#
                "attributes":{"name":"Cheese Pizza"}}}
                {"event_type":"Search","attributes":{"searchTerm":"pizza","resultCount":5}}
                {"event_type":"ScreenView","attributes":{"screenName":"Home"}}
                {"event_type":"Purchase","order":{"id":"order_123","totalValue":45.99,"currency":"USD","lineItems":[\#
                {"catalogObjectType":"menuItem","catalogObjectId":"prod_001","quantity":2,"price":10.99,"currency":"USD"},\#
                {"catalogObjectType":"menuItem","catalogObjectId":"prod_005","quantity":1,"price":8.99,"currency":"USD"}]}}
                {"event_type":"UpdateQuantity","lineItem":{"catalogObjectType":"menuItem","catalogObjectId":"prod_001",\#
                "quantity":5,"price":10.99,"currency":"USD"}}
                {"event_type":"ApplyPromoCode","attributes":{"promoCode":"SUMMER20","discount":10.0}}
                {"event_type":"ViewCart"}
                {"event_type":"CheckoutStart"}
                """#)
    }

    @Test("Optional parameters can be omitted")
    func defaults() throws {
        let log = EngagementLog()
        log.service.trackProductView(productID: "1", productName: "x")
        let unknown: Double? = nil
        log.service.trackAddToCart(productID: "1", productName: "x", price: unknown)
        log.service.trackRemoveFromCart(productID: "1")
        log.service.trackRemoveFromFavorite(productID: "1")
        log.service.trackSearch(query: "x")
        log.service.trackOrder(orderID: "1", totalValue: try Money("5", "EUR"), items: [])
        #expect(
            log.allJSON == #"""
                {"event_type":"ViewCatalogObject","catalogObject":{"type":"ProductBrowse","id":"1","attributes":{"name":"x"}}}
                {"event_type":"AddToCart","lineItem":{"catalogObjectType":"menuItem","catalogObjectId":"1","quantity":1,"attributes":{"name":"x"}}}
                {"event_type":"RemoveFromCart","lineItem":{"catalogObjectType":"menuItem","catalogObjectId":"1","quantity":0}}
                {"event_type":"UnfavoriteCatalogObject","catalogObject":{"type":"ProductBrowse","id":"1"}}
                {"event_type":"Search","attributes":{"searchTerm":"x"}}
                {"event_type":"Purchase","order":{"id":"1","totalValue":5,"currency":"EUR"}}
                """#)
    }

    @Test("A parameter overrides an attribute of the same name and keeps its position")
    func parametersCount() {
        let log = EngagementLog()
        log.service.trackProductView(
            productID: "1", productName: "x", price: 2, additionalAttributes: ["rating": 1, "name": "y", "price": 3])
        #expect(log.lastJSON.contains(#""attributes":{"name":"x","price":2,"rating":1}"#))
    }

    @Test("Invalid parameters are reported and track no event")
    func rejections() throws {
        let log = EngagementLog()
        let service = log.service
        let errors = [
            service.trackProductView(productID: "", productName: "x"),
            service.trackAddToCart(productID: "1", productName: "x", quantity: 0),
            service.trackRemoveFromCart(productID: "1", quantity: -1),
            service.trackAddToFavorite(productID: "1", productName: "x", price: -1),
            service.trackRemoveFromFavorite(productID: " "),
            service.trackSearch(query: "x", resultCount: -1),
            service.trackScreenView(screenName: ""),
            service.trackOrder(orderID: "1", totalValue: Double.nan),
            service.trackOrder(
                orderID: "1", totalValue: 1, items: [["productId": "1", "quantity": 1], ["quantity": 1]]),
            service.trackOrder(orderID: "1", totalValue: try Money("1", "EUR"), currency: "USD"),
            service.trackEvent(type: .cart(.addToCart), attributes: ["catalogObjectId": 7, "quantity": 1]),
            service.trackEvent(type: .custom(" ")),
        ]
        #expect(log.events.isEmpty)
        #expect(errors.allSatisfy { $0 != nil })
        #expect(
            log.rejections.joined(separator: "\n") == """
                ViewCatalogObject: id: expected a text that is not blank, found ""
                AddToCart: quantity: expected 1 or more, found 0
                RemoveFromCart: quantity: expected 0 or more, found -1
                FavoriteCatalogObject: price: expected an amount of 0 or more in at most 38 digits, found -1
                UnfavoriteCatalogObject: id: expected a text that is not blank, found " "
                Search: resultCount: expected 0 or more, found -1
                ScreenView: screenName: expected a text that is not blank, found ""
                Purchase: totalValue: expected an amount of 0 or more in at most 38 digits, found nan
                Purchase: items[1].catalogObjectId: expected a text, found nothing
                Purchase: currency: expected EUR, as the totalValue has it, found USD
                AddToCart: catalogObjectId: expected a text, found 7
                 : type: expected a text that is not blank, found " "
                """)
        // Without a closure, the error is only returned.
        #expect(EngagementTracker(tracker: log).trackScreenView(screenName: "") != nil)
    }

    @Test("Each call with random parameters either tracks an event or reports an error")
    func anything() {
        var random = SplitMix(seed: 7)
        let texts = ["", " ", "x", "\u{0}", "\u{202E}", String(repeating: "a", count: 100_000), "\"\\\n", "e\u{301}"]
        let prices: [(any PriceConvertible)?] = [nil, 1.5, -0.0, Double.nan, Double.infinity, Int.min, Int.max, 1e300]
        let values: [any AnalyticsValueConvertible] = [1, -1, 1.5, "x", "", true, [1], ["a": 1], AnalyticsValue.null]
        let types: [EngagementEventType] =
            CartEventType.allCases.map { .cart($0) } + CatalogEventType.allCases.map { .catalog($0) } + [.custom("x")]
        let log = EngagementLog()
        let service = log.service
        func text() -> String { texts.randomElement(using: &random) ?? "" }
        func price() -> (any PriceConvertible)? { prices.randomElement(using: &random) ?? nil }
        func value() -> any AnalyticsValueConvertible { values.randomElement(using: &random) ?? 0 }
        var rejected = 0
        for round in 0..<1_000 {
            let type = types[round % types.count]
            let attributes: EventAttributes = [
                "catalogObjectId": value(), "quantity": value(), "price": value(), "currency": value(),
                "promoCode": value(), "searchTerm": value(), "resultCount": value(), "type": value(),
                "relatedCatalogObjects": value(),
            ]
            let errors = [
                service.trackAddToCart(
                    productID: text(), productName: text(), productType: text(), quantity: round - 500, price: price(),
                    currency: text()),
                service.trackProductView(productID: text(), productName: text(), price: price(), sizes: [text()]),
                service.trackEvent(type: type, attributes: attributes),
                service.trackOrder(orderID: text(), totalValue: price() ?? 1, items: [attributes]),
            ]
            rejected += errors.count { $0 != nil }
        }
        #expect(log.rejections.count == rejected)
        #expect(log.events.count + rejected == 4_000)
        #expect(rejected > 100 && log.events.count > 100)
    }
}
