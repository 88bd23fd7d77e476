#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
/// A condition variable with its mutex. Threads sleep on it until a condition holds.
@safe package final class ConditionVariable: Sendable {
    // Both are initialized in `init` and never move, and the system allows their use from any thread.
    nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    nonisolated(unsafe) private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        #if canImport(Darwin)
        unsafe pthread_cond_init(condition, nil)
        #else
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
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
            let (deadline, overflow) = Self.now.addingReportingOverflow(max(0, limit))
            return overflow || deadline > Self.latest ? nil : deadline
        }
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while !isDone() {
            guard let deadline else {
                unsafe pthread_cond_wait(condition, mutex)
                continue
            }
            let rest = deadline &- Self.now
            guard rest > 0 else { return false }
            sleep(rest, until: deadline)
        }
        return true
    }

    /// Wakes all waiting threads, so that they check their conditions. Call it after the change they wait for.
    package func signal() {
        // Under the mutex, so that no signal is lost between a thread's check and its sleep.
        unsafe pthread_mutex_lock(mutex)
        unsafe pthread_cond_broadcast(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    private func sleep(_ rest: Int64, until deadline: Int64) {
        #if canImport(Darwin)
        var time = Self.time(rest)
        unsafe _ = pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
        var time = Self.time(deadline)
        unsafe _ = pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }

    /// The latest deadline that is passed to the system: a hundred years after the clock's start.
    private static var latest: Int64 { 100 * 366 * 86_400 * 1_000_000_000 }

    private static func time(_ nanoseconds: Int64) -> timespec {
        timespec(tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    /// The time of the clock that the waits use, in nanoseconds.
    private static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
#else
/// A stand-in for platforms without system threads. All work is done at once, so no thread waits.
package final class ConditionVariable: Sendable {
    @discardableResult
    func wait(atMost nanoseconds: Int64? = nil, until isDone: () -> Bool) -> Bool { isDone() }

    func signal() {}
}
#endif
