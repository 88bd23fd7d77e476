import PageViewTracking
internal import AnalyticsJSON

/// An amount of money: digits exactly as they were written, and a currency (rule EN-003).
///
/// It is made from a text or a ``DecimalNumber``. It has no literals: a fraction in the source code would go through a binary
/// fraction, and a text that is no amount could not be refused.
public struct Money: Sendable, Hashable {
    /// The digits. Below zero it is a refund, say; no price is.
    public let amount: DecimalNumber
    /// The currency.
    public let currency: CurrencyCode

    /// Creates an amount of money.
    public init(amount: DecimalNumber, currency: CurrencyCode) {
        self.amount = amount
        self.currency = currency
    }

    /// Creates an amount of money from its digits, such as `10.90`, and the three letters of its currency.
    ///
    /// - Throws: If the digits are no number, or the currency is not three capital letters.
    public init(_ amount: String, _ currency: String) throws(EngagementError) {
        guard let number = DecimalNumber(amount) else {
            throw EngagementError(
                "amount", expected: "a decimal number in at most 38 digits, such as \"10.99\"",
                found: JSONParser.quoted(amount))
        }
        self.init(amount: number, currency: try CurrencyCode(currency))
    }
}

extension Money: CustomStringConvertible {
    /// The digits and the currency, such as `10.90 EUR`.
    public var description: String { "\(amount) \(currency)" }
}
