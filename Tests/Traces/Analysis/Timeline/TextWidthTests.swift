import TraceAnalysis
import NavigationTraces
import TestSupport
import Testing

/// The estimated widths of texts (TL-004).
@Suite(.watched)
struct TextWidthTests {
    @Test("Widths are rounded up, wider in bold, and unaffected by combining accents")
    func widths() {
        #expect(TextWidth.of("", size: 12) == 0)
        #expect(TextWidth.of("item", size: 12) == 28)
        #expect(TextWidth.of("WWWW", size: 10) == 40)
        #expect(TextWidth.of("item", size: 12, isBold: true) == 34)
        // A combining accent adds no width.
        #expect(TextWidth.of("e\u{301}", size: 10) == TextWidth.of("e", size: 10))
        #expect(TextWidth.of("商店", size: 10) >= 20)
    }

    @Test("A shortened text fits and ends in an ellipsis, or is nil if too little remains")
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
