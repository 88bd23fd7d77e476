import PageViewEngagement
import PageViewTracking
import TestSupport
import Testing

/// The JSON of engagement events, byte for byte.
@Suite(.watched)
struct EngagementJSONTests {
    private func pizza(_ attributes: EventAttributes) throws -> CatalogObject {
        try CatalogObject(type: "ProductBrowse", id: "prod_001", attributes: attributes)
    }

    @Test("Each event's JSON equals its example in the specification")
    func specification() throws {
        let price = try Money("10.99", "USD").amount
        let events: [EngagementEvent] = [
            .viewCatalogObject(
                try CatalogObject(
                    type: "ProductBrowse", id: "prod_001",
                    attributes: [
                        "name": "Cheese Pizza", "price": price, "category": "Pizza", "rating": 4.4, "reviewCount": 156,
                        "prepTime": 20,
                    ],
                    relatedCatalogObjects: [
                        "size": ["Small", "Medium", "Large"], "sku": ["prod_001-S", "prod_001-M", "prod_001-L"],
                    ])),
            .commentCatalogObject(try pizza(["stars": 5])),
            .addToFavorites(try pizza(["name": "Cheese Pizza", "price": price])),
            .removeFromFavorites(try pizza(["name": "Cheese Pizza"])),
            try .search("pizza", resultCount: 5),
            try .addToCart(
                LineItem(
                    catalogObjectType: "menuItem", catalogObjectID: "prod_001", quantity: 1,
                    price: Money("10.99", "USD"), attributes: ["name": "Cheese Pizza", "category": "Pizza"])),
            .removeFromCart(try LineItem(catalogObjectID: "prod_001", quantity: 0)),
            .updateQuantity(try LineItem(catalogObjectID: "prod_001", quantity: 3, price: Money("10.90", "EUR"))),
            try .applyPromoCode("SUMMER20", attributes: ["discount": 10.0]),
            try EngagementEvent(type: .cart(.view)), try EngagementEvent(type: .cart(.checkoutStart)),
            .purchase(
                try PurchaseOrder(
                    id: "order_123", totalValue: Money("45.99", "USD"),
                    lineItems: [
                        LineItem(catalogObjectID: "prod_001", quantity: 2, price: Money("10.99", "USD")),
                        LineItem(catalogObjectID: "prod_005", quantity: 1, price: Money("8.99", "USD")),
                    ])),
            try .screenView(screenName: "Home"),
            try .custom(
                "user_feedback", attributes: ["rating": 5, "comment": "Great food!", "orderId": "order_123"]),
        ]
        let expected = blocks("json", of: try chapter("Engagement")).map(compact)
        #expect(expected.count == events.count)
        for (event, expected) in zip(events, expected) { #expect(json(event.payload) == expected) }
        for event in events { #expect(event.payload["event_type"] == .string(event.name)) }
        #expect(events[4].properties["attributes"] == #"{"searchTerm":"pizza","resultCount":5}"#)
    }
}
