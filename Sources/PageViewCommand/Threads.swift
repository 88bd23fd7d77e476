#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// System threads, for the jobs of a replay (TR-005).
enum Threads {
    /// The number of threads that can run at the same time.
    static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Runs `body` on `count` threads, including the calling one; returns when all have ended.
    ///
    /// If the system cannot create that many threads, it uses fewer.
    ///
    /// - Parameters:
    ///   - count: The number of threads.
    ///   - ready: Called on the calling thread with the number of threads, before `body` runs on it.
    ///   - body: Called on each thread with its number, from 0.
    static func run(_ count: Int, ready: (Int) -> Void, _ body: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        while threads.count + 1 < count {
            let number = threads.count + 1
            guard let thread = start({ body(number) }) else { break }
            threads.append(thread)
        }
        ready(threads.count + 1)
        body(0)
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        let work = unsafe Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        let result = unsafe pthread_create(&thread, nil, { unsafe Threads.run($0) }, work.toOpaque())
        #else
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil, { unsafe $0.flatMap { unsafe Threads.run($0) } }, work.toOpaque())
        #endif
        guard result == 0 else {
            unsafe work.release()
            return nil
        }
        return thread
    }

    private static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }
}

/// State behind a lock, with a condition variable for threads that wait for it to change.
@safe final class Monitor<State: Sendable> {
    // Separate allocations, because a lock must not move in memory.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let change: UnsafeMutablePointer<pthread_cond_t>
    private let state: UnsafeMutablePointer<State>

    init(_ state: State) {
        unsafe lock = .allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(lock, nil)
        unsafe change = .allocate(capacity: 1)
        unsafe change.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(change, nil)
        unsafe self.state = .allocate(capacity: 1)
        unsafe self.state.initialize(to: state)
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
        unsafe pthread_cond_destroy(change)
        unsafe change.deallocate()
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    /// Changes the state under the lock, and wakes all waiting threads.
    func update(_ body: (inout State) -> Void) {
        unsafe pthread_mutex_lock(lock)
        unsafe body(&state.pointee)
        unsafe pthread_cond_broadcast(change)
        unsafe pthread_mutex_unlock(lock)
    }

    /// Waits until `condition` returns a value for the state, and returns this value.
    func wait<Value: Sendable>(_ condition: (inout State) -> Value?) -> Value {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        while true {
            if let value = unsafe condition(&state.pointee) { return value }
            unsafe pthread_cond_wait(change, lock)
        }
    }
}

// Proof: only `update` and `wait` access the state, between lock and unlock. `init` and `deinit` run before and after the
// object is shared. The state and the results are Sendable.
extension Monitor: @unchecked Sendable {}
