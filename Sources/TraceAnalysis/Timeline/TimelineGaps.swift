import NavigationTraces
package import PageViewAutomation

extension Timeline {
    /// Which stretches of time in which nothing happens are drawn short (rule TL-006).
    package enum Folding: Sendable, Hashable {
        case never
        /// Those that are many times as long as is usual in the trace, if it becomes half as long by that at least.
        case automatic
        /// Those that are longer than so many nanoseconds.
        case longer(than: Int64)
    }

    /// The stretches of time to fold, in order.
    package func gaps(_ folding: Folding) -> [Range<Timestamp>] {
        switch folding {
        case .never: return []
        case .longer(let limit): return gaps { $0 > limit }
        case .automatic:
            let lengths = gaps { $0 > 0 }.map { $0.upperBound.nanoseconds(since: $0.lowerBound) }.sorted()
            guard let usual = lengths.dropFirst(lengths.count / 2).first else { return [] }
            let limit = usual.multipliedReportingOverflow(by: Self.unusual)
            let gaps = gaps { $0 > (limit.overflow ? .max : limit.partialValue) }
            let saved = gaps.reduce(0 as Int64) { $0 + $1.upperBound.nanoseconds(since: $1.lowerBound) }
            return saved >= duration / 2 ? gaps : []
        }
    }

    /// So many times the median is unusual.
    private static let unusual: Int64 = 20

    private func gaps(where isLong: (Int64) -> Bool) -> [Range<Timestamp>] {
        let moments = moments
        // What is behind the end of the trace is no gap in it.
        return zip(moments, moments.dropFirst()).filter { $1 <= last && isLong($1.nanoseconds(since: $0)) }
            .map { $0..<$1 }
    }

    /// When the trace ended.
    private var last: Timestamp { Timestamp(nanoseconds: start.nanoseconds + duration) }

    /// Every time at which something begins, happens or ends.
    private var moments: [Timestamp] {
        var moments: Set<Timestamp> = [start, last]
        for scene in sessions.flatMap(\.scenes) {
            for page in scene.pages { moments.formUnion([page.time.lowerBound, page.time.upperBound]) }
            for background in scene.backgrounds { moments.formUnion([background.lowerBound, background.upperBound]) }
            for mark in scene.marks { moments.insert(mark.time) }
            for count in scene.counts { moments.insert(count.time) }
            for lane in scene.lanes {
                for mark in lane.remarks { moments.insert(mark.time) }
                for piece in lane.bars.flatMap(\.pieces) { moments.formUnion([piece.start, piece.end]) }
            }
        }
        return moments.sorted()
    }
}
