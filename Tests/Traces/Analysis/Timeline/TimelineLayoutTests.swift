import TraceAnalysis
import NavigationTraces
import Foundation
import PageViewLifecycle
import TestSupport
import Testing

/// The layout of pictures of random journeys, at several widths and foldings (TL-002 to TL-005).
@Suite(.watched)
struct TimelineLayoutTests {
    private static let histories = randomHistories(TestDepth.number(8, proof: 24), events: 120)

    /// The layouts of all journeys, narrow and wide, folded and unfolded.
    private var layouts: [TimelineLayout] {
        Self.histories.flatMap { history in
            [(320, .never), (960, .never), (2400, .automatic), (960, .longer(than: 2_000_000_000))].map {
                TimelineLayout(Timeline(history), width: $0, top: 90, folding: $1)
            }
        }
    }

    private func bars(of row: TimelineLayout.Row) -> [TimelineLayout.PlacedBar] {
        if case .lane(let bars, _) = row.content { bars } else { [] }
    }

    @Test("The bars of a lane are ordered, visible and disjoint, and the layout has each bar once")
    func barsDoNotOverlap() {
        var count = 0
        for layout in layouts {
            let rows = layout.sessions.flatMap(\.scenes).flatMap(\.rows)
            for row in rows {
                let bars = bars(of: row)
                for (bar, next) in zip(bars, bars.dropFirst()) {
                    #expect(bar.x.upperBound <= next.x.lowerBound)
                }
                for bar in bars {
                    #expect(bar.x.count >= TimelineLayout.Metrics.minimumBarWidth)
                    #expect(bar.x.lowerBound >= 0 && layout.plotX + bar.x.upperBound <= layout.width)
                    for (piece, next) in zip(bar.pieces, bar.pieces.dropFirst()) {
                        #expect(piece.x.upperBound == next.x.lowerBound)
                    }
                }
                count += bars.count
            }
            #expect(rows.flatMap(bars(of:)).flatMap(\.bars) == layout.timeline.bars)
        }
        #expect(count > TestDepth.number(300, proof: 1_000))
    }

    @Test("Labels lie inside their bars or pages, and no two labels of a row overlap")
    func labelsDoNotOverlap() {
        var count = 0
        for layout in layouts {
            for row in layout.sessions.flatMap(\.scenes).flatMap(\.rows) {
                var labels: [TimelineLayout.Label] = []
                switch row.content {
                case .lane(let bars, _):
                    for bar in bars {
                        guard let label = bar.label else { continue }
                        #expect(label.x >= bar.x.lowerBound && label.x + label.width <= bar.x.upperBound)
                        labels.append(label)
                    }
                case .pages(let pages):
                    for page in pages {
                        guard let label = page.label else { continue }
                        #expect(label.x >= page.x.lowerBound && label.x + label.width <= page.x.upperBound)
                        labels.append(label)
                    }
                case .marks(let marks):
                    for (mark, next) in zip(marks, marks.dropFirst()) {
                        #expect(mark.x + TimelineLayout.Metrics.markWidth <= next.x)
                        if let label = mark.label { #expect(label.x + label.width < next.x - 6) }
                    }
                    labels = marks.compactMap(\.label)
                case .session, .counts: break
                }
                for (label, next) in zip(labels, labels.dropFirst()) { #expect(label.x + label.width <= next.x) }
                count += labels.count
            }
        }
        #expect(count > 500)
    }

    @Test("The picture has one number for each page view, in order and without collisions")
    func everyPageViewIsMarkedOnce() {
        for layout in layouts {
            var marked: [UInt64] = []
            for row in layout.sessions.flatMap(\.scenes).flatMap(\.rows) {
                guard case .counts(let counts) = row.content else { continue }
                for (count, next) in zip(counts, counts.dropFirst()) {
                    #expect(count.x.upperBound + 2 <= next.x.lowerBound)
                    #expect((count.anchors.last ?? 0) <= (next.anchors.first ?? 0))
                }
                for count in counts {
                    #expect(count.x.lowerBound > -TimelineLayout.Metrics.inset)
                    #expect(layout.plotX + count.x.upperBound <= layout.width)
                    let numbers = count.counts.map(\.number)
                    #expect(numbers == numbers.sorted())
                    marked += numbers
                }
            }
            #expect(marked == layout.timeline.counts.map(\.number))
        }
    }

    @Test("Colliding numbers merge, into a range if none is missing")
    func numbersAreMerged() throws {
        var text = "create a page=a\ncreate b page=b scene=other\n"
        for turn in 0..<6 {
            let scene = turn == 3 ? "b" : "a"
            text += "0.00\(turn) didAppear \(scene)\n0.00\(turn) didDisappear \(scene)\n"
        }
        text += "100 didAppear a"
        func numbers(_ text: String) throws -> [[String]] {
            let layout = TimelineLayout(Timeline(try history(text)), width: 800, top: 90)
            return layout.sessions.flatMap(\.scenes).flatMap(\.rows).compactMap { row in
                if case .counts(let counts) = row.content { counts.map(\.text) } else { nil }
            }
        }
        // Number 4 belongs to the other scene.
        #expect(try numbers(text) == [["1 … 6", "7"], ["4"]])
        #expect(try numbers(text.replacingOccurrences(of: "scene=other", with: "")) == [["1–6", "7"]])
    }

    @Test("Rows follow one another without gaps, and scenes do not overlap")
    func rowsDoNotOverlap() {
        for layout in layouts {
            var y = layout.top
            for session in layout.sessions {
                if let heading = session.heading {
                    #expect(heading.y == y)
                    y += heading.height
                }
                for scene in session.scenes {
                    for row in scene.rows {
                        #expect(row.y == y)
                        y += row.height
                    }
                    #expect(scene.y + scene.height == y)
                    y += TimelineLayout.Metrics.sceneSpacing
                }
            }
            #expect(y == layout.bottom)
        }
    }

    @Test("A bar without length has the least width, and its neighbour begins after it")
    func shortBars() throws {
        let text = """
            create a page=a
            5 didAppear a
            5 didDisappear a
            5.01 didAppear a
            9 didDisappear a
            9.01 didAppear a
            9.01 didDisappear a
            9.02 didAppear a
            9.02 didDisappear a
            10 note end
            """
        let layout = TimelineLayout(Timeline(try history(text)), width: 800, top: 90)
        let lane = try #require(layout.sessions.first?.scenes.first?.rows.last)
        let bars = bars(of: lane)
        // The last two are too close together and merge.
        #expect(bars.map(\.bars.count) == [1, 1, 2])
        #expect(bars[0].x.count == TimelineLayout.Metrics.minimumBarWidth)
        #expect(bars[1].x.lowerBound == bars[0].x.upperBound)
    }
}
