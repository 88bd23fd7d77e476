#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Which thread is running; comparable only between threads that live.
@usableFromInline
package struct ThreadIdentity: Sendable, Hashable {
    private let value: UInt

    @usableFromInline package static var current: ThreadIdentity {
        #if canImport(Darwin)
        ThreadIdentity(value: UInt(bitPattern: unsafe pthread_self()))
        #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
        ThreadIdentity(value: UInt(pthread_self()))
        #else
        // No threads: everything runs on this one.
        ThreadIdentity(value: 0)
        #endif
    }

    /// Lets other threads run.
    package static func yield() {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        _ = sched_yield()
        #endif
    }
}
