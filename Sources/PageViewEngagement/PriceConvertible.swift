import PageViewTracking

/// What a price may be given as: an amount digit for digit, or a number that is told by its shortest decimal (rule EN-003).
///
/// An app's own type of money conforms by saying its digits:
///
///     extension Price: PriceConvertible {
///         var priceAmount: DecimalNumber? { DecimalNumber(text) }
///     }
public protocol PriceConvertible {
    /// The amount; `nil` if it is none, and then what is given is refused.
    var priceAmount: DecimalNumber? { get }
    /// The currency, if it has one of its own; it has none unless it says so.
    var priceCurrency: CurrencyCode? { get }
}

extension PriceConvertible {
    /// No currency of its own.
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
    /// The shortest decimal that reads back as the same number; `nil` if it is not finite or takes more than 38 digits.
    public var priceAmount: DecimalNumber? { DecimalNumber(shortest: description) }
}

extension Float: PriceConvertible {
    /// The shortest decimal that reads back as the same number; `nil` if it is not finite or takes more than 38 digits.
    public var priceAmount: DecimalNumber? { DecimalNumber(shortest: description) }
}

extension DecimalNumber {
    /// Reads what Swift writes of a binary fraction, such as `10.99` or `1e-05`, and writes an exponent out.
    init?(shortest text: String) {
        let isNegative = text.utf8.first == 0x2D
        let parts = text.utf8.drop { $0 == 0x2D }.split(separator: 0x65)
        guard let mantissa = parts.first, let written = Self.written(mantissa, exponent: parts.dropFirst().first)
        else { return nil }
        // A zero has no sign: it is no discount.
        let isZero = mantissa.allSatisfy { $0 == 0x30 || $0 == 0x2E }
        self.init(isNegative && !isZero ? "-" + written : written)
    }

    private static func written(_ mantissa: Substring.UTF8View, exponent: Substring.UTF8View?) -> String? {
        guard let exponent else { return String(Substring(mantissa)) }
        guard let exponent = Int(Substring(exponent)), abs(exponent) <= mostExponent else { return nil }
        let parts = mantissa.split(separator: 0x2E)
        let digits = parts.map { String(Substring($0)) }.joined()
        let point = (parts.first?.count ?? 0) + exponent
        if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        if point >= digits.utf8.count { return digits + String(repeating: "0", count: point - digits.utf8.count) }
        return String(digits.prefix(point)) + "." + digits.dropFirst(point)
    }

    /// No number of 38 digits is as far from 1.
    private static var mostExponent: Int { 60 }
}
