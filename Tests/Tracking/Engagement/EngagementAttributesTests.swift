import PageViewEngagement
import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct EngagementAttributesTests {
    @Test("Each event type builds its JSON from attributes")
    func types() {
        let log = EngagementLog()
        let service = log.service
        let attributes: EventAttributes = [
            "catalogObjectId": "prod_001", "name": "Cheese Pizza", "quantity": 1, "price": 10.99, "category": "Pizza",
        ]
        service.trackEvent(type: .cart(.addToCart), attributes: attributes)
        service.trackEvent(type: .cart(.removeFromCart), attributes: ["productId": "prod_001"])
        service.trackEvent(
            type: .cart(.updateQuantity), attributes: ["productId": "p", "quantity": 3, "productType": "t"])
        service.trackEvent(type: .cart(.applyPromoCode), attributes: ["discount": 10.0, "promoCode": "SUMMER20"])
        service.trackEvent(type: .cart(.view), attributes: ["cartId": "c"])
        service.trackEvent(type: .cart(.checkoutStart), attributes: [:])
        service.trackEvent(
            type: .catalog(.view),
            attributes: [
                "catalogObjectId": "prod_001", "type": "dish", "name": "Cheese Pizza",
                "relatedCatalogObjects": ["size": ["S", "L"]],
            ])
        service.trackEvent(type: .catalog(.comment), attributes: ["id": "prod_001", "stars": 5])
        service.trackEvent(type: .catalog(.search), attributes: ["query": "pizza", "resultCount": 5, "sort": "price"])
        service.trackEvent(type: .custom("user_feedback"), attributes: ["rating": 5, "comment": "Great food!"])
        #expect(log.rejections.isEmpty)
        #expect(
            log.allJSON == #"""
                {"event_type":"AddToCart","lineItem":{"catalogObjectType":"menuItem","catalogObjectId":"prod_001",\#
                "quantity":1,"price":10.99,"currency":"USD","attributes":{"name":"Cheese Pizza","category":"Pizza"}}}
                {"event_type":"RemoveFromCart","lineItem":{"catalogObjectType":"menuItem","catalogObjectId":"prod_001","quantity":0}}
                {"event_type":"UpdateQuantity","lineItem":{"catalogObjectType":"t","catalogObjectId":"p","quantity":3}}
                {"event_type":"ApplyPromoCode","attributes":{"promoCode":"SUMMER20","discount":10.0}}
                {"event_type":"ViewCart","attributes":{"cartId":"c"}}
                {"event_type":"CheckoutStart"}
                {"event_type":"ViewCatalogObject","catalogObject":{"type":"dish","id":"prod_001","attributes":\#
                {"name":"Cheese Pizza"},"relatedCatalogObjects":{"size":["S","L"]}}}
                {"event_type":"CommentCatalogObject","catalogObject":{"type":"ProductBrowse","id":"prod_001","attributes":{"stars":5}}}
                {"event_type":"Search","attributes":{"searchTerm":"pizza","resultCount":5,"sort":"price"}}
                {"event_type":"user_feedback","attributes":{"rating":5,"comment":"Great food!"}}
                """#)
    }

    @Test(
        "The error names a missing or mistyped attribute and tracks no event",
        arguments: [
            (.cart(.addToCart), ["quantity": 1], "catalogObjectId: expected a text, found nothing"),
            (.cart(.addToCart), ["productId": "1"], "quantity: expected a whole number, found nothing"),
            (.cart(.addToCart), ["productId": "1", "quantity": 1.5], "quantity: expected a whole number, found 1.5"),
            (.cart(.addToCart), ["productId": 1, "quantity": 1], "productId: expected a text, found 1"),
            (
                .cart(.addToCart), ["productId": "1", "quantity": 1, "price": "9.99"],
                #"price: expected a number, found "9.99""#
            ),
            (
                .cart(.addToCart), ["productId": "1", "quantity": 1, "currency": "usd"],
                #"currency: expected three capital letters, such as "USD", found "usd""#
            ),
            (.cart(.applyPromoCode), ["promoCode": true], "promoCode: expected a text, found true"),
            (.catalog(.view), ["id": "1", "type": ["a"]], "type: expected a text, found a list"),
            (
                .catalog(.view), ["id": "1", "relatedCatalogObjects": 7],
                "relatedCatalogObjects: expected an object of lists, found 7"
            ),
            (
                .catalog(.view), ["id": "1", "relatedCatalogObjects": ["size": "S"]],
                #"relatedCatalogObjects.size: expected a list, found "S""#
            ),
            (.catalog(.search), [:], "searchTerm: expected a text, found nothing"),
            (
                .catalog(.search), ["query": "x", "resultCount": "many"],
                #"resultCount: expected a whole number, found "many""#
            ),
        ] as [(EngagementEventType, EventAttributes, String)])
    func missing(type: EngagementEventType, attributes: EventAttributes, message: String) {
        let log = EngagementLog()
        #expect(log.service.trackEvent(type: type, attributes: attributes)?.description == message)
        #expect(log.rejections == ["\(type.name): \(message)"])
        #expect(log.events.isEmpty)
    }

    @Test("A whole price keeps its digits beyond 32 bits")
    func largeWholePrice() {
        let log = EngagementLog()
        log.service.trackEvent(
            type: .cart(.addToCart), attributes: ["productId": "1", "quantity": 1, "price": Int64.max])
        #expect(log.lastJSON.contains(#""price":9223372036854775807,"#))
    }

    @Test("An order's items default to its currency and keep their other attributes")
    func orderItems() {
        let log = EngagementLog()
        log.service.trackOrder(
            orderID: "1", totalValue: 5, currency: "EUR",
            items: [
                ["productId": "a", "quantity": 1, "price": 2, "gift": true],
                ["productId": "b", "quantity": 1, "price": 2, "currency": "CHF", "productType": "book"],
            ])
        #expect(
            log.lastJSON
                == #"{"event_type":"Purchase","order":{"id":"1","totalValue":5,"currency":"EUR","lineItems":["#
                + #"{"catalogObjectType":"menuItem","catalogObjectId":"a","quantity":1,"price":2,"currency":"EUR","attributes":{"gift":true}},"#
                + #"{"catalogObjectType":"book","catalogObjectId":"b","quantity":1,"price":2,"currency":"CHF"}]}}"#)
    }
}
