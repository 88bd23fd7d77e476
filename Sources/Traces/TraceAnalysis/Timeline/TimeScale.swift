import NavigationTraces
package import PageViewAutomation

/// A conversion of times to whole pixels of an axis on which folded gaps are narrow (TL-003, TL-006).
package struct TimeScale: Sendable {
    /// A part of the axis: a folded gap, or the time between two folded gaps.
    package struct Stretch: Sendable, Hashable {
        package let time: Range<Timestamp>
        package let x: Int
        package let width: Int
        package let isFolded: Bool
    }

    package let stretches: [Stretch]
    package let width: Int
    /// The time outside folded gaps, in nanoseconds, and its width in pixels.
    package let unfolded: (length: Int64, width: Int)

    private static let gapWidth = 24

    /// Creates an axis of a width in pixels. The gaps must be sorted.
    package init(_ timeline: Timeline, width: Int, gaps: [Range<Timestamp>] = []) {
        self.width = width
        // All folded gaps together take at most a third of the axis. If they outnumber its pixels, several gaps share a pixel.
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
            stretches.append(Stretch(time: time, x: start + gapsUpTo(gapsBefore), width: end - start, isFolded: false))
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

    /// Returns the pixel of a time. A time outside the axis is at the nearest end.
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

    /// Returns a part of a length in pixels, rounded to the nearest pixel. Half a pixel is rounded up.
    private static func scaled(_ part: Int64, from length: Int64, to width: Int) -> Int {
        guard length > 0 else { return 0 }
        // The product may have 128 bits. `Int128` needs macOS 15 and iOS 18.
        let product = UInt64(max(0, part)).multipliedFullWidth(by: UInt64(max(0, width)))
        let (quotient, remainder) = UInt64(length).dividingFullWidth(product)
        return Int(quotient) + (remainder >= UInt64(length) - remainder ? 1 : 0)
    }
}

/// The ticks of a time axis: multiples of a round step, as close as their labels allow (TL-003).
package struct TimeTicks: Sendable {
    package struct Tick: Sendable, Hashable {
        package let time: Timestamp
        package let x: Int
        package let label: String
    }

    package let ticks: [Tick]

    /// Creates the ticks of an axis. `measure` returns the width of a label in pixels.
    package init(_ timeline: Timeline, _ scale: TimeScale, measure: (String) -> Int) {
        let labels = TimeLabels(timeline)
        let last = timeline.end.nanoseconds(since: timeline.origin)
        var wanted = labels.step(after: 0)
        // The last labels are the widest.
        while wanted < timeline.length,
            scale.unfolded.length / wanted
                > Int64(scale.unfolded.width / (measure(labels.text(last, step: wanted)) + 24))
        {
            wanted = labels.step(after: wanted)
        }
        var ticks: [Tick] = []
        for stretch in scale.stretches where !stretch.isFolded {
            let first = stretch.time.lowerBound.nanoseconds(since: timeline.origin)
            let last = stretch.time.upperBound.nanoseconds(since: timeline.origin)
            let rest = first % wanted
            var (offset, isBeyond) = first.addingReportingOverflow(rest == 0 ? 0 : wanted - rest)
            var isFirst = true
            while !isBeyond, offset <= last {
                let time = Timestamp(nanoseconds: timeline.origin.nanoseconds + offset)
                let tick = Tick(time: time, x: scale.x(time), label: labels.text(offset, step: wanted))
                func isFree(_ last: Tick?) -> Bool {
                    last.map { $0.x + (measure($0.label) + measure(tick.label)) / 2 + 8 <= tick.x } ?? true
                }
                // The first tick after a gap is more useful than the last tick before the gap. A reader cannot derive times after
                // a gap from ticks before the gap.
                if isFirst, ticks.count > 1, !isFree(ticks.last), isFree(ticks.dropLast().last) { ticks.removeLast() }
                if isFree(ticks.last) { ticks.append(tick) }
                isFirst = false
                (offset, isBeyond) = offset.addingReportingOverflow(wanted)
            }
        }
        self.ticks = ticks
    }
}

/// The form of the times on the axis: seconds or, from ten minutes on, hours, minutes and seconds (TL-003).
package struct TimeLabels: Sendable {
    /// Whether labels show hours, minutes and seconds, and not only seconds.
    package let isClock: Bool
    /// Whether labels count from the beginning of the axis, and not from the time 0 of the trace.
    package let isRelative: Bool

    /// Whether all labels show hours, because the last label is at least one hour.
    package let hasHours: Bool

    package init(_ timeline: Timeline) {
        isClock = timeline.duration >= 600 * Self.second
        hasHours = timeline.end.nanoseconds(since: timeline.origin) >= 3600 * Self.second
        isRelative = timeline.origin != .zero
    }

    private static let second: Int64 = 1_000_000_000
    private static let day = 86400 * second
    /// The round steps of a clock, from one second on.
    private static let clockSteps: [Int64] =
        [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400].map { $0 * second }

    /// Returns the next larger round step, in nanoseconds.
    package func step(after step: Int64) -> Int64 {
        if isClock, step >= Self.second / 2, let next = Self.clockSteps.first(where: { $0 > step }) { return next }
        // The steps from one day on are 1, 2, 5, 10 and so on days, like the steps in nanoseconds.
        let unit = isClock && step >= Self.day ? Self.day : 1
        var next = unit
        for factor in Self.factors where next <= step {
            let (product, overflow) = factor.multipliedReportingOverflow(by: unit)
            next = overflow ? .max : product
        }
        return next
    }

    /// The factors 1, 2, 5, 10, 20, 50 and so on.
    private static let factors = (0..<19).flatMap { (digits: Int) -> [Int64] in
        let power = repeatElement(10 as Int64, count: digits).reduce(1, *)
        return [power, 2 * power, 5 * power]
    }

    /// Returns the label for an offset in nanoseconds from the beginning of the axis.
    package func text(_ offset: Int64, step: Int64) -> String {
        let sign = isRelative ? "+" : ""
        guard isClock else { return "\(sign)\(Self.seconds(offset, step)) s" }
        let seconds = offset / Self.second
        let (days, hours, minutes) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60)
        if step % Self.day == 0 { return "\(sign)\(days) d" }
        let rest = Self.seconds(offset % (60 * Self.second), step)
        let second = seconds % 60 < 10 ? "0\(rest)" : rest
        let minute = minutes < 10 && hasHours ? "0\(minutes)" : "\(minutes)"
        let hour = hasHours ? "\(hours):" : ""
        return "\(sign)\(days > 0 ? "\(days) d " : "")\(hour)\(minute):\(second)"
    }

    /// Returns nanoseconds as seconds, with as many decimal places as the step needs.
    private static func seconds(_ nanoseconds: Int64, _ step: Int64) -> String {
        let text = Timestamp.seconds(of: nanoseconds)
        var (digits, unit) = (0, second)
        while digits < 9, step % unit != 0 {
            unit /= 10
            digits += 1
        }
        let written = text.split(separator: ".").dropFirst().first?.utf8.count ?? 0
        guard written < digits else { return text }
        return text + (written == 0 ? "." : "") + String(repeating: "0", count: digits - written)
    }
}
