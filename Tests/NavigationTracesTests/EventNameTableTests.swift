import AnalyticsJSON
import TestSupport
import TestWatch
import Testing

@testable import NavigationTraces

/// The table distinguishes event names by all of their bytes.
@Suite(.watched)
struct EventNameTableTests {
    @Test("The table finds a name, and no text that differs from it in one byte", arguments: EventKind.allCases)
    func everyByteMatters(kind: EventKind) throws {
        let text = Array("\"\(kind.name)\"".utf8)
        guard Self.kind(text) != nil else {
            // The name is too short for the table, so the general reader handles it.
            #expect(kind == .note)
            return
        }
        #expect(Self.kind(text) == kind)
        for index in text.indices {
            for byte in [text[index] ^ 0x20, text[index] &+ 1, 0, UInt8(ascii: "x")] where byte != text[index] {
                var other = text
                other[index] = byte
                #expect(Self.kind(other) == nil, "\(String(decoding: other, as: UTF8.self))")
            }
        }
    }

    /// Returns the kind whose name the table finds at these bytes in a line.
    private static func kind(_ text: [UInt8]) -> EventKind? {
        let line = ContiguousArray([0x3A] + text + [0x0A] + [UInt8](repeating: 0, count: ByteSpan.padding))
        var at = 1
        let found = EventNameTable.shared.name(line.span, &at)
        if found != nil { #expect(at == 1 + text.count) }
        return found?.kind
    }
}
