import PageViewLifecycle

/// A calendar time: nanoseconds since the beginning of 1970 in UTC, without leap seconds.
public struct WallTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since the beginning of 1970; negative before it.
    public var nanoseconds: Int64

    /// Creates a time from the nanoseconds since the beginning of 1970.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Whole milliseconds since 1970, rounded down.
    public var milliseconds: Int64 { Self.quotient(nanoseconds, 1_000_000) }

    /// Whether the left moment is the earlier one.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the time this many nanoseconds earlier. It saturates at the ends of the range.
    package func earlier(byNanoseconds nanoseconds: Int64) -> WallTime {
        let (difference, overflow) = self.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return WallTime(nanoseconds: overflow ? (nanoseconds > 0 ? .min : .max) : difference)
    }

    fileprivate static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}

extension WallTime: CustomStringConvertible {
    /// The time in ISO 8601 and UTC, with milliseconds: `2026-03-01T12:30:05.250Z`.
    public var description: String {
        let day = Self.quotient(milliseconds, 86_400_000)
        let date = CivilDate(daysSince1970: day)
        let rest = milliseconds - day * 86_400_000
        let time = [(rest / 3_600_000, 2), (rest / 60_000 % 60, 2), (rest / 1_000 % 60, 2)]
        return Self.digits(date.year, 4) + "-" + Self.digits(date.month, 2) + "-" + Self.digits(date.day, 2) + "T"
            + time.map { Self.digits($0.0, $0.1) }.joined(separator: ":") + "." + Self.digits(rest % 1_000, 3) + "Z"
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

/// A day of the Gregorian calendar.
private struct CivilDate {
    let (year, month, day): (Int64, Int64, Int64)

    /// Counts years from March, so that a leap day is the last day of its year. 400 years always have the same number of days.
    init(daysSince1970 days: Int64) {
        let sinceMarch = days + 719_468
        let era = WallTime.quotient(sinceMarch, 146_097)
        let dayOfEra = sinceMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

/// A source of the calendar time.
public struct WallClock: Sendable {
    private let foreign: (@Sendable () -> WallTime)?

    private init() {
        foreign = nil
    }

    /// Creates a clock from a closure. Any thread may call it at any time.
    public init(_ now: @escaping @Sendable () -> WallTime) {
        foreign = now
    }

    /// The current time.
    package var now: WallTime { foreign?() ?? WallTime(nanoseconds: SystemClock.calendarReading) }

    /// The system's clock.
    public static let system = WallClock()
}

extension Duration {
    /// The duration in nanoseconds, rounded toward zero. It saturates at the ends of the range.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || overflowToo ? (seconds < 0 ? .min : .max) : sum
    }
}

extension Timestamp {
    /// Returns the time this many nanoseconds later. It saturates at the end of the range.
    func later(byNanoseconds nanoseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return Timestamp(nanoseconds: overflow ? .max : sum)
    }
}
