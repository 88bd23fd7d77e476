import PageViewLifecycle

/// System threads, for the jobs of a replay (TR-005).
enum Threads {
    /// Runs `body` on `count` threads, including the calling one; returns when all have ended.
    ///
    /// If the system cannot create that many threads, `body` runs on fewer.
    ///
    /// - Parameters:
    ///   - count: The number of threads.
    ///   - ready: Called on the calling thread with the actual number of threads, before `body` runs on this thread.
    ///   - body: Called on each thread with its number, from 0.
    static func run(_ count: Int, ready: (Int) -> Void, _ body: @escaping @Sendable (Int) -> Void) {
        let ended = Monitor(0)
        var started = 0
        while started + 1 < count {
            let number = started + 1
            let isStarted = SystemThread.start {
                body(number)
                ended.update { $0 += 1 }
            }
            guard isStarted else { break }
            started = number
        }
        ready(started + 1)
        body(0)
        ended.wait { $0 == started ? () : nil }
    }
}

/// State behind a lock, with a condition variable for threads that wait for it to change.
final class Monitor<State: Sendable>: Sendable {
    private let protected: Protected<State>
    private let change = ConditionVariable()

    init(_ state: State) {
        protected = Protected(state)
    }

    /// Changes the state under the lock, and wakes all waiting threads.
    func update(_ body: (inout State) -> Void) {
        protected.withLock { body(&$0) }
        change.signal()
    }

    /// Waits until `condition` returns a value for the state, and returns this value.
    func wait<Value: Sendable>(_ condition: (inout State) -> Value?) -> Value {
        while true {
            var value: Value?
            change.wait {
                value = protected.withLock { condition(&$0) }
                return value != nil
            }
            if let value { return value }
        }
    }
}
