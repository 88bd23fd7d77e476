import PageViewEngagement
import NavigationSimulator
import TestSupport
import Testing

/// Prices and amounts of money (EN-003).
@Suite(.watched)
struct MoneyTests {
    @Test(
        "A binary number becomes its shortest decimal",
        arguments: [
            (10.99, "10.99"), (0.1 + 0.2, "0.30000000000000004"), (5, "5.0"), (0, "0.0"), (-0.0, "0.0"),
            (1e-5, "0.00001"), (1.25e-7, "0.000000125"), (1e16, "10000000000000000"), (1.5e20, "150000000000000000000"),
            (1.2345678901234567e19, "12345678901234567000"), (1e37, "1" + String(repeating: "0", count: 37)),
        ])
    func shortestDecimals(number: Double, text: String) {
        #expect(number.priceAmount?.text == text)
    }

    @Test("A number of at most 38 digits becomes a decimal that reads back as the same number")
    func everyDouble() {
        var random = SplitMix(seed: 41)
        var fitting = 0
        let count = TestDepth.number(6_000, proof: 20_000)
        for _ in 0..<count {
            let number = Double(bitPattern: random.next())
            let near = Double(random.next(upperBound: UInt64(1) << 53)) * 0.01
            for number in [number, near, Double(Float(number))] {
                guard let decimal = number.priceAmount else {
                    // Only numbers that are not finite, or that need more than 38 digits, have no amount.
                    let isOrdinary = (1e-18...1e36).contains(abs(number)) || number == 0
                    #expect(!isOrdinary, "\(number)")
                    continue
                }
                fitting += 1
                #expect(Double(decimal.text) == number, "\(number)")
            }
        }
        #expect(fitting > count)
        #expect(Float(4.4).priceAmount?.text == "4.4")
        #expect(7.priceAmount?.text == "7")
    }

    @Test(
        "A price that is not finite, is below zero, or needs more than 38 digits is rejected",
        arguments: [Double.nan, .infinity, -.infinity, -0.01, -1e30, 1e39, .leastNonzeroMagnitude])
    func rejectedPrices(price: Double) {
        let log = EngagementLog()
        let error = log.service.trackAddToCart(productID: "1", productName: "x", price: price)
        #expect(error?.field == "price")
        #expect(error?.expected == "an amount of 0 or more in at most 38 digits")
        #expect(error?.found == "\(price)")
        #expect(log.events.isEmpty)
    }

    @Test("A price carries its currency, and a different currency is rejected")
    func currencies() throws {
        let log = EngagementLog()
        func tracked(_ price: any PriceConvertible, _ currency: String?) -> String {
            let error = log.service.trackAddToCart(productID: "1", productName: "x", price: price, currency: currency)
            let item = log.events.last?.payload["lineItem"]
            guard error == nil, case .object(let fields)? = item else { return error?.description ?? "nothing" }
            return json(["price": fields["price"] ?? .null, "currency": fields["currency"] ?? .null])
        }
        let euros = try Money("9.90", "EUR")
        #expect(tracked(euros, nil) == #"{"price":9.90,"currency":"EUR"}"#)
        #expect(tracked(euros, "EUR") == #"{"price":9.90,"currency":"EUR"}"#)
        #expect(tracked(euros, "USD") == "currency: expected EUR, as the price has it, found USD")
        #expect(tracked(euros.amount, nil) == #"{"price":9.90,"currency":"USD"}"#)
        #expect(tracked(euros.amount, "CHF") == #"{"price":9.90,"currency":"CHF"}"#)
        #expect(tracked(9, "CHF") == #"{"price":9,"currency":"CHF"}"#)
        for bad in ["usd", "US", "USDX", "", "U$D", "ÄÖÜ", "US\u{0}"] {
            #expect(tracked(9, bad).hasPrefix("currency: expected three capital letters"), "\(bad)")
        }
        log.service.trackProductView(productID: "1", productName: "x", price: euros)
        #expect(log.lastJSON.contains(#""attributes":{"name":"x","price":9.90,"currency":"EUR"}"#))
    }

    @Test("An amount keeps its digits, and a text that is not a number throws")
    func texts() throws {
        for text in ["0", "10.90", "-3.5", "0.000", "99999999999999999999999999999999999999"] {
            #expect(try Money(text, "USD").amount.text == text)
        }
        for text in ["", "1,99", "1e3", ".5", "5.", "+1", "01", " 1", "1 ", "NaN", String(repeating: "9", count: 39)] {
            let error = #expect(throws: EngagementError.self) { try Money(text, "USD") }
            #expect(error?.field == "amount")
        }
        #expect(try Money("10.90", "EUR").description == "10.90 EUR")
    }
}
