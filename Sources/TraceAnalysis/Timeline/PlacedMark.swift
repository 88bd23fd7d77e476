import NavigationTraces
import PageViewAutomation

extension TimelineLayout {
    /// Something that happened at a moment, or several such that are too close together.
    package struct PlacedMark: Sendable, Hashable {
        package private(set) var marks: [Timeline.Mark]
        /// The middle of its shape.
        package private(set) var x: Int
        package private(set) var label: Label?

        /// What it is; `nil` of several kinds.
        package var kind: Timeline.Mark.Kind? {
            marks.allSatisfy { $0.kind == marks.first?.kind } ? marks.first?.kind : nil
        }

        /// Places marks, which are in order, with their names where there is room for them.
        static func place(_ marks: [Timeline.Mark], _ scale: TimeScale, hasLabels: Bool) -> [PlacedMark] {
            var placed: [PlacedMark] = []
            for mark in marks {
                let x = scale.x(mark.time)
                if let last = placed.indices.last, x < placed[last].x + Metrics.markWidth {
                    placed[last].marks.append(mark)
                } else {
                    placed.append(PlacedMark(marks: [mark], x: x))
                }
            }
            guard hasLabels else { return placed }
            for index in placed.indices {
                let start = placed[index].x + Metrics.markWidth / 2 + 3
                let end = index + 1 < placed.count ? placed[index + 1].x - Metrics.markWidth : scale.width
                let names = placed[index].marks.prefix(20).map { shown($0.name) }.joined(separator: ", ")
                guard let text = TextWidth.shortened(names, to: end - start, size: Metrics.smallText) else { continue }
                let width = TextWidth.of(text, size: Metrics.smallText)
                placed[index].label = Label(text: text, x: start, width: width)
            }
            return placed
        }
    }

    /// A page that was the current one for a while.
    package struct PlacedPage: Sendable, Hashable {
        package let page: Timeline.CurrentPage
        package let x: Range<Int>
        package let label: Label?

        /// Places the current pages of a scene; what is narrower than a pixel is left out.
        static func place(_ pages: [Timeline.CurrentPage], _ scale: TimeScale) -> [PlacedPage] {
            pages.compactMap { page in
                let x = scale.x(page.time.lowerBound)..<scale.x(page.time.upperBound)
                guard !x.isEmpty else { return nil }
                let text = shown(
                    page.page, in: x.count - 2 * Metrics.padding, size: Metrics.smallText, isBold: true)
                let label = text.map {
                    Label(
                        text: $0, x: x.lowerBound + Metrics.padding,
                        width: TextWidth.of($0, size: Metrics.smallText, isBold: true))
                }
                return PlacedPage(page: page, x: x, label: label)
            }
        }
    }
}
