#if !hasFeature(Embedded)
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
#endif

/// A moment, in nanoseconds since an origin that its clock chooses.
///
/// Only differences between moments of one clock have a meaning. The value is an integer, because sums of rounded fractions would
/// not be reproducible.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Nanoseconds since the clock's origin.
    public var nanoseconds: Int64

    /// Creates a moment from the nanoseconds since the clock's origin.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's origin.
    public static let zero = Timestamp(nanoseconds: 0)

    /// Whether the left moment is the earlier one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the time from an earlier moment to this one, in nanoseconds. An overflow saturates.
    @inlinable
    package func nanoseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (nanoseconds < 0 ? .min : .max) : difference
    }
}

extension Timestamp: CustomStringConvertible {
    /// The seconds since the clock's origin, rounded to milliseconds, such as `2.35 s`.
    public var description: String { "\(Self.roundedSeconds(of: nanoseconds)) s" }

    /// Returns nanoseconds as seconds, rounded to milliseconds and without trailing zeros, such as `2.35`.
    package static func roundedSeconds(of nanoseconds: Int64) -> String {
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let milliseconds = whole + (rest >= 500_000 ? 1 : 0)
        let sign = nanoseconds < 0 && milliseconds > 0 ? "-" : ""
        var (fraction, width) = (milliseconds % 1_000, 3)
        if fraction == 0 { return "\(sign)\(milliseconds / 1_000)" }
        while fraction % 10 == 0 { (fraction, width) = (fraction / 10, width - 1) }
        let digits = "\(fraction)"
        return "\(sign)\(milliseconds / 1_000).\(String(repeating: "0", count: width - digits.utf8.count))\(digits)"
    }
}

#if !hasFeature(Embedded)
/// The system's clocks.
package enum SystemClock {
    /// The time of the monotonic clock that also runs while the machine sleeps. It is zero when it is first read.
    package static var now: Timestamp {
        // The first use of `start` reads the clock, so this line must precede the use of `reading`.
        let start = start
        return Timestamp(nanoseconds: reading &- start)
    }

    /// The value of ``reading`` at which ``now`` is zero.
    package static let start = reading

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// The current value of the clock of ``now``, in nanoseconds.
    package static var reading: Int64 {
        #if canImport(Darwin)
        Int64(truncatingIfNeeded: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
        #else
        reading(of: CLOCK_BOOTTIME)
        #endif
    }

    /// The time of the clock that ends a sleep, in nanoseconds. It is not the clock of ``now``: no system sleeps on that one.
    static var sleepReading: Int64 { reading(of: CLOCK_MONOTONIC) }

    /// The calendar time, in nanoseconds since the beginning of 1970.
    package static var calendarReading: Int64 { reading(of: CLOCK_REALTIME) }

    private static func reading(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    #else
    /// The current value of the clock of ``now``, in nanoseconds.
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

/// A clock for tests, which stands still until its owner sets it. Any thread may use it.
public final class ManualClock: Sendable {
    private let protected: Protected<Timestamp>

    /// Creates a clock that shows a moment.
    public init(now: Timestamp = .zero) {
        protected = Protected(now)
    }

    /// The current moment. The clock never goes back: setting an earlier moment has no effect.
    public var now: Timestamp {
        get { protected.withLock { $0 } }
        set { protected.withLock { $0 = max($0, newValue) } }
    }

    /// Advances the clock by a number of nanoseconds. A negative number counts as 0.
    public func advance(byNanoseconds nanoseconds: Int64) {
        protected.withLock { now in
            let (sum, overflow) = now.nanoseconds.addingReportingOverflow(max(0, nanoseconds))
            now.nanoseconds = overflow ? .max : sum
        }
    }
}
#endif
