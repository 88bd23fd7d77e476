import PageViewAutomation
import TestSupport
import Testing

@testable import NavigationTraces

extension TraceReaderTests {
    @Test(
        "Seconds are read as exact nanoseconds, and halves are rounded away from zero",
        arguments: [
            ("0", 0), ("-0", 0), ("0.0", 0), ("0e10", 0), ("1", 1_000_000_000), ("1.0", 1_000_000_000),
            ("0.1", 100_000_000),
            ("1e-9", 1), ("1E-9", 1), ("0.000000001", 1), ("0.30000000000000004", 300_000_000),
            ("1.5e3", 1_500_000_000_000),
            ("1.5e+3", 1_500_000_000_000), ("123456789.987654321", 123_456_789_987_654_321), ("0.0000000005", 1),
            ("0.00000000049999", 0), ("0.0000000014999999999999999999", 1), ("0.0000000015", 2), ("5e-10", 1),
            ("4e-10", 0),
            ("-0.0000000005", -1), ("-1.25", -1_250_000_000), ("1e-1000", 0), ("1e-999999999999999999999", 0),
            ("0.3", 300_000_000), ("2.675", 2_675_000_000), ("8.533333333333333333333333", 8_533_333_333),
            ("100e-2", 1_000_000_000), ("0.001e3", 1_000_000_000), ("9223372036.854775807", .max),
            ("9223372036.8547758069", .max), ("-9223372036.854775807", -.max),
            ("9223372036", 9_223_372_036_000_000_000),
        ] as [(String, Int64)])
    func secondsAreWholeNanoseconds(text: String, nanoseconds: Int64) throws {
        #expect(try event(#"{"t":\#(text),"event":"sessionEnd"}"#).time?.nanoseconds == nanoseconds)
        #expect(try event("\(text) sessionEnd", .lines).time?.nanoseconds == nanoseconds)
        let claim = try expectation(#"{"expect":"pageLeave","foreground":\#(text)}"#).claim
        #expect(claim.fields.value(.foreground) == .seconds(nanoseconds))
    }

    @Test(
        "A time beyond 64 bits of nanoseconds is an error at its column",
        arguments: [
            "1e300", "-1e300", "9223372036.854775808", "9223372037", "10000000000", "1e10", "1e18", "1e19", "1e20",
            "9223372036.8547758075", "99999999999999999999999999999999", "1e308",
        ])
    func hugeTimes(text: String) throws {
        let error = try markedError(#"{"event":"sessionEnd","t":¶\#(text)}"#)
        #expect(error.message.contains("found \(text.prefix(30))"))
        #expect(Reading("\(text) sessionEnd", .lines).errors.map(\.column) == [1])
    }

    @Test("A long exponent cancels as many digits")
    func longExponents() throws {
        let zeros = String(repeating: "0", count: 1_100_000)
        for one in ["0.\(zeros)1e1100001", "1\(zeros)e-1100000"] {
            #expect(try event("\(one) sessionEnd", .lines).time?.nanoseconds == 1_000_000_000)
        }
    }
}
