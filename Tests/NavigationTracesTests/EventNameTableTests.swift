import AnalyticsJSON
import TestSupport
import TestWatch
import Testing

@testable import NavigationTraces

/// The table distinguishes event names by all of their bytes.
@Suite(.watched)
struct EventNameTableTests {
    @Test("The table finds a name, and no text that differs from it in one byte", arguments: EventName.allCases)
    func everyByteMatters(name: EventName) throws {
        let text = Array("\"\(name.rawValue)\"".utf8)
        guard Self.name(text) != nil else {
            // The name is too short for the table, so the general reader handles it.
            #expect(name == .note)
            return
        }
        #expect(Self.name(text) == name)
        for index in text.indices {
            for byte in [text[index] ^ 0x20, text[index] &+ 1, 0, UInt8(ascii: "x")] where byte != text[index] {
                var other = text
                other[index] = byte
                #expect(Self.name(other) == nil, "\(String(decoding: other, as: UTF8.self))")
            }
        }
    }

    /// Returns the name that the table finds at these bytes in a line.
    private static func name(_ text: [UInt8]) -> EventName? {
        let line = ContiguousArray([0x3A] + text + [0x0A] + [UInt8](repeating: 0, count: ByteSpan.padding))
        var at = 1
        let found = EventNameTable.shared.name(line.span, &at)
        if found != nil { #expect(at == 1 + text.count) }
        return found?.name
    }
}
