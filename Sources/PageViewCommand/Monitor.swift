#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// State that one thread at a time can reach, and threads that wait for it to change.
@safe final class Monitor<State: Sendable> {
    // Allocated apart, because a lock must not move.
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

    /// Changes the state, and wakes who waits.
    func update(_ body: (inout State) -> Void) {
        unsafe pthread_mutex_lock(lock)
        unsafe body(&state.pointee)
        unsafe pthread_cond_broadcast(change)
        unsafe pthread_mutex_unlock(lock)
    }

    /// Waits until there is an answer.
    func wait<Answer: Sendable>(_ question: (inout State) -> Answer?) -> Answer {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        while true {
            if let answer = unsafe question(&state.pointee) { return answer }
            unsafe pthread_cond_wait(change, lock)
        }
    }
}

// Proof: the state is reached through `update` and `wait` alone, between lock and unlock, apart from `init` and `deinit`,
// which nobody shares; it and what comes out are Sendable.
extension Monitor: @unchecked Sendable {}
