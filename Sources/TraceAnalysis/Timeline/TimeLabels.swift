import NavigationTraces
import PageViewAutomation

/// How times are written on the axis: in seconds as in the trace, in a trace of ten minutes or more as on a clock.
package struct TimeLabels: Sendable {
    /// Whether they are written as hours, minutes and seconds.
    package let isClock: Bool
    /// Whether they count from where the axis begins, and not from the trace's 0.
    package let isRelative: Bool

    /// Whether they have hours, so that those before the first one look like those after it.
    package let hasHours: Bool

    package init(_ timeline: Timeline) {
        isClock = timeline.duration >= 600 * Self.second
        hasHours = timeline.length >= 3600 * Self.second
        isRelative = timeline.start != .zero
    }

    private static let second: Int64 = 1_000_000_000
    private static let day = 86400 * second
    /// From a second on, of a clock.
    private static let clockSteps: [Int64] =
        [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400].map { $0 * second }

    /// The next larger round step, in nanoseconds.
    package func step(after step: Int64) -> Int64 {
        if isClock, step >= Self.second / 2, let next = Self.clockSteps.first(where: { $0 > step }) { return next }
        // Days are counted by ones, twos and fives, as nanoseconds are.
        let unit = isClock && step >= Self.day ? Self.day : 1
        var next = unit
        for factor in Self.factors.lazy.map(Int64.init) where next <= step {
            let (product, overflow) = factor.multipliedReportingOverflow(by: unit)
            next = overflow ? .max : product
        }
        return next
    }

    /// 1, 2, 5, 10, 20, 50 …
    private static let factors: [Int] = {
        var factors: [Int] = []
        var power = 1
        while true {
            for digit in [1, 2, 5] {
                let (factor, overflow) = digit.multipliedReportingOverflow(by: power)
                if overflow { return factors }
                factors.append(factor)
            }
            let (next, overflow) = power.multipliedReportingOverflow(by: 10)
            if overflow { return factors }
            power = next
        }
    }()

    /// What is written at so many nanoseconds from where the axis begins.
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

    /// Seconds with as many digits after the point as a step of the axis has.
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
