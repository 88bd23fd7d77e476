import PageViewAutomation

extension TimelineLayout {
    /// The number of a page view, or those of several that are too close together.
    package struct PlacedCount: Sendable, Hashable {
        package private(set) var counts: [Timeline.Count]
        /// Where they were counted.
        package private(set) var anchors: [Int]
        package private(set) var text: String
        package private(set) var x: Range<Int>

        /// Places the page views of a scene, which are in order.
        static func place(_ counts: [Timeline.Count], _ scale: TimeScale) -> [PlacedCount] {
            var placed: [PlacedCount] = []
            for count in counts {
                var next = PlacedCount(count, at: scale.x(count.time))
                while let last = placed.last, next.x.lowerBound < last.x.upperBound + 2 {
                    placed.removeLast()
                    next = last.merged(with: next)
                }
                placed.append(next)
            }
            return placed
        }

        private init(_ count: Timeline.Count, at x: Int) {
            counts = [count]
            anchors = [x]
            text = "\(count.number)"
            self.x = 0..<0
            settle()
        }

        private func merged(with next: PlacedCount) -> PlacedCount {
            var all = self
            all.counts += next.counts
            all.anchors += next.anchors
            all.settle()
            return all
        }

        private mutating func settle() {
            guard let first = counts.first?.number, let last = counts.last?.number else { return }
            switch counts.count {
            case 1: text = "\(first)"
            // Numbers without a gap are a range; of others the first and the last are told.
            case let count where last - first == UInt64(count - 1): text = "\(first)–\(last)"
            case 2: text = "\(first), \(last)"
            default: text = "\(first) … \(last)"
            }
            let width = max(18, TextWidth.of(text, size: Metrics.smallText, isBold: true) + 10)
            let middle = ((anchors.first ?? 0) + (anchors.last ?? 0)) / 2
            x = middle - width / 2..<middle - width / 2 + width
        }
    }
}
