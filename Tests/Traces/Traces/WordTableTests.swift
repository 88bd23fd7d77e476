import AnalyticsJSON
import TestSupport
import Testing

@testable import NavigationTraces

/// The tables of the scanner distinguish the words of the grammar by all of their bytes.
@Suite(.watched)
struct WordTableTests {
    @Test(
        "The scanner finds a name of an event, and no text that differs from it in one byte",
        arguments: EventKind.allCases)
    func everyByteOfANameMatters(kind: EventKind) throws {
        let text = "\"\(kind.name)\""
        // The names `note` and `show` are too short for the table, so the general reader handles them.
        expectFound(text, in: .events) { $0.kind == kind && kind != .note && kind != .show }
    }

    @Test("The scanner finds a key, and no text that differs from it in one byte", arguments: EventKey.allCases)
    func everyByteOfAKeyMatters(key: EventKey) throws {
        // The general reader handles the target of a link, whose key is that of a page.
        let found: EventKey = key == .target ? .page : key
        expectFound("\"\(key.traceKey)\":", in: .keys) { if case .other(found) = $0 { true } else { false } }
    }

    private func expectFound<Value>(_ word: String, in table: WordTable<Value>, where isExpected: (Value) -> Bool) {
        let text = Array(word.utf8)
        guard let value = find(text, in: table) else {
            #expect(word == "\"note\"" || word == "\"show\"")
            return
        }
        #expect(isExpected(value))
        for index in text.indices {
            for byte in [text[index] ^ 0x20, text[index] &+ 1, 0, UInt8(ascii: "x")] where byte != text[index] {
                var other = text
                other[index] = byte
                #expect(find(other, in: table) == nil, "\(String(decoding: other, as: UTF8.self))")
            }
        }
    }

    /// Returns the value of the word that the table finds at these bytes, which are the last of a line.
    private func find<Value>(_ text: [UInt8], in table: WordTable<Value>) -> Value? {
        let line = ContiguousArray(text + [0x0A] + [UInt8](repeating: 0, count: ByteSpan.padding))
        var at = 0
        let found = table.value(line.span, &at)
        if found != nil { #expect(at == text.count) }
        return found
    }
}
