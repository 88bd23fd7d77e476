import NavigationTraces
package import PageViewAutomation

/// The marks of a time axis: whole multiples of a round step, as close as their labels allow (rule TL-003).
package struct TimeTicks: Sendable {
    /// A mark of the axis.
    package struct Tick: Sendable, Hashable {
        package let time: Timestamp
        package let x: Int
        package let label: String
    }

    package let ticks: [Tick]

    /// The marks of an axis on which `measure` says how wide a label is.
    package init(_ timeline: Timeline, _ scale: TimeScale, measure: (String) -> Int) {
        let labels = TimeLabels(timeline)
        var wanted = labels.step(after: 0)
        // The widest label is one of the last.
        while wanted < timeline.length,
            scale.unfolded.length / wanted
                > Int64(scale.unfolded.width / (measure(labels.text(timeline.length, step: wanted)) + 24))
        {
            wanted = labels.step(after: wanted)
        }
        var ticks: [Tick] = []
        for stretch in scale.stretches where !stretch.isFolded {
            let first = stretch.time.lowerBound.nanoseconds(since: timeline.start)
            let last = stretch.time.upperBound.nanoseconds(since: timeline.start)
            let rest = first % wanted
            var (offset, isBeyond) = first.addingReportingOverflow(rest == 0 ? 0 : wanted - rest)
            var isFirst = true
            while !isBeyond, offset <= last {
                let time = Timestamp(nanoseconds: timeline.start.nanoseconds + offset)
                let tick = Tick(time: time, x: scale.x(time), label: labels.text(offset, step: wanted))
                func isFree(_ last: Tick?) -> Bool {
                    last.map { $0.x + (measure($0.label) + measure(tick.label)) / 2 + 8 <= tick.x } ?? true
                }
                // Behind a gap nobody can count on; there a time is worth more than before it.
                if isFirst, ticks.count > 1, !isFree(ticks.last), isFree(ticks.dropLast().last) { ticks.removeLast() }
                if isFree(ticks.last) { ticks.append(tick) }
                isFirst = false
                (offset, isBeyond) = offset.addingReportingOverflow(wanted)
            }
        }
        self.ticks = ticks
    }
}
