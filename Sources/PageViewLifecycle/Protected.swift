/// State that only one thread at a time can reach.
///
/// Inlinable, because every report goes through it: called as a generic it would cost more than what it guards.
@usableFromInline
@safe package struct Protected<State: ~Copyable>: ~Copyable {
    /// The lock and what it guards lie together, and apart from everything else: who reads what lies beside a lock would
    /// be slowed by those who take it.
    @usableFromInline let storage: UnsafeMutablePointer<Storage>
    /// The state in it, found once: looking for it would be an access to the lock as well, for who watches accesses.
    @usableFromInline let state: UnsafeMutablePointer<State>

    @usableFromInline
    struct Storage: ~Copyable {
        @usableFromInline let lock = Lock()
        @usableFromInline var state: State

        @inlinable
        init(_ state: consuming State) { self.state = state }
    }

    @inlinable
    package init(_ state: consuming sending State) {
        unsafe storage = .allocateApart()
        unsafe storage.initialize(to: Storage(state))
        // It stays where it is.
        unsafe self.state = withUnsafeMutablePointer(to: &storage.pointee.state) { unsafe $0 }
    }

    @inlinable
    deinit {
        unsafe storage.deinitialize(count: 1)
        unsafe storage.deallocate()
    }

    /// The state, for who is inside the lock.
    @inlinable
    @unsafe func held() -> UnsafeMutablePointer<State> { unsafe state }

    /// Runs `body` alone, which reaches the state through `held()`. It must call nothing foreign.
    @inlinable
    borrowing func locked<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe try storage.pointee.lock.withLock(body)
    }

    /// Runs `body` alone. It must call nothing foreign: no receiver, no observer, no clock.
    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try locked { () throws(Failure) in unsafe try body(&held().pointee) }
    }
}

// Proof: the state is reached through `withLock` and `locked` alone, inside its lock, apart from `init` and `deinit`, which
// nobody shares. What goes in and what comes out is `sending`, so that nobody else holds on to a part of it.
extension Protected: @unchecked Sendable where State: ~Copyable {}
