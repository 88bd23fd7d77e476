import PageViewEngagement
import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct EngagementValidationTests {
    private func error(_ body: () throws -> Any) -> String {
        do { return "none, but \(try body())" } catch { return "\(error)" }
    }

    @Test("A validation error names the field, the expected value and the found value")
    func refused() throws {
        let cases: [(() throws -> Any, String)] = [
            (
                { try LineItem(catalogObjectID: " \n", quantity: 1) },
                #"catalogObjectId: expected a text that is not blank, found " \n""#
            ),
            (
                { try LineItem(catalogObjectType: "", catalogObjectID: "1", quantity: 1) },
                #"catalogObjectType: expected a text that is not blank, found """#
            ),
            (
                { try LineItem(catalogObjectID: "1", quantity: 1, price: Money("-0.01", "USD")) },
                "price: expected an amount of 0 or more in at most 38 digits, found -0.01 USD"
            ),
            ({ try CatalogObject(type: "\t", id: "1") }, #"type: expected a text that is not blank, found "\t""#),
            (
                { try EngagementEvent.applyPromoCode("") },
                #"promoCode: expected a text that is not blank, found """#
            ),
        ]
        for (body, message) in cases { #expect(error(body) == message) }
    }

    @Test("Values at the limits are accepted")
    func accepted() throws {
        let item = try LineItem(catalogObjectID: "1", quantity: 0, price: Money("0", "CHF"))
        #expect(
            json(EngagementEvent.removeFromCart(item).payload).contains(#""quantity":0,"price":0,"currency":"CHF""#))
        #expect(json(EngagementEvent.updateQuantity(item).payload).contains(#""quantity":0"#))
        let largest = try LineItem(catalogObjectID: "\u{0}x", quantity: .max)
        #expect(try EngagementEvent.addToCart(largest).name == "AddToCart")
        #expect(
            try EngagementEvent.search("", resultCount: 0).payload["attributes"] == [
                "searchTerm": "", "resultCount": 0,
            ])
    }

    @Test("An order's error names the invalid item")
    func orders() throws {
        let good = try LineItem(catalogObjectID: "1", quantity: 1)
        let none = try LineItem(catalogObjectID: "2", quantity: 0)
        let total = try Money("1", "EUR")
        #expect(
            error { try PurchaseOrder(id: "1", totalValue: total, lineItems: [good, none]) }
                == "items[1].quantity: expected 1 or more, found 0")
        #expect(error { try PurchaseOrder(id: " ", totalValue: total) }.hasPrefix("id: "))
        #expect(
            error { try PurchaseOrder(id: "1", totalValue: Money("-1", "EUR")) }
                == "totalValue: expected an amount of 0 or more, found -1 EUR")
        // The total need not match the items.
        let order = try PurchaseOrder(id: "1", totalValue: total, lineItems: [good, good, good])
        #expect(order.payload["lineItems"] != nil)
    }
}
