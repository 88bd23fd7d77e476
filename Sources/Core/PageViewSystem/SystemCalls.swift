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

/// The identity of a thread. Only identities of running threads can be compared.
package struct ThreadIdentity: Sendable, Hashable {
    private let value: UInt

    package static var current: ThreadIdentity {
        #if canImport(Darwin) || canImport(Musl)
        ThreadIdentity(value: UInt(bitPattern: unsafe pthread_self()))
        #elseif canImport(Android)
        ThreadIdentity(value: UInt(bitPattern: pthread_self()))
        #elseif canImport(Glibc)
        ThreadIdentity(value: UInt(pthread_self()))
        #elseif canImport(WinSDK)
        ThreadIdentity(value: UInt(GetCurrentThreadId()))
        #else
        ThreadIdentity(value: 0)
        #endif
    }
}

/// System threads. Code on them may block, which threads of a shared pool must not do.
package enum SystemThread {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
    }
    #endif

    /// Runs `body` on a new detached thread. Returns whether the system could create one.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        let work = unsafe Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let result = unsafe pthread_create(&thread, nil, { unsafe SystemThread.run($0) }, work.toOpaque())
        guard result == 0 else {
            unsafe work.release()
            return false
        }
        #if canImport(Darwin)
        if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
        pthread_detach(thread)
        #endif
        return true
        #else
        return false
        #endif
    }
}
