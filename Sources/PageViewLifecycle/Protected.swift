#if canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Android)
public import Android
#else
public import Synchronization
#endif

/// State that only one thread at a time can reach. The one place that knows which lock guards it.
///
/// Inlinable, because every report goes through it: called as a generic it would cost more than what it guards.
@usableFromInline
@safe package struct Protected<State: ~Copyable>: ~Copyable {
    #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    // The lock of POSIX threads: `Mutex` is slow here when there are more threads than cores, because it passes itself on
    // by way of the kernel. Each is allocated apart, because such a lock must not move.
    @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let state: UnsafeMutablePointer<State>

    @inlinable
    package init(_ state: consuming sending State) {
        unsafe lock = .allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(lock, nil)
        unsafe self.state = .allocate(capacity: 1)
        unsafe self.state.initialize(to: state)
    }

    @inlinable
    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    /// Runs `body` alone. It must call nothing foreign: no receiver, no observer, no clock.
    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return unsafe try body(&state.pointee)
    }
    #else
    @usableFromInline let mutex: Mutex<State>

    @inlinable
    package init(_ state: consuming sending State) {
        mutex = Mutex(state)
    }

    /// Runs `body` alone. It must call nothing foreign: no receiver, no observer, no clock.
    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock(body)
    }
    #endif
}

#if canImport(Glibc) || canImport(Musl) || canImport(Android)
// Proof: the state is reached through `withLock` alone, between lock and unlock, apart from `init` and `deinit`, which
// nobody shares. What goes in and what comes out is `sending`, so that nobody else holds on to a part of it.
extension Protected: @unchecked Sendable where State: ~Copyable {}
#else
extension Protected: Sendable where State: ~Copyable {}
#endif
