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

/// The system's clocks, in nanoseconds.
package enum SystemClock {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    package static var reading: Int64 {
        #if canImport(Darwin)
        Int64(truncatingIfNeeded: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
        #else
        reading(of: CLOCK_BOOTTIME)
        #endif
    }

    // The clock that ends a sleep. No system sleeps on the clock of `reading`.
    static var sleepReading: Int64 { reading(of: CLOCK_MONOTONIC) }

    package static var calendarReading: Int64 { reading(of: CLOCK_REALTIME) }

    private static func reading(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    #else
    private static let origin = ContinuousClock.now

    package static var reading: Int64 {
        let (seconds, attoseconds) = (ContinuousClock.now - origin).components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    static var sleepReading: Int64 { reading }
    #endif

    #if canImport(WinSDK)
    package static var calendarReading: Int64 {
        var time = FILETIME()
        unsafe GetSystemTimePreciseAsFileTime(&time)
        // In units of 100 nanoseconds since 1601.
        let ticks = Int64(time.dwHighDateTime) << 32 | Int64(time.dwLowDateTime)
        return (ticks - 116_444_736_000_000_000) * 100
    }
    #endif
}

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
/// System calls that several modules make. Foundation would make a program many times as large.
package enum SystemCalls {
    /// Repeats a call while signals interrupt it. Returns its result; if that is negative, `errno` is the error.
    package static func retry(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Reads at most as many bytes as the buffer has. Returns their number; 0 at the end, negative for an error.
    package static func readPart(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
        retry { unsafe read(descriptor, buffer.baseAddress, buffer.count) }
    }

    /// Writes as many of the bytes as the system accepts. Returns their number; negative for an error.
    package static func writePart(of bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        retry { unsafe write(descriptor, bytes.baseAddress, bytes.count) }
    }

    /// Returns the names in a folder, as bytes in the system's order; `nil` for an error.
    package static func names(inFolder path: UnsafePointer<CChar>) -> [[UInt8]]? {
        guard let stream = unsafe opendir(path) else { return nil }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            unsafe names.append(withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) })
            errno = 0
        }
        let code = errno
        unsafe _ = closedir(stream)
        errno = code
        return code == 0 ? names : nil
    }

    /// Returns the system's words for an error number.
    package static func message(of code: Int32) -> String {
        // The systems disagree on whether the result is optional.
        let text: UnsafeMutablePointer<CChar>? = unsafe strerror(code)
        return unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
#endif
