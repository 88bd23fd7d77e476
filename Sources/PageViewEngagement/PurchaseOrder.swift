import PageViewTracking

/// An order: what was bought, and for how much (rule EN-002).
///
/// The total is what the app says. It need not be the sum of the items: there are discounts, fees and taxes.
public struct PurchaseOrder: Sendable, Hashable {
    /// Which order it is.
    public let id: String
    /// What the whole costs.
    public let totalValue: Money
    /// What was bought.
    public let lineItems: [LineItem]
    /// What else is known of it.
    public let attributes: Payload

    /// Creates an order.
    ///
    /// - Throws: If the id is blank, the total is below zero, or there is none of an item.
    public init(
        id: String, totalValue: Money, lineItems: [LineItem] = [], attributes: EventAttributes = [:]
    ) throws(EngagementError) {
        self.id = try id.checkedNotBlank("id")
        guard !totalValue.amount.isNegative else {
            throw EngagementError("totalValue", expected: "an amount of 0 or more", found: "\(totalValue)")
        }
        self.totalValue = totalValue
        for (index, item) in lineItems.enumerated() {
            do throws(EngagementError) { _ = try item.checkedNotNone() } catch { throw error.inside("items[\(index)]") }
        }
        self.lineItems = lineItems
        self.attributes = attributes.payload
    }

    /// The order with all its fields, in the order in which they are declared; what it does not have is left out.
    public var payload: Payload {
        Payload(present: [
            ("id", .string(id)), ("totalValue", .decimal(totalValue.amount)),
            ("currency", .string(totalValue.currency.text)),
            ("lineItems", lineItems.isEmpty ? nil : .array(lineItems.map { .object($0.payload) })),
            ("attributes", attributes.unlessEmpty),
        ])
    }
}
