import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The reader accepts only JSON according to RFC 8259.
extension TraceReaderTests {
    /// Malformed lines with their errors at `¶`. The keys are unknown, so that only the JSON matters.
    static let malformed: [String] = [
        // Errors in strings.
        "{\"a\":\"¶\u{1}\"}", "{\"a\":\"x¶\t\"}", "{\"a\":\"x¶\u{1F}\"}", "{\"a\":\"¶\u{0}\"}", "{\"a¶\u{8}\":1}",
        #"{"a":"¶\ud800"}"#, #"{"a":"¶\udc00"}"#, #"{"a":"¶\ud800\u0041"}"#, #"{"a":"x¶\ud83d"}"#,
        #"{"a":"¶\ud83d\ud83d"}"#, #"{"a":"¶\ude00\ud83d"}"#, #"{"a":"¶\ud83dx"}"#, #"{"a":"¶\ud83d\n"}"#,
        #"{"¶\ud800":1}"#, #"{"a":"\¶x"}"#, #"{"a":"\¶U0041"}"#, #"{"a":"\¶'"}"#, #"{"a":"\u00¶g0"}"#, #"{"a":"\u¶"}"#,
        #"{"a":"\u¶+041"}"#, #"{"a":"x}¶"#, #"{"a":"x\"}¶"#, #"{"a":¶'x'}"#,
        // Errors in numbers.
        #"{"a":0¶1}"#, #"{"a":-0¶1}"#, #"{"a":1.¶}"#, #"{"a":¶.5}"#, #"{"a":-¶}"#, #"{"a":-¶.5}"#, #"{"a":¶+1}"#,
        #"{"a":1e¶}"#, #"{"a":1e+¶}"#, #"{"a":1.¶e1}"#, #"{"a":¶NaN}"#,
        #"{"a":¶Infinity}"#, #"{"a":-¶Infinity}"#, #"{"a":¶1e999}"#, #"{"a":¶-1e999}"#, #"{"a":0¶x10}"#,
        #"{"a":1¶_000}"#, #"{"a":1 ¶2}"#, #"{"a":1.2¶.3}"#, #"{"a":-¶-1}"#,
        // Errors in the structure.
        #"{"a":1,¶}"#, #"{"a":[1,¶]}"#, #"{"a":[¶,1]}"#, #"{¶,"a":1}"#, #"{}¶x"#, #"{} ¶{}"#, #"{"a":1}¶,"#,
        #"{"a":1}¶}"#, #"{"a":[1¶}"#, #"{"a":{"b":1¶]}"#, "¶[1]", "¶1", "¶\"a\"", "¶null", #"{¶a:1}"#, #"{¶'a':1}"#,
        #"{"a" ¶1}"#, #"{"a":¶}"#, #"{"a":1 ¶"b":2}"#, #"{"a":[1 ¶2]}"#, #"{¶1:2}"#, #"{¶null:2}"#, #"{"a"¶=1}"#,
        #"{"a":¶True}"#, #"{"a":¶tru}"#, #"{"a":¶nul}"#, #"{"a":¶undefined}"#, #"{"a":true¶x}"#, #"{"a":null¶null}"#,
        "{¶/*c*/}", "{} ¶// c", "{¶\u{A0}}", "{¶\u{C}\"a\":1}", "{\"a\":1}¶\u{0}", "¶\u{0}", "{¶\u{2028}}", "{¶",
        "{\"a¶", "{\"a\"¶",
    ]

    @Test("Invalid JSON is an error at its column", arguments: malformed)
    func jsonIsStrict(text: String) throws {
        let error = try markedError(text)
        #expect(error.message.hasPrefix("expected ") && error.message.contains("found "))
        // The reader reads the next line.
        let after = Reading(Marked(text).bytes + Array("\n{\"event\":\"sessionEnd\"}".utf8))
        #expect(after.numbers == [2])
        #expect(after.errors == [error])
    }

    @Test(
        "Invalid values are errors in payloads and in unknown keys",
        arguments: [
            "01", "1.", ".5", "-", "+1", "NaN", "Infinity", "1e999", "[1,]", #"{"a":1,}"#, #""\ud800""#, "\"\u{1}\"",
            "tru", #""\x""#, "1e", "[", "{", "\"", "[1 2]", "'x'", "nan", "", "[}", "{]",
        ])
    func payloadsAreStrict(value: String) {
        #expect(Reading(#"{"event":"ready","component":"a","payload":{"x":\#(value)}}"#).errors.count == 1)
        #expect(Reading(#"{"event":"ready","component":"a","other":{"x":\#(value)}}"#).errors.count == 1)
        #expect(Reading(#"ready a payload={"x":\#(value)}"#, .lines).errors.count == 1)
        #expect(Reading(#"ready a payload=\#(value)"#, .lines).errors.count == 1)
    }

    static let invalidUTF8: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xC3, 0xC3], [0xE0, 0x80, 0x80],
        [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80],
        [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
        [0xF0, 0x9F, 0x98, 0x28], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        [0xFE], [0xFF],
    ]

    @Test("Bytes that are not UTF-8 are errors where they begin", arguments: invalidUTF8)
    func invalidUTF8IsRefused(bytes: [UInt8]) {
        let places: [(before: String, after: String, notation: TraceNotation)] = [
            (#"{"event":"note","text":"x"#, #""}"#, .jsonLines), (#"{"event":"note","text":"é"#, "", .jsonLines),
            (#"{""#, #"":1,"event":"note"}"#, .jsonLines), (#"{"event":"note","a":{"b":["#, "]}}", .jsonLines),
            ("note x", "y", .lines), ("note \"x", "y\"", .lines), ("note é", "", .lines),
            ("ready a payload={\"x\":\"", "\"}", .lines),
        ]
        for (before, after, notation) in places {
            let reading = Reading(Array(before.utf8) + bytes + Array(after.utf8), notation)
            #expect(reading.lines.isEmpty)
            #expect(reading.errors.map(\.column) == [before.utf8.count + 1])
        }
    }

    @Test(
        "The reader reads the first and last characters of every length in UTF-8",
        arguments: [
            "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{FFFF}", "\u{10000}",
            "\u{10FFFF}",
        ])
    func validUTF8IsRead(character: String) throws {
        #expect(try event(#"{"event":"note","text":"\#(character)"}"#).action == .note(character))
        #expect(try event(#"note "\#(character)""#, .lines).action == .note(character))
    }
}
