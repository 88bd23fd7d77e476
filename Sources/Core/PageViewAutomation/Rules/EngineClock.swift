#if hasFeature(Embedded)
import PageViewLifecycle

/// The clock of a platform without clocks, where every input carries its time.
public enum EngineClock: Sendable {
    var now: Timestamp { .zero }
}
#else
public import PageViewLifecycle

/// The clock of inputs that carry no time. An engine reads it only if an input needs a time (rule ORD-006).
public struct EngineClock: Sendable {
    /// The clock of a test; `nil` for the system's clock.
    private let manual: ManualClock?

    /// The system's monotonic clock, which also runs while the machine sleeps. It is zero when it is first used.
    public static var continuous: EngineClock { EngineClock(manual: nil) }

    /// Returns a clock for tests, which stands still until its owner sets it.
    public static func manual(_ clock: ManualClock) -> EngineClock { EngineClock(manual: clock) }

    /// The time now.
    package var now: Timestamp { manual?.now ?? SystemClock.now }

    /// The calendar time at which the clock shows zero, in nanoseconds since the beginning of 1970; `nil` for a manual clock.
    package var calendarTimeOfZero: Int64? {
        #if os(WASI)
        nil
        #else
        manual == nil ? SystemClock.calendarReading &- now.nanoseconds : nil
        #endif
    }
}
#endif
