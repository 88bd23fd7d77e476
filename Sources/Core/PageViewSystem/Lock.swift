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

/// The system's lock: `os_unfair_lock`, a POSIX mutex, or a slim reader/writer lock.
///
/// Code under a lock calls no foreign code and does not take the lock again. On platforms without threads it has no effect.
@safe package final class Lock: Sendable {
    #if canImport(Darwin)
    private typealias Primitive = os_unfair_lock_s
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    private typealias Primitive = pthread_mutex_t
    #elseif canImport(WinSDK)
    private typealias Primitive = SRWLOCK
    #else
    private typealias Primitive = UInt8
    #endif

    // Proof: the pointer never changes, and many threads may use the system's lock. It is on the heap, because it must not
    // move.
    nonisolated(unsafe) private let primitive: UnsafeMutablePointer<Primitive>

    /// Creates a lock that is free.
    package init() {
        unsafe primitive = .allocate(capacity: 1)
        unsafe primitive.initialize(to: Primitive())
        #if canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_init(primitive, nil)
        #endif
    }

    deinit {
        #if canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_destroy(primitive)
        #endif
        unsafe primitive.deallocate()
    }

    /// Waits until the lock is free, and acquires it.
    package func lock() {
        #if canImport(Darwin)
        unsafe os_unfair_lock_lock(primitive)
        #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_lock(primitive)
        #elseif canImport(WinSDK)
        unsafe AcquireSRWLockExclusive(primitive)
        #endif
    }

    /// Releases the lock. The calling thread must hold it.
    package func unlock() {
        #if canImport(Darwin)
        unsafe os_unfair_lock_unlock(primitive)
        #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_unlock(primitive)
        #elseif canImport(WinSDK)
        unsafe ReleaseSRWLockExclusive(primitive)
        #endif
    }
}

/// A value that only one thread at a time reaches, under a lock.
///
/// The value is on the heap, so the runtime makes no check for overlapping accesses. The check would cost more than a report
/// does, and the lock excludes such accesses.
// Proof of `@unchecked Sendable`: each access of the value is under the lock, which ``value`` demands of its caller.
@safe package struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    /// The lock of the value. Several values may share one lock.
    package let lock: Lock
    private let memory: UnsafeMutablePointer<Value>

    /// Creates a locked value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - lock: The lock that guards the value; by default, a lock of its own.
    package init(_ value: consuming sending Value, by lock: Lock = Lock()) {
        self.lock = lock
        unsafe memory = .allocate(capacity: 1)
        unsafe memory.initialize(to: value)
    }

    deinit {
        unsafe memory.deinitialize(count: 1)
        unsafe memory.deallocate()
    }

    /// The value. The calling thread must hold the lock.
    package var value: Value {
        unsafeAddress { unsafe UnsafePointer(memory) }
        nonmutating unsafeMutableAddress { unsafe memory }
    }

    /// Runs `body` under the lock. `body` must call no foreign code, such as a receiver.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

/// The identity of a thread. Only identities of running threads can be compared.
package struct ThreadIdentity: Sendable, Hashable {
    private let value: UInt

    /// The calling thread.
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
