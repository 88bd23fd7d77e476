import AnalyticsJSON
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Control characters and invisible characters, in text and in JSON (TR-008).
@Suite(.watched)
struct HiddenCharacterTests {
    private static let controlCharacters: [Unicode.Scalar] = [
        0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
    ].flatMap { $0 }.compactMap { Unicode.Scalar($0 as UInt32) }

    @Test("Text shows an escape for each control character and each invisible character")
    func hiddenCharactersAreVisible() {
        let hidden: [UInt32] = [
            0xAD, 0x34F, 0x115F, 0x180E, 0x200B, 0x2060, 0x2064, 0x206A, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9, 0xE0001,
            0xE0041, 0xE007F, 0xE0100,
        ]
        for scalar in Self.controlCharacters + hidden.compactMap(Unicode.Scalar.init) {
            let escape = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            #expect("a\(scalar)b".printable == "a\(escape)b", "\(scalar.value)")
        }
        #expect("\u{200D}a".printable == "\\u{200D}a")
        #expect("a\u{200C}\u{200D}\u{200C}b".printable == "a\u{200C}\\u{200D}\\u{200C}b")
        #expect("a\u{FE01}\u{FE02}b".printable == "a\u{FE01}\\u{FE02}b")
    }

    @Test("Joined letters and emoji stay joined")
    func joinedCharactersStay() {
        for name in [
            "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}\u{200D}🔥", "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}", "e\u{301}",
            "עגלה", "سلة التسوق", "商店", "plain", "",
        ] {
            #expect(name.printable == name)
        }
    }

    @Test("Escaped JSON has no control character and is read as the same text")
    func jsonIsEscaped() throws {
        // The writer escapes characters below U+0020.
        for scalar in Self.controlCharacters {
            var writer = JSONWriter()
            writer.string("é\(scalar)商👧\(scalar)")
            let bytes = writer.takeBytes()[...]
            let escaped = EscapedJSON.escaping(bytes.span).map { Array($0) } ?? Array(bytes)
            let text = String(decoding: escaped, as: UTF8.self)
            #expect(!text.unicodeScalars.contains(scalar), "\(scalar.value)")
            let read = #"{"event":"note","text":\#(text)}"#
            let note = TraceLine.event(TraceEvent(.note("é\(scalar)商👧\(scalar)")))
            #expect(Reading(read, .jsonLines).lines == [note], "\(scalar.value)")
        }
    }

    @Test(
        "JSON without control characters is unchanged",
        arguments: ["", "{}", "é商👧\u{200D}👧", "\u{2027}\u{A0}\u{2070}"])
    func plainJSONStays(text: String) {
        let bytes = Array(text.utf8)[...]
        #expect(EscapedJSON.escaping(bytes.span) == nil)
    }

    @Test("The line notation quotes words with control characters")
    func wordsAreQuoted() {
        for scalar in Self.controlCharacters {
            let text = TestSupport.text(.event(TraceEvent(.note("a\(scalar)b"))), .lines)
            #expect(text.hasPrefix("note \"a"), "\(scalar.value)")
        }
    }
}
