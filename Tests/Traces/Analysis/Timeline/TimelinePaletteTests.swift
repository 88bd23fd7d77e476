import TraceAnalysis
import Foundation
import NavigationTraces
import TestSupport
import Testing

/// The contrasts of the colours, as the Web Content Accessibility Guidelines define them (TL-007).
@Suite(.watched)
struct TimelinePaletteTests {
    private func luminance(_ colour: String) -> Double {
        let value = Int(colour.dropFirst(), radix: 16) ?? 0
        let channels = [value >> 16, value >> 8 & 0xFF, value & 0xFF].map { channel in
            let share = Double(channel) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }

    private func contrast(_ one: TimelineColour, _ other: TimelineColour, _ path: KeyPath<TimelineColour, String>)
        -> Double
    {
        let all = [luminance(one[keyPath: path]), luminance(other[keyPath: path])].sorted()
        return (all[1] + 0.05) / (all[0] + 0.05)
    }

    @Test(
        "Text has a contrast of at least 4.5 to 1, and a shape of at least 3 to 1 to the colours behind it",
        arguments: [
            (
                4.5,
                [
                    (.ink, .paper), (.muted, .paper), (.ink, .untracked), (.pageInk, .page), (.countedInk, .counted),
                    (.pendingInk, .pending), (.untrackedInk, .untracked), (.numberInk, .number), (.muted, .untracked),
                    (.number, .paper), (.uncounted, .paper), (.pendingEdge, .paper), (.link, .paper),
                    (.paper, .countedEdge),
                ]
            ),
            (
                3,
                [
                    (.page, .paper), (.countedEdge, .paper), (.countedEdge, .counted), (.pendingEdge, .paper),
                    (.pendingEdge, .pending), (.untrackedEdge, .paper), (.held, .paper), (.announced, .paper),
                    (.number, .paper), (.uncounted, .pending), (.interaction, .paper), (.remarkInk, .remark),
                    (.focus, .paper), (.focus, .counted), (.countedEdge, .band), (.pendingEdge, .band),
                    (.untrackedEdge, .band), (.held, .band), (.announced, .band), (.uncounted, .band), (.muted, .band),
                    (.focus, .band),
                ]
            ),
        ] as [(Double, [(TimelineColour, TimelineColour)])])
    func contrasts(least: Double, pairs: [(TimelineColour, TimelineColour)]) {
        for path in [\TimelineColour.light, \TimelineColour.dark] {
            for (shape, ground) in pairs {
                let contrast = contrast(shape, ground, path)
                #expect(contrast >= least, "\(shape) on \(ground): \(contrast)")
            }
            // A triangle is visible by its edge or by its fill.
            #expect(max(contrast(.remark, .band, path), contrast(.remarkInk, .band, path)) >= 3)
        }
    }
}
