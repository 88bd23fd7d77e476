#if hasFeature(Embedded)
import PageViewLifecycle

/// The clock of a platform without clocks, where every input carries its time.
package enum EngineClock: Sendable {
    var now: Timestamp { .zero }
}
#else
package import PageViewLifecycle

/// The clock of inputs that carry no time. An engine reads it only if an input needs a time (rule ORD-006).
package struct EngineClock: Sendable {
    /// The clock of a test; `nil` for the system's monotonic clock.
    let manual: ManualClock?

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
