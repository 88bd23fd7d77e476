import PageViewEngagement
import TestSupport
import Testing

@Suite(.watched)
struct EngagementValidationTests {
    @Test("A validation error names the field, the expected value and the found value")
    func refused() throws {
        let (one, none) = (
            try LineItem(catalogObjectID: "1", quantity: 1), try LineItem(catalogObjectID: "2", quantity: 0)
        )
        let total = try Money("1", "EUR")
        let attempts: [() throws -> Any] = [
            { try LineItem(catalogObjectID: " \n", quantity: 1) },
            { try LineItem(catalogObjectType: "", catalogObjectID: "1", quantity: 1) },
            { try LineItem(catalogObjectID: "1", quantity: 1, price: Money("-0.01", "USD")) },
            { try CatalogObject(type: "\t", id: "1") },
            { try EngagementEvent.applyPromoCode("") },
            { try PurchaseOrder(id: "1", totalValue: total, lineItems: [one, none]) },
            { try PurchaseOrder(id: " ", totalValue: total) },
            { try PurchaseOrder(id: "1", totalValue: Money("-1", "EUR")) },
        ]
        let errors = attempts.map { attempt in
            do { return "none, but \(try attempt())" } catch { return "\(error)" }
        }
        #expect(
            errors.joined(separator: "\n") == #"""
                catalogObjectId: expected a text that is not blank, found " \n"
                catalogObjectType: expected a text that is not blank, found ""
                price: expected an amount of 0 or more in at most 38 digits, found -0.01 USD
                type: expected a text that is not blank, found "\t"
                promoCode: expected a text that is not blank, found ""
                items[1].quantity: expected 1 or more, found 0
                id: expected a text that is not blank, found " "
                totalValue: expected an amount of 0 or more, found -1 EUR
                """#)
        // The total need not match the items.
        let order = try PurchaseOrder(id: "1", totalValue: total, lineItems: [one, one, one])
        #expect(order.payload["lineItems"] != nil)
    }

    @Test("Values at the limits are accepted")
    func accepted() throws {
        let item = try LineItem(catalogObjectID: "1", quantity: 0, price: Money("0", "CHF"))
        #expect(
            json(EngagementEvent.removeFromCart(item).payload).contains(#""quantity":0,"price":0,"currency":"CHF""#))
        #expect(json(EngagementEvent.updateQuantity(item).payload).contains(#""quantity":0"#))
        let largest = try LineItem(catalogObjectID: "\u{0}x", quantity: .max)
        #expect(try EngagementEvent.addToCart(largest).name == "AddToCart")
        let search = try EngagementEvent.search("", resultCount: 0)
        #expect(search.payload["attributes"] == ["searchTerm": "", "resultCount": 0])
    }
}
