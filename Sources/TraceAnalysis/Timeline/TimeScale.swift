import NavigationTraces
package import PageViewAutomation

/// Where the times of a timeline lie, in whole pixels; folded gaps are short (rules TL-003, TL-006).
package struct TimeScale: Sendable {
    /// A part of the axis.
    package struct Stretch: Sendable, Hashable {
        package let time: Range<Timestamp>
        package let x: Int
        package let width: Int
        package let isFolded: Bool
    }

    package let stretches: [Stretch]
    package let width: Int
    /// How many nanoseconds of what is not folded there are, and the pixels for them.
    package let unfolded: (length: Int64, width: Int)

    /// How wide a folded gap is, if there is room.
    private static let gapWidth = 24

    /// Lays an axis of so many pixels over a timeline; the gaps are parts of it, in order.
    package init(_ timeline: Timeline, width: Int, gaps: [Range<Timestamp>] = []) {
        self.width = width
        // Gaps take a third of the picture at most; where there are more of them than pixels, some share one.
        let third = max(0, width / 3)
        let gapsWidth = gaps.count > third ? third : gaps.count * min(Self.gapWidth, third / max(1, gaps.count))
        let gapsUpTo = { (count: Int) in Self.scaled(Int64(count), from: Int64(gaps.count), to: gapsWidth) }
        let shownWidth = width - gapsWidth
        let folded = gaps.reduce(0 as Int64) { $0 + $1.upperBound.nanoseconds(since: $1.lowerBound) }
        let length = max(0, timeline.length - folded)
        unfolded = (length, shownWidth)
        var stretches: [Stretch] = []
        var (before, gapsBefore) = (0 as Int64, 0)
        func add(_ time: Range<Timestamp>) {
            let more = time.upperBound.nanoseconds(since: time.lowerBound)
            let start = Self.scaled(before, from: length, to: shownWidth)
            let end = Self.scaled(before + more, from: length, to: shownWidth)
            stretches.append(
                Stretch(time: time, x: start + gapsUpTo(gapsBefore), width: end - start, isFolded: false))
            before += more
        }
        var moment = timeline.start
        for gap in gaps {
            add(moment..<gap.lowerBound)
            let (x, width) = (gapsUpTo(gapsBefore), gapsUpTo(gapsBefore + 1) - gapsUpTo(gapsBefore))
            let start = Self.scaled(before, from: length, to: shownWidth)
            stretches.append(Stretch(time: gap, x: start + x, width: width, isFolded: true))
            gapsBefore += 1
            moment = gap.upperBound
        }
        add(moment..<max(moment, timeline.end))
        self.stretches = stretches
    }

    /// The place of a moment; what lies outside is at the ends.
    package func x(_ time: Timestamp) -> Int {
        var (low, high) = (0, stretches.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].time.upperBound < time { low = middle + 1 } else { high = middle }
        }
        let stretch = stretches[low]
        let length = stretch.time.upperBound.nanoseconds(since: stretch.time.lowerBound)
        let passed = min(max(0, time.nanoseconds(since: stretch.time.lowerBound)), length)
        return stretch.x + Self.scaled(passed, from: length, to: stretch.width)
    }

    /// A share of a length in pixels, rounded to the nearest; half a pixel is rounded up.
    private static func scaled(_ part: Int64, from length: Int64, to width: Int) -> Int {
        guard length > 0 else { return 0 }
        // The product may have 128 bits. `Int128` needs macOS 15 and iOS 18.
        let product = UInt64(max(0, part)).multipliedFullWidth(by: UInt64(max(0, width)))
        let (quotient, remainder) = UInt64(length).dividingFullWidth(product)
        return Int(quotient) + (remainder >= UInt64(length) - remainder ? 1 : 0)
    }
}
