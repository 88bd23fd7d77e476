#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WinSDK)
import WinSDK
#endif

/// The system's clocks.
package enum SystemClock {
    /// The first value of ``reading`` in this process.
    package static let start = reading

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// The monotonic clock that also runs while the machine sleeps, in nanoseconds.
    package static var reading: Int64 {
        #if canImport(Darwin)
        Int64(truncatingIfNeeded: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
        #else
        reading(of: CLOCK_BOOTTIME)
        #endif
    }

    /// The time of the clock that ends a sleep, in nanoseconds. It is not the clock of ``reading``: no system sleeps on that one.
    static var sleepReading: Int64 { reading(of: CLOCK_MONOTONIC) }

    /// The calendar time, in nanoseconds since the beginning of 1970.
    package static var calendarReading: Int64 { reading(of: CLOCK_REALTIME) }

    private static func reading(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    #else
    /// The monotonic clock that also runs while the machine sleeps, in nanoseconds.
    package static var reading: Int64 {
        let (seconds, attoseconds) = (ContinuousClock.now - origin).components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    private static let origin = ContinuousClock.now

    /// The time of the clock that ends a sleep, in nanoseconds.
    static var sleepReading: Int64 { reading }

    #if canImport(WinSDK)
    /// The calendar time, in nanoseconds since the beginning of 1970.
    package static var calendarReading: Int64 {
        var time = FILETIME()
        GetSystemTimePreciseAsFileTime(&time)
        // In units of 100 nanoseconds since 1601.
        let ticks = Int64(time.dwHighDateTime) << 32 | Int64(time.dwLowDateTime)
        return (ticks - 116_444_736_000_000_000) * 100
    }
    #endif
    #endif
}
