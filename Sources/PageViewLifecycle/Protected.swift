public import Synchronization

/// State that only one thread at a time can reach. The one place that knows which lock guards it.
///
/// Inlinable, because every report goes through it: called as a generic it would cost more than what it guards.
@usableFromInline
package struct Protected<State: ~Copyable>: ~Copyable {
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
}

extension Protected: Sendable where State: ~Copyable {}
