import PageViewTracking
internal import AnalyticsJSON

/// An amount of money: exact decimal digits and a currency (EN-003).
///
/// An amount is created from a text or a `DecimalNumber`. It has no literals. A literal `10.99` would pass through a binary
/// fraction, and a literal cannot throw.
public struct Money: Sendable, Hashable {
    /// The amount. It may be negative, for example for a refund; a price may not.
    public let amount: DecimalNumber
    /// The currency.
    public let currency: CurrencyCode

    /// Creates an amount of money.
    public init(amount: DecimalNumber, currency: CurrencyCode) {
        self.amount = amount
        self.currency = currency
    }

    /// Creates an amount of money from its digits, such as `10.90`, and a currency code.
    ///
    /// - Throws: ``EngagementError`` if the digits are no number of at most 38 digits, or if the currency is not three capital
    ///   letters.
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

/// A currency code of three letters, such as `USD` (EN-003).
///
/// Only the form is checked, because the list of currencies changes. There is no literal, because a literal cannot throw.
public struct CurrencyCode: Sendable, Hashable {
    let text: String

    /// Creates a currency from three letters, `A` to `Z`.
    ///
    /// - Throws: ``EngagementError`` if the text has another form.
    public init(_ text: String) throws(EngagementError) {
        guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw EngagementError(
                "currency", expected: "three capital letters, such as \"USD\"", found: JSONParser.quoted(text))
        }
        self.text = text
    }

    private init(known text: String) {
        self.text = text
    }

    /// US dollars, the default currency of a price.
    static let usDollar = CurrencyCode(known: "USD")
}

extension CurrencyCode: CustomStringConvertible {
    /// The three letters.
    public var description: String { text }
}

/// A type that can be a price: an exact decimal, or a number with its shortest decimal (EN-003).
///
/// An app's own type of money conforms by returning its digits:
///
///     extension Price: PriceConvertible {
///         var priceAmount: DecimalNumber? { DecimalNumber(text) }
///     }
public protocol PriceConvertible {
    /// The amount; `nil` if there is none. A price without an amount is rejected.
    var priceAmount: DecimalNumber? { get }
    /// The currency of the price; `nil` if it has none. The default is `nil`.
    var priceCurrency: CurrencyCode? { get }
}

extension PriceConvertible {
    /// No currency.
    public var priceCurrency: CurrencyCode? { nil }
}

extension DecimalNumber: PriceConvertible {
    /// The number itself.
    public var priceAmount: DecimalNumber? { self }
}

extension Money: PriceConvertible {
    /// The amount.
    public var priceAmount: DecimalNumber? { amount }
    /// The currency.
    public var priceCurrency: CurrencyCode? { currency }
}

extension Int: PriceConvertible {
    /// The whole number.
    public var priceAmount: DecimalNumber? { DecimalNumber(String(self)) }
}

extension Double: PriceConvertible {
    /// The shortest decimal that reads back as the same number.
    ///
    /// `nil` if the number is not finite or needs more than 38 digits.
    public var priceAmount: DecimalNumber? { DecimalNumber(shortest: description) }
}

extension Float: PriceConvertible {
    /// The shortest decimal that reads back as the same number.
    ///
    /// `nil` if the number is not finite or needs more than 38 digits.
    public var priceAmount: DecimalNumber? { DecimalNumber(shortest: description) }
}

extension DecimalNumber {
    /// Creates a decimal from Swift's description of a binary number, such as `10.99` or `1e-05`.
    init?(shortest text: String) {
        let isNegative = text.utf8.first == 0x2D
        let parts = text.utf8.drop { $0 == 0x2D }.split(separator: 0x65)
        guard let mantissa = parts.first, let written = Self.plainDigits(mantissa, exponent: parts.dropFirst().first)
        else { return nil }
        // Zero gets no sign, because minus zero would look like a discount.
        let isZero = mantissa.allSatisfy { $0 == 0x30 || $0 == 0x2E }
        self.init(isNegative && !isZero ? "-" + written : written)
    }

    private static func plainDigits(_ mantissa: Substring.UTF8View, exponent: Substring.UTF8View?) -> String? {
        guard let exponent else { return String(Substring(mantissa)) }
        guard let exponent = Int(Substring(exponent)), abs(exponent) <= largestExponent else { return nil }
        let parts = mantissa.split(separator: 0x2E)
        let digits = parts.map { String(Substring($0)) }.joined()
        let point = (parts.first?.count ?? 0) + exponent
        if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        if point >= digits.utf8.count { return digits + String(repeating: "0", count: point - digits.utf8.count) }
        return String(digits.prefix(point)) + "." + digits.dropFirst(point)
    }

    private static var largestExponent: Int { 60 }
}

struct Price {
    let amount: DecimalNumber
    /// The currency of the price or of the call; `nil` if neither has one.
    let currency: CurrencyCode?

    var money: Money { Money(amount: amount, currency: currency ?? .usDollar) }

    /// Checks a price and a currency; returns `nil` if there is no price.
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
