#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The system's clock that never goes back and runs while the machine sleeps. It begins when it is first read.
package enum SystemClock {
    /// The time now.
    package static var now: Timestamp {
        // First, because the first use of it reads the clock.
        let start = start
        return Timestamp(nanoseconds: reading &- start)
    }

    /// The reading at which ``now`` is zero.
    package static let start = reading

    /// The nanoseconds that the system's clock shows.
    package static var reading: Int64 {
        #if canImport(Darwin)
        return Int64(truncatingIfNeeded: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
        #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        #else
        let (seconds, attoseconds) = (ContinuousClock.now - beginning).components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
        #endif
    }

    #if !canImport(Darwin) && !canImport(Glibc) && !canImport(Musl) && !canImport(Android)
    private static let beginning = ContinuousClock.now
    #endif
}

/// A clock that stands still until its owner sets it. For tests. Any thread.
public final class ManualClock: Sendable {
    private let protected: Protected<Timestamp>

    /// Creates a clock that shows a moment.
    public init(now: Timestamp = .zero) {
        protected = Protected(now)
    }

    /// The moment that the clock shows. A clock never goes back: setting an earlier moment changes nothing.
    public var now: Timestamp {
        get { protected.withLock { $0 } }
        set { protected.withLock { $0 = max($0, newValue) } }
    }

    /// Moves the clock on by a number of nanoseconds; a negative number is 0.
    public func advance(byNanoseconds nanoseconds: Int64) {
        protected.withLock { now in
            let (sum, overflow) = now.nanoseconds.addingReportingOverflow(max(0, nanoseconds))
            now.nanoseconds = overflow ? .max : sum
        }
    }
}
