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

/// Where a tracker takes the time of the calendar from.
public struct WallClock: Sendable {
    private let foreign: (@Sendable () -> WallTime)?

    private init() {
        foreign = nil
    }

    /// Creates a clock from a closure, which any thread may call at any time.
    public init(_ now: @escaping @Sendable () -> WallTime) {
        foreign = now
    }

    /// The time now.
    public var now: WallTime { foreign?() ?? Self.systemTime }

    /// The clock of the system.
    public static let system = WallClock()

    private static var systemTime: WallTime {
        #if canImport(WinSDK)
        var time = FILETIME()
        GetSystemTimePreciseAsFileTime(&time)
        // In units of 100 nanoseconds since 1601.
        let ticks = Int64(time.dwHighDateTime) << 32 | Int64(time.dwLowDateTime)
        return WallTime(nanoseconds: (ticks - 116_444_736_000_000_000) * 100)
        #else
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
        #endif
    }
}
