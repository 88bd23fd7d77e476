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

/// Which thread is running; comparable only between threads that live.
@usableFromInline
package struct ThreadIdentity: Sendable, Hashable {
    private let value: UInt

    /// No thread.
    @usableFromInline package static var none: ThreadIdentity { ThreadIdentity(value: .max) }

    @usableFromInline package static var current: ThreadIdentity {
        #if canImport(Darwin) || canImport(Musl)
        ThreadIdentity(value: UInt(bitPattern: unsafe pthread_self()))
        #elseif canImport(Android)
        ThreadIdentity(value: UInt(bitPattern: pthread_self()))
        #elseif canImport(Glibc)
        ThreadIdentity(value: UInt(pthread_self()))
        #elseif canImport(WinSDK)
        ThreadIdentity(value: UInt(GetCurrentThreadId()))
        #else
        // No threads: everything runs on this one.
        ThreadIdentity(value: 0)
        #endif
    }

    /// Lets other threads run.
    package static func yield() {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        _ = sched_yield()
        #elseif canImport(WinSDK)
        _ = SwitchToThread()
        #endif
    }
}
