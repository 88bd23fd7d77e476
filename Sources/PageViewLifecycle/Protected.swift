/// State that only one thread at a time can reach.
///
/// Inlinable, because every report goes through it: called as a generic it would cost more than what it guards.
@usableFromInline
@safe package struct Protected<State: ~Copyable>: ~Copyable {
    @usableFromInline let lock = Lock()
    @usableFromInline let state: UnsafeMutablePointer<State>

    @inlinable
    package init(_ state: consuming sending State) {
        unsafe self.state = .allocate(capacity: 1)
        unsafe self.state.initialize(to: state)
    }

    @inlinable
    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// The state, for who is inside the lock.
    @inlinable
    @unsafe func held() -> UnsafeMutablePointer<State> { unsafe state }

    /// Runs `body` alone. It must call nothing foreign: no receiver, no observer, no clock.
    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try lock.withLock { () throws(Failure) in unsafe try body(&state.pointee) }
    }
}

// Proof: the state is reached through `withLock` alone, inside its lock, apart from `init` and `deinit`, which nobody
// shares. What goes in and what comes out is `sending`, so that nobody else holds on to a part of it.
extension Protected: @unchecked Sendable where State: ~Copyable {}
