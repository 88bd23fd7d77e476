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
        var end = Int.min
        for stretch in scale.stretches where !stretch.isFolded {
            let first = stretch.time.lowerBound.nanoseconds(since: timeline.start)
            let last = stretch.time.upperBound.nanoseconds(since: timeline.start)
            var offset = first % wanted == 0 ? first : first + (wanted - first % wanted)
            while offset <= last {
                let label = labels.text(offset, step: wanted)
                let time = Timestamp(nanoseconds: timeline.start.nanoseconds + offset)
                let x = scale.x(time)
                let half = (measure(label) + 1) / 2
                if end == .min || x - half > end {
                    ticks.append(Tick(time: time, x: x, label: label))
                    end = x + half + 6
                }
                let (next, overflow) = offset.addingReportingOverflow(wanted)
                if overflow { break }
                offset = next
            }
        }
        self.ticks = ticks
    }
}
