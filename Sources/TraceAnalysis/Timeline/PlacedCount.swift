import NavigationTraces
import PageViewAutomation

extension TimelineLayout {
    /// The number of a page view, or those of several that are too close together.
    package struct PlacedCount: Sendable, Hashable {
        package private(set) var counts: [Timeline.Count]
        /// Where they were counted.
        package private(set) var anchors: [Int]
        package private(set) var text: String
        package private(set) var x: Range<Int>

        private let plotWidth: Int

        /// Places the page views of a scene, which are in order.
        static func place(_ counts: [Timeline.Count], _ scale: TimeScale) -> [PlacedCount] {
            var placed: [PlacedCount] = []
            for count in counts {
                placed.append(PlacedCount(count, at: scale.x(count.time), of: scale.width))
                while let last = placed.indices.dropFirst().last,
                    placed[last].x.lowerBound < placed[last - 1].x.upperBound + 2
                {
                    let next = placed.removeLast()
                    placed[last - 1].merge(next)
                }
            }
            return placed
        }

        private init(_ count: Timeline.Count, at x: Int, of plotWidth: Int) {
            counts = [count]
            anchors = [x]
            text = "\(count.number)"
            self.x = 0..<0
            self.plotWidth = plotWidth
            settle()
        }

        private mutating func merge(_ next: PlacedCount) {
            counts += next.counts
            anchors += next.anchors
            settle()
        }

        private mutating func settle() {
            guard let first = counts.first?.number, let final = counts.last?.number else { return }
            switch counts.count {
            case 1: text = "\(first)"
            // Numbers without a gap are a range; of others the first and the last are told.
            case let count where final - first == UInt64(count - 1): text = "\(first)–\(final)"
            case 2: text = "\(first), \(final)"
            default: text = "\(first) … \(final)"
            }
            let width = max(18, TextWidth.of(text, size: Metrics.smallText, isBold: true) + 10)
            let middle = ((anchors.first ?? 0) + (anchors.last ?? 0)) / 2
            // At the ends of the axis it keeps out of the names and inside the picture.
            let last = max(1 - Metrics.inset, plotWidth + Metrics.margin - 1 - width)
            let start = min(max(1 - Metrics.inset, middle - width / 2), last)
            x = start..<start + width
        }
    }
}
