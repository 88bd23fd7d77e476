import NavigationSimulator
import AnalyticsJSON
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Numbers in payloads and times, read and written.
@Suite(.watched)
struct JSONNumbersTests {
    private func read(_ number: String) throws -> AnalyticsValue? {
        guard
            case .ready(_, _, _, let payload?) = try event(
                #"{"event":"ready","component":"a","payload":{"n":\#(number)}}"#
            ).action
        else { return nil }
        return payload["n"]
    }

    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }

    private func write(_ value: AnalyticsValue) -> String { written { $0.value(value) } }

    @Test(
        "Whole numbers of 64 bits are read as integers, and other numbers as doubles",
        arguments: [
            ("0", .int(0)), ("-0", .int(0)), ("1", .int(1)), ("-1", .int(-1)),
            ("9007199254740993", .int(9_007_199_254_740_993)),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
            ("9223372036854775808", .double(9_223_372_036_854_775_808)),
            ("-9223372036854775809", .double(-9_223_372_036_854_775_808)), ("100000000000000000000", .double(1e20)),
            ("1.0", .double(1)), ("1e2", .double(100)), ("1E+2", .double(100)), ("1e-2", .double(0.01)),
            ("0.1", .double(0.1)),
            ("-0.0", .double(0)), ("5e-324", .double(.leastNonzeroMagnitude)), ("1e-400", .double(0)),
            ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
            ("0.1000000000000000055511151231257827021181583404541015625", .double(0.1)),
        ] as [(String, AnalyticsValue)])
    func reading(text: String, value: AnalyticsValue) throws {
        #expect(try read(text) == value)
    }

    @Test(
        "The reader rejects a number that is not finite",
        arguments: ["1e309", "-1e309", "1e999", "179769313486231580793e289", thousandDigits, "-" + thousandDigits])
    func notFinite(text: String) {
        #expect(throws: TraceError.self) { try read(text) }
    }

    private static let thousandDigits = String(repeating: "9", count: 1000)

    @Test(
        "A number has an expected text, which is read as the same number",
        arguments: [
            (.int(0), "0"), (.int(.max), "9223372036854775807"), (.int(.min), "-9223372036854775808"), (.int(-7), "-7"),
            (.double(1), "1.0"), (.double(0.1), "0.1"), (.double(-2.5), "-2.5"), (.double(100), "100.0"),
            (.double(1e16), "1e+16"), (.double(.leastNonzeroMagnitude), "5e-324"),
            (.double(.greatestFiniteMagnitude), "1.7976931348623157e+308"),
            (.double(0.30000000000000004), "0.30000000000000004"), (.double(-0.0), "-0.0"),
        ] as [(AnalyticsValue, String)])
    func writing(value: AnalyticsValue, text: String) throws {
        #expect(write(value) == text)
        #expect(try read(text) == value)
    }

    @Test(
        "Numbers that are not finite are written as null",
        arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func noWord(value: Double) {
        #expect(write(.double(value)) == "null")
        #expect(write(["a": [.double(value)]]) == #"{"a":[null]}"#)
    }

    @Test(
        "Seconds are written as the shortest decimal of whole nanoseconds",
        arguments: [
            (0, "0"), (1, "0.000000001"), (-1, "-0.000000001"), (10, "0.00000001"), (500_000_000, "0.5"),
            (100_000_000, "0.1"),
            (1_000_000_000, "1"), (-1_250_000_000, "-1.25"), (1_500_000_000_000, "1500"), (300_000_001, "0.300000001"),
            (60_000_000_001, "60.000000001"), (.max, "9223372036.854775807"), (.min, "-9223372036.854775808"),
        ] as [(Int64, String)])
    func writingSeconds(nanoseconds: Int64, text: String) {
        #expect(written { $0.seconds(nanoseconds) } == text)
    }

    @Test("Unsigned numbers of any length are written with their digits")
    func digitsOfAnyLength() {
        var generator = SplitMix(seed: 11)
        var numbers: [UInt64] = [0, .max]
        var power: UInt64 = 1
        for _ in 0..<20 {
            numbers += [power - 1, power, power + 1]
            // Random numbers of at most that many digits.
            numbers += (0..<200).map { _ in generator.next() % power }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        for number in numbers {
            #expect(written { $0.digits(number) } == "\(number)")
        }
    }
}
