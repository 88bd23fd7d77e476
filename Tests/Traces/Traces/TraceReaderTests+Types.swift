import PageViewAutomation
import TestSupport
import Testing

@testable import NavigationTraces

extension TraceReaderTests {
    private static let wrongValues: [(keys: [TraceKey], values: [String])] = [
        ([.t, .expires], [#""1""#, "true", "null", "[0]"]), ([.expires], ["-0.5"]),
        (
            [.session, .scene, .component, .parent, .name, .url, .source, .text],
            ["1", "-7.5e1", "null", "false", "[]", "{}"]
        ),
        ([.page], ["12", "null", "[]"]), ([.payload, .properties], ["[]", #""x""#, "null"]),
        ([.state], ["true", #""gone""#]), ([.attached, .exclusive], [#""true""#, "1"]),
        ([.level], [#""1""#, "1.5", "2147483648", "-2147483649"]), ([.entries], ["{}", "null"]),
        ([.nextPageView], [#""1""#, "1.5", "0"]),
    ]

    private static let wrongValuesInExpectations: [(keys: [TraceKey], values: [String])] = [
        ([.session, .scene, .name, .url, .kind], ["1", "null"]),
        ([.page, .component, .previous, .referrer, .deepLink, .cause, .outcome], ["1", "[]"]), ([.payload], ["[1]"]),
        ([.t, .appearedAt, .foreground, .background, .current], [#""1""#, "null"]),
        ([.appearance, .seq], [#""1""#, "1.5", "[]", "1e300"]),
    ]

    /// Checks that the value at `¶` is an error that names the key and the value.
    private func expectWrongType(_ text: String, _ key: String, _ value: String) throws {
        let marked = Marked(text)
        // The line is the second, to test its number. Only an empty line may precede a header.
        let isHeader = text.hasPrefix(#"{"trace""#)
        let before: [UInt8] = isHeader ? Array("\n".utf8) : Array("{\"event\":\"sessionEnd\"}\r\n".utf8)
        let reading = Reading(before + marked.bytes)
        #expect(reading.lines.count == (isHeader ? 0 : 1), "\(text)")
        let error = try #require(reading.errors.first, "\(text)")
        #expect(reading.errors.count == 1)
        #expect((error.line, error.column) == (2, marked.column), "\(text)")
        #expect(error.message.hasPrefix("expected ") && error.message.contains("'\(key)'"), "\(error)")
        let found = value.hasPrefix("[") ? "an array" : value.hasPrefix("{") ? "an object" : value
        let end = try #require(error.message.split(separator: ", found ").last)
        #expect(end.contains(found), "\(error)")
    }

    @Test(
        "A value of the wrong type is an error that names its key, even if the event ignores it",
        arguments: EventKind.allCases)
    func wrongTypesInEvents(kind: EventKind) throws {
        let start = #"{"event":"\#(kind.name)","component":"a","name":"x","url":"x","entries":[],"#
        for (keys, values) in Self.wrongValues {
            for key in keys {
                for value in values { try expectWrongType(start + #""\#(key)":¶\#(value)}"#, key.name, value) }
            }
        }
    }

    @Test("A value of the wrong type in an expectation is an error", arguments: ExpectationName.allCases)
    func wrongTypesInExpectations(name: ExpectationName) throws {
        let keys = name.grammar.all + [.session]
        let start = #"{"expect":"\#(name.rawValue)","#
        for (wrongKeys, values) in Self.wrongValuesInExpectations {
            for key in wrongKeys where keys.contains(key) {
                for value in values { try expectWrongType(start + #""\#(key)":¶\#(value)}"#, key.name, value) }
            }
        }
        for key in [TraceKey.page, .component] where keys.contains(key) && !name.allowsNull {
            try expectWrongType(start + #""\#(key)":¶null}"#, key.name, "null")
        }
    }

    @Test(
        "A value of the wrong type in a header, or inside another value, is an error",
        arguments: [
            (#"{"event":¶5}"#, "event", "5"), (#"{"event":¶null}"#, "event", "null"),
            (#"{"event":"didAppear","component":"b","component":¶5}"#, "component", "5"),
            (#"{"expect":¶1}"#, "expect", "1"), (#"{"trace":¶"1"}"#, "trace", #""1""#),
            (#"{"trace":1,"title":¶1}"#, "title", "1"), (#"{"trace":1,"policy":¶1}"#, "policy", "1"),
            (#"{"trace":1,"exhaustive":¶"pageView"}"#, "exhaustive", #""pageView""#),
            (#"{"trace":1,"policy":{"foreground":¶-1}}"#, "foreground", "-1"),
            (#"{"trace":1,"policy":{"reveal":¶7}}"#, "reveal", "7"),
            (#"{"event":"deepLink","url":"x","page":¶{"name":"home"}}"#, "page", "an object"),
            (#"{"event":"create","component":"a","page":{"name":¶5}}"#, "name", "5"),
            (#"{"event":"create","component":"a","page":{"name":¶null}}"#, "name", "null"),
            (#"{"event":"create","component":"a","page":{"name":"x","context":¶true}}"#, "context", "t"),
            (#"{"event":"create","component":"a","page":{"name":"x","context":¶null}}"#, "context", "null"),
            (#"{"event":"show","entries":[{"component":¶5}]}"#, "component", "5"),
            (#"{"event":"show","entries":[{"component":"a","page":{"name":¶5}}]}"#, "name", "5"),
            (#"{"event":"show","entries":[{"component":"a","payload":¶[]}]}"#, "payload", "an array"),
            (#"{"event":"show","entries":[{"component":"a","state":¶"gone"}]}"#, "state", "gone"),
            (#"{"event":"show","entries":[{"component":"a","parent":¶null}]}"#, "parent", "null"),
            (#"{"event":"show","entries":[{"component":"a","visible":¶1}]}"#, "visible", "1"),
            (#"{"event":"show","entries":[{"component":"a"},{"component":"b","level":¶1.5}]}"#, "level", "1.5"),
            (#"{"expect":"pageView","deepLink":{"url":¶1}}"#, "url", "1"),
            (#"{"expect":"pageView","deepLink":{"referrer":¶1}}"#, "referrer", "1"),
            (#"{"expect":"currentPage","page":{"name":¶1}}"#, "name", "1"),
            (#"{"expect":"currentPage","page":{"name":¶null}}"#, "name", "null"),
            (#"{"expect":"currentPage","page":{"context":¶[]}}"#, "context", "an array"),
        ])
    func wrongTypesInMembers(text: String, key: String, found: String) throws {
        try expectWrongType(text, key, found)
    }

    @Test(
        "The error of a missing key names the key",
        arguments: [
            (#"{}"#, "'event'"), (#"{"t":1}"#, "'event'"), (#"{"event":"create"}"#, "'component'"),
            (#"{"event":"destroy"}"#, "'component'"), (#"{"event":"ready"}"#, "'component'"),
            (#"{"event":"pending","page":"home"}"#, "'component'"), (#"{"event":"interaction"}"#, "'name'"),
            (#"{"event":"deepLink","source":"x"}"#, "'url'"), (#"{"event":"record"}"#, "'component'"),
            (#"{"event":"create","component":"a","page":{}}"#, "'name'"),
            (#"{"event":"create","component":"a","page":{"context":"shop"}}"#, "'name'"),
            (#"{"event":"note","expect":"nothing"}"#, "'event'"), (#"{"event":"show"}"#, "'entries'"),
            (#"{"event":"show","entries":[{"page":"home"}]}"#, "'component'"),
        ])
    func requiredKeys(text: String, key: String) throws {
        let reading = Reading(text)
        #expect(reading.lines.isEmpty)
        let error = try #require(reading.errors.first)
        #expect(error.message.contains(key))
    }

    @Test(
        "Seconds are read as exact nanoseconds, and halves are rounded away from zero",
        arguments: [
            ("0", 0), ("-0", 0), ("0.0", 0), ("0e10", 0), ("1", 1_000_000_000), ("1.0", 1_000_000_000),
            ("0.1", 100_000_000), ("1e-9", 1), ("1E-9", 1), ("0.000000001", 1), ("0.30000000000000004", 300_000_000),
            ("1.5e3", 1_500_000_000_000), ("1.5e+3", 1_500_000_000_000),
            ("123456789.987654321", 123_456_789_987_654_321), ("0.0000000005", 1), ("0.00000000049999", 0),
            ("0.0000000014999999999999999999", 1), ("0.0000000015", 2), ("5e-10", 1), ("4e-10", 0),
            ("-0.0000000005", -1), ("-1.25", -1_250_000_000), ("1e-1000", 0), ("1e-999999999999999999999", 0),
            ("0.3", 300_000_000), ("2.675", 2_675_000_000), ("8.533333333333333333333333", 8_533_333_333),
            ("100e-2", 1_000_000_000), ("0.001e3", 1_000_000_000), ("9223372036.854775807", .max),
            ("9223372036.8547758069", .max), ("-9223372036.854775807", -.max),
            ("9223372036", 9_223_372_036_000_000_000),
        ] as [(String, Int64)])
    func secondsAreWholeNanoseconds(text: String, nanoseconds: Int64) throws {
        #expect(try event(#"{"t":\#(text),"event":"sessionEnd"}"#).time?.nanoseconds == nanoseconds)
        #expect(try event("\(text) sessionEnd", .lines).time?.nanoseconds == nanoseconds)
        let condition = try expectation(#"{"expect":"pageLeave","foreground":\#(text)}"#).condition
        #expect(condition.fields.value(.foreground) == .seconds(nanoseconds))
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
        let count = TestDepth.number(110_000, proof: 1_100_000)
        let zeros = String(repeating: "0", count: count)
        for one in ["0.\(zeros)1e\(count + 1)", "1\(zeros)e-\(count)"] {
            #expect(try event("\(one) sessionEnd", .lines).time?.nanoseconds == 1_000_000_000)
        }
    }
}
