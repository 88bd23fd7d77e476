import TraceAnalysis
import NavigationTraces
import TestSupport
import TestWatch
import Testing

/// Texts and the room for them (TL-004).
@Suite(.watched)
struct TextWidthTests {
    @Test("Widths are those of the widest of the fonts, rounded up")
    func widths() {
        #expect(TextWidth.of("", size: 12) == 0)
        #expect(TextWidth.of("item", size: 12) == 28)
        #expect(TextWidth.of("WWWW", size: 10) == 40)
        #expect(TextWidth.of("item", size: 12, isBold: true) == 34)
        // A letter with an accent is as wide as it is, not as its parts are.
        #expect(TextWidth.of("e\u{301}", size: 10) == TextWidth.of("e", size: 10))
        #expect(TextWidth.of("商店", size: 10) >= 20)
    }

    @Test("A text that is cut fits, and ends in an ellipsis; too little of it is none")
    func shortening() {
        let texts = ["item", "item details (shop)", "商店的商品", "👩‍👩‍👧 family", String(repeating: "W", count: 500)]
        for text in texts {
            for width in 0...200 {
                guard let shown = TextWidth.shortened(text, to: width, size: 12) else {
                    #expect(width < TextWidth.of(String(text.prefix(4)) + "…", size: 12))
                    continue
                }
                #expect(TextWidth.of(shown, size: 12) <= width)
                #expect(shown == text || (shown.hasSuffix("…") && text.hasPrefix(shown.dropLast()) && shown.count > 3))
            }
            #expect(TextWidth.shortened(text, to: 1_000_000, size: 12) == text)
        }
        #expect(TextWidth.shortened("", to: 100, size: 12) == nil)
        #expect(TextWidth.shortened("item", to: -5, size: 12) == nil)
    }
}
