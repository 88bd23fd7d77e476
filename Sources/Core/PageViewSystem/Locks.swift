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

/// The system's lock: a POSIX mutex, or a slim reader/writer lock.
///
/// Code under a lock calls no foreign code and does not take the lock again. On platforms without threads it has no effect.
@safe package final class Lock: Sendable {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    fileprivate typealias Primitive = pthread_mutex_t
    #elseif canImport(WinSDK)
    fileprivate typealias Primitive = SRWLOCK
    #else
    fileprivate typealias Primitive = UInt8
    #endif

    // Proof: the pointer never changes, and many threads may use the system's lock. It is on the heap, because it must not move.
    nonisolated(unsafe) fileprivate let primitive: UnsafeMutablePointer<Primitive> = .allocate(capacity: 1)

    package init() {
        unsafe primitive.initialize(to: Primitive())
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_init(primitive, nil)
        #endif
    }

    deinit {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_destroy(primitive)
        #endif
        unsafe primitive.deallocate()
    }

    package func lock() {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_lock(primitive)
        #elseif canImport(WinSDK)
        unsafe AcquireSRWLockExclusive(primitive)
        #endif
    }

    /// Releases the lock. The calling thread must hold it.
    package func unlock() {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_unlock(primitive)
        #elseif canImport(WinSDK)
        unsafe ReleaseSRWLockExclusive(primitive)
        #endif
    }
}

/// A value that only one thread at a time reaches, under a lock.
///
/// It is on the heap, where the runtime does not check for overlapping accesses. That check would cost more than a report.
// Proof of `@unchecked Sendable`: each access of the value is under the lock, which ``value`` demands of its caller.
@safe package struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    package let lock: Lock
    private let memory: UnsafeMutablePointer<Value>

    /// Creates a value behind a lock, by default a lock of its own.
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

/// A condition variable with its mutex. Threads sleep on it until a condition holds.
///
/// On platforms without threads, no caller sleeps.
@safe package final class ConditionVariable: Sendable {
    #if canImport(WinSDK)
    private typealias Condition = CONDITION_VARIABLE
    #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private typealias Condition = pthread_cond_t
    #else
    private typealias Condition = UInt8
    #endif

    private let mutex = Lock()
    // Proof: as for `Lock`.
    nonisolated(unsafe) private let condition: UnsafeMutablePointer<Condition> = .allocate(capacity: 1)

    package init() {
        unsafe condition.initialize(to: Condition())
        #if canImport(Darwin)
        unsafe pthread_cond_init(condition, nil)
        #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_cond_destroy(condition)
        #endif
        unsafe condition.deallocate()
    }

    /// Waits until `isDone` returns `true`, or the time is over. Returns whether it is done.
    ///
    /// - Parameters:
    ///   - nanoseconds: The longest time to wait; `nil` for no limit.
    ///   - isDone: The condition. Called immediately and after each signal, under the mutex. It may take a lock.
    @discardableResult
    package func wait(atMost nanoseconds: Int64? = nil, until isDone: () -> Bool) -> Bool {
        let (sum, overflow) = SystemClock.sleepReading.addingReportingOverflow(max(0, nanoseconds ?? .max))
        let deadline = overflow ? .max : sum
        mutex.lock()
        defer { mutex.unlock() }
        while !isDone() {
            let rest = deadline - SystemClock.sleepReading
            // The systems do not accept every time, so one sleep lasts at most a year.
            guard rest > 0, sleep(atMost: min(rest, 365 * 86_400 * 1_000_000_000)) else { return false }
        }
        return true
    }

    /// Wakes all waiting threads, so that they check their conditions. Call it after the change they wait for.
    package func signal() {
        // Under the mutex, so that no signal is lost between a thread's check and its sleep.
        mutex.lock()
        #if canImport(WinSDK)
        unsafe WakeAllConditionVariable(condition)
        #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_cond_broadcast(condition)
        #endif
        mutex.unlock()
    }

    // Returns `false` on a platform without threads.
    private func sleep(atMost nanoseconds: Int64) -> Bool {
        #if canImport(WinSDK)
        let milliseconds = DWORD(min(nanoseconds / 1_000_000 + 1, Int64(INFINITE) - 1))
        unsafe _ = SleepConditionVariableSRW(condition, mutex.primitive, milliseconds, 0)
        return true
        #elseif canImport(Darwin)
        var time = timespec(tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        unsafe _ = pthread_cond_timedwait_relative_np(condition, mutex.primitive, &time)
        return true
        #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
        let deadline = SystemClock.sleepReading + nanoseconds
        var time = timespec(tv_sec: time_t(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        unsafe _ = pthread_cond_timedwait(condition, mutex.primitive, &time)
        return true
        #else
        return false
        #endif
    }
}

/// A one-shot signal that threads wait for.
package final class Signal: Sendable {
    private let isSent = Locked(false)
    private let change = ConditionVariable()

    package init() {}

    package func wait() { change.wait { isSent.withLock { $0 } } }

    package func send() {
        isSent.withLock { $0 = true }
        change.signal()
    }
}
