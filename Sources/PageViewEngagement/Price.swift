import PageViewTracking

/// A price that has been checked.
struct Price {
    let amount: DecimalNumber
    /// The currency, if either the price or the app named one.
    let currency: CurrencyCode?

    /// In the currency that was named, else in dollars.
    var money: Money { Money(amount: amount, currency: currency ?? .usDollar) }

    /// Checks a price and a currency; one without a price is only looked at.
    static func checked(
        _ price: (any PriceConvertible)?, currency: String?, field: String = "price"
    ) throws(EngagementError) -> Price? {
        var named: CurrencyCode?
        if let currency { named = try CurrencyCode(currency) }
        guard let price else { return nil }
        guard let amount = price.priceAmount, !amount.isNegative else {
            throw EngagementError(field, expected: "an amount of 0 or more in at most 38 digits", found: "\(price)")
        }
        if let own = price.priceCurrency, let named, own != named {
            throw EngagementError("currency", expected: "\(own), as the \(field) has it", found: "\(named)")
        }
        return Price(amount: amount, currency: price.priceCurrency ?? named)
    }
}
