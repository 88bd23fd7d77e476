import PageViewAutomation
import TestSupport
import Testing

/// Blank names (RD-009).
@Suite(.watched)
struct BlankNameTests {
    /// All characters below U+3100, which include all white space, and a sample of the others. A proof uses all of them.
    private static let characters: [Unicode.Scalar] = {
        let others = stride(from: UInt32(0x3100), through: 0x10_FFFF, by: TestDepth.number(64, proof: 1))
        return (Array(0..<0x3100) + Array(others)).compactMap { Unicode.Scalar($0) }
    }()

    @Test("A single character is blank if Swift calls it white space")
    func singleCharacters() {
        for character in Self.characters {
            let isBlank = PageContext(name: PageName(String(character))).isBlank
            #expect(isBlank == Character(character).isWhitespace, "\(character.value)")
        }
    }

    @Test("A text is blank if each of its characters is")
    func texts() {
        let others: [Unicode.Scalar] = ["a", "é", "\u{180E}", "\u{200B}", "\u{FEFF}"]
        let samples = Self.characters.filter { $0.properties.isWhitespace } + others
        for first in samples {
            for second in samples {
                var text = String(first)
                text.unicodeScalars.append(second)
                for text in [text, text + text, "\u{1F600}" + text] {
                    let isBlank = PageContext(name: PageName(text)).isBlank
                    #expect(isBlank == text.allSatisfy { $0.isWhitespace }, "\(text.debugDescription)")
                }
            }
        }
        #expect(PageContext(name: "").isBlank)
        // White space with an accent.
        #expect(!PageContext(name: " \u{301}").isBlank)
    }
}
