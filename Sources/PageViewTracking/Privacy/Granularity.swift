import PageViewAutomation

/// How exact times may be (rule PR-007).
public enum TimeGranularity: Sendable, Hashable {
    /// As they are.
    case exact
    /// The beginning of their hour in UTC.
    case hour
    /// The beginning of their day in UTC.
    case day

    /// The moment, rounded down.
    func coarsened(_ time: WallTime) -> WallTime { WallTime(nanoseconds: coarsened(time.nanoseconds)) }

    /// The moment, rounded down as well: from its clock's beginning, which need not be that of an hour.
    func coarsened(_ timestamp: Timestamp) -> Timestamp { Timestamp(nanoseconds: coarsened(timestamp.nanoseconds)) }

    private func coarsened(_ nanoseconds: Int64) -> Int64 {
        guard let unit else { return nanoseconds }
        let rest = nanoseconds % unit
        // Where there is no earlier multiple the next one has to do.
        let (earlier, overflow) = (nanoseconds - rest).subtractingReportingOverflow(rest < 0 ? unit : 0)
        return overflow ? nanoseconds - rest : earlier
    }

    private var unit: Int64? {
        switch self {
        case .exact: nil
        case .hour: 3_600_000_000_000
        case .day: 86_400_000_000_000
        }
    }
}

/// How exact durations may be (rule PR-008).
public enum DurationGranularity: Sendable, Hashable {
    /// As they are.
    case exact
    /// Rounded to a multiple of so many seconds; 0 is exact.
    case seconds(UInt32)

    /// How many seconds a duration is a multiple of; `nil` if it may be any.
    var unit: Int64? {
        switch self {
        case .exact, .seconds(0): nil
        case .seconds(let seconds): Int64(seconds)
        }
    }
}

extension Int64 {
    /// The nearest multiple of a unit, half of one away from zero; at the far ends of the range one that there is.
    func rounded(toMultipleOf unit: Int64) -> Int64 {
        let rest = self % unit
        let whole = self - rest
        guard rest.magnitude >= unit.magnitude - rest.magnitude else { return whole }
        let (farther, overflow) = whole.addingReportingOverflow(rest < 0 ? -unit : unit)
        return overflow ? whole : farther
    }
}
