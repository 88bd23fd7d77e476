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

    private func contrast(_ one: String, _ other: String, in colours: [String: String]) throws -> Double {
        let all = [luminance(try #require(colours[one])), luminance(try #require(colours[other]))].sorted()
        return (all[1] + 0.05) / (all[0] + 0.05)
    }

    @Test(
        "Text has a contrast of at least 4.5 to 1, and a shape of at least 3 to 1 to the colours behind it",
        arguments: [
            (
                4.5,
                """
                ink/paper muted/paper ink/untracked pageInk/page countedInk/counted pendingInk/pending \
                untrackedInk/untracked numberInk/number muted/untracked number/paper uncounted/paper \
                pendingEdge/paper link/paper paper/countedEdge
                """
            ),
            (
                3,
                """
                page/paper countedEdge/paper countedEdge/counted pendingEdge/paper pendingEdge/pending \
                untrackedEdge/paper held/paper announced/paper number/paper uncounted/pending interaction/paper \
                remarkInk/remark focus/paper focus/counted countedEdge/band pendingEdge/band untrackedEdge/band \
                held/band announced/band uncounted/band muted/band focus/band
                """
            ),
        ])
    func contrasts(least: Double, pairs: String) throws {
        let palette = TimelineStyle.palette
        for colours in [palette.map { ($0.name, $0.light) }, palette.map { ($0.name, $0.dark) }] {
            let colours = Dictionary(uniqueKeysWithValues: colours)
            for pair in pairs.split(separator: " ").map({ $0.split(separator: "/").map(String.init) }) {
                let contrast = try contrast(pair[0], pair[1], in: colours)
                #expect(contrast >= least, "\(pair): \(contrast)")
            }
            // A triangle is visible by its edge or by its fill.
            let triangle = [
                try contrast("remark", "band", in: colours), try contrast("remarkInk", "band", in: colours),
            ]
            #expect(triangle.contains { $0 >= 3 })
        }
    }
}
