#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The clock that never goes back, also while the machine sleeps; it begins when it is first used.
@usableFromInline
package enum SystemClock {
    /// The time now.
    @usableFromInline package static var now: Timestamp { Timestamp(nanoseconds: reading &- start) }

    private static let start = reading

    #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// What `ContinuousClock` reads here, without its arithmetic in 128 bits.
    private static var reading: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    #else
    private static var reading: Int64 {
        let (seconds, attoseconds) = (ContinuousClock.now - beginning).components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }
    private static let beginning = ContinuousClock.now
    #endif
}
