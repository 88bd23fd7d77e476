import Synchronization

/// State that only one thread at a time can reach. The one place that knows which lock guards it.
package struct Protected<State: ~Copyable>: ~Copyable {
    private let mutex: Mutex<State>

    package init(_ state: consuming sending State) {
        mutex = Mutex(state)
    }

    /// Runs `body` alone. It must call nothing foreign: no receiver, no observer, no clock.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock(body)
    }
}

extension Protected: Sendable where State: ~Copyable {}
