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
/// Copies refer to one lock. The owner of a lock calls ``destroy()`` in its deinitializer. Code under a lock calls no foreign
/// code and does not take the lock again. On platforms without threads a lock has no effect.
@frozen @usableFromInline
@safe package struct Lock: Sendable {
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
    @usableFromInline nonisolated(unsafe) let memory: UnsafeMutableRawPointer
    private var primitive: UnsafeMutablePointer<Primitive> { unsafe memory.assumingMemoryBound(to: Primitive.self) }

    /// Creates a lock that is free.
    @usableFromInline
    package init() {
        let primitive = UnsafeMutablePointer<Primitive>.allocate(capacity: 1)
        unsafe primitive.initialize(to: Primitive())
        unsafe memory = UnsafeMutableRawPointer(primitive)
        #if canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_init(primitive, nil)
        #endif
    }

    /// Frees the memory of the lock. No copy of the lock may be used afterwards.
    @usableFromInline
    package func destroy() {
        #if canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_destroy(primitive)
        #endif
        unsafe primitive.deallocate()
    }

    /// Waits until the lock is free, and acquires it.
    @usableFromInline
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
    @usableFromInline
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

/// State on the heap that its owner reaches under the owner's lock.
///
/// For properties of a class, the runtime checks for overlapping accesses. That check would cost more than a report does, and
/// the lock excludes such accesses anyway.
@frozen @usableFromInline
@safe package struct Guarded<State: ~Copyable>: ~Copyable {
    @usableFromInline let memory: UnsafeMutablePointer<State>

    /// Creates guarded state.
    @inlinable
    package init(_ state: consuming State) {
        unsafe memory = .allocate(capacity: 1)
        unsafe memory.initialize(to: state)
    }

    @inlinable
    deinit {
        unsafe memory.deinitialize(count: 1)
        unsafe memory.deallocate()
    }

    /// The state. The calling thread must hold the owner's lock.
    @inlinable
    package var state: State {
        unsafeAddress { unsafe UnsafePointer(memory) }
        nonmutating unsafeMutableAddress { unsafe memory }
    }
}

// Proof: the owner reaches the state only under its lock.
extension Guarded: @unchecked Sendable where State: ~Copyable {}

/// State with its own lock, so that only one thread at a time can reach it.
@frozen @usableFromInline
package struct Protected<State: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let lock = Lock()
    @usableFromInline let guarded: Guarded<State>

    /// Creates protected state.
    @inlinable
    package init(_ state: consuming sending State) {
        guarded = Guarded(state)
    }

    @inlinable
    deinit { lock.destroy() }

    /// Runs `body` under the lock. `body` must call no foreign code, such as a receiver or an observer.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&guarded.state)
    }
}

/// The identity of a thread. Only identities of running threads can be compared.
@frozen @usableFromInline
package struct ThreadIdentity: Sendable, Hashable {
    @usableFromInline let value: UInt

    /// The calling thread.
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
        ThreadIdentity(value: 0)
        #endif
    }
}

/// Locks that all small objects of the process share, so that none of them needs memory for a lock.
///
/// Code under a shared lock may acquire an engine's lock, but no second shared lock.
package enum SharedLocks {
    private static let locks = (0..<64).map { _ in Lock() }

    /// One of the locks, as an initial value.
    package static var any: Lock { locks[0] }

    /// Returns the lock of an object. Another object may have the same lock.
    package static func lock(of object: ObjectIdentifier) -> Lock {
        // The low bits of addresses are alike. The multiplication mixes the other bits into the highest ones.
        locks[Int((UInt64(UInt(bitPattern: object)) &* 0x9E37_79B9_7F4A_7C15) >> 58)]
    }
}
