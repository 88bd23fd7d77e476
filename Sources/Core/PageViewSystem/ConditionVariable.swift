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

/// A condition variable with its mutex. Threads sleep on it until a condition holds.
///
/// On platforms without threads, no caller sleeps.
@safe package final class ConditionVariable: Sendable {
    #if canImport(WinSDK)
    private typealias Mutex = SRWLOCK
    private typealias Condition = CONDITION_VARIABLE
    #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private typealias Mutex = pthread_mutex_t
    private typealias Condition = pthread_cond_t
    #else
    private typealias Mutex = UInt8
    private typealias Condition = UInt8
    #endif

    // Proof: both are initialized in `init` and never move, and the system allows their use from any thread.
    nonisolated(unsafe) private let mutex: UnsafeMutablePointer<Mutex>
    nonisolated(unsafe) private let condition: UnsafeMutablePointer<Condition>

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: Mutex())
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: Condition())
        #if canImport(Darwin)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
        #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_init(mutex, nil)
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
        unsafe pthread_mutex_destroy(mutex)
        #endif
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Waits until `isDone` returns `true`, or the time is over. Returns whether it is done.
    ///
    /// - Parameters:
    ///   - nanoseconds: The longest time to wait; `nil` for no limit.
    ///   - isDone: The condition. Called immediately and after each signal, under the mutex. It may take a lock.
    @discardableResult
    package func wait(atMost nanoseconds: Int64? = nil, until isDone: () -> Bool) -> Bool {
        // A deadline later than the system accepts is no limit.
        let deadline = nanoseconds.flatMap { limit -> Int64? in
            let (deadline, overflow) = SystemClock.sleepReading.addingReportingOverflow(max(0, limit))
            return overflow || deadline > Self.latest ? nil : deadline
        }
        lock()
        defer { unlock() }
        while !isDone() {
            guard sleep(until: deadline) else { return false }
        }
        return true
    }

    /// Wakes all waiting threads, so that they check their conditions. Call it after the change they wait for.
    package func signal() {
        // Under the mutex, so that no signal is lost between a thread's check and its sleep.
        lock()
        #if canImport(WinSDK)
        unsafe WakeAllConditionVariable(condition)
        #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_cond_broadcast(condition)
        #endif
        unlock()
    }

    // Not a `Lock`: on Darwin, it is an unfair lock, which a condition variable cannot use as its mutex.
    private func lock() {
        #if canImport(WinSDK)
        unsafe AcquireSRWLockExclusive(mutex)
        #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_lock(mutex)
        #endif
    }

    private func unlock() {
        #if canImport(WinSDK)
        unsafe ReleaseSRWLockExclusive(mutex)
        #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        unsafe pthread_mutex_unlock(mutex)
        #endif
    }

    #if canImport(WinSDK)
    /// Sleeps until a signal or the deadline. Returns `false` if the deadline has passed.
    private func sleep(until deadline: Int64?) -> Bool {
        let rest = deadline.map { $0 &- SystemClock.sleepReading }
        if let rest, rest <= 0 { return false }
        let milliseconds = rest.map { DWORD(min($0 / 1_000_000 + 1, Int64(INFINITE) - 1)) } ?? INFINITE
        unsafe _ = SleepConditionVariableSRW(condition, mutex, milliseconds, 0)
        return true
    }
    #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// Sleeps until a signal or the deadline. Returns `false` if the deadline has passed.
    private func sleep(until deadline: Int64?) -> Bool {
        guard let deadline else {
            unsafe pthread_cond_wait(condition, mutex)
            return true
        }
        let rest = deadline &- SystemClock.sleepReading
        guard rest > 0 else { return false }
        #if canImport(Darwin)
        var time = Self.time(rest)
        unsafe _ = pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
        var time = Self.time(deadline)
        unsafe _ = pthread_cond_timedwait(condition, mutex, &time)
        #endif
        return true
    }

    private static func time(_ nanoseconds: Int64) -> timespec {
        timespec(tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
    #else
    private func sleep(until deadline: Int64?) -> Bool { false }
    #endif

    /// The latest deadline that is passed to the system: a hundred years after the clock's start.
    private static var latest: Int64 { 100 * 366 * 86_400 * 1_000_000_000 }
}

/// A one-shot signal that threads wait for.
package final class Signal: Sendable {
    private let isSent = Locked(false)
    private let change = ConditionVariable()

    /// Creates a signal that has not been sent.
    package init() {}

    /// Waits until the signal has been sent.
    package func wait() { change.wait { isSent.withLock { $0 } } }

    /// Wakes all waiting threads. Later waits return at once.
    package func send() {
        isSent.withLock { $0 = true }
        change.signal()
    }
}
