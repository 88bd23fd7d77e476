import AnalyticsJSON
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
    package var milliseconds: Int64 { nanoseconds.quotient(1_000_000) }

    /// Whether the left moment is the earlier one.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the time this many nanoseconds earlier. It saturates at the ends of the range.
    package func earlier(byNanoseconds nanoseconds: Int64) -> WallTime {
        let (difference, overflow) = self.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return WallTime(nanoseconds: overflow ? (nanoseconds > 0 ? .min : .max) : difference)
    }
}

extension WallTime: CustomStringConvertible {
    /// The time in ISO 8601 and UTC, with milliseconds: `2026-03-01T12:30:05.250Z`.
    public var description: String { CalendarTime.text(nanoseconds) }
}

/// A source of the calendar time.
public struct WallClock: Sendable {
    private let read: @Sendable () -> WallTime

    /// Creates a clock from a closure. Any thread may call it at any time.
    public init(_ now: @escaping @Sendable () -> WallTime) {
        read = now
    }

    package var now: WallTime { read() }

    /// The system's clock.
    public static let system = WallClock { WallTime(nanoseconds: SystemClock.calendarReading) }
}
