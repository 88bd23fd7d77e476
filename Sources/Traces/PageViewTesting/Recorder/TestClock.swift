import PageViewAutomation

/// A clock that stands still until a test advances it (TS-005).
///
/// The engine of a recorder reads its time from the recorder's clock. The clock is also a Swift `Clock`, so code under test can
/// sleep until one of its moments. A sleep ends when the test advances the clock to the deadline of the sleep. Any thread may
/// use the clock.
public final class TestClock: Clock, Sendable {
    /// A moment, as the time since the clock's start.
    public struct Instant: InstantProtocol {
        package let sinceStart: Duration

        package init(sinceStart: Duration) { self.sinceStart = sinceStart }

        /// Returns the moment that is a duration later than this one.
        public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }

        /// Returns the time from this moment to another one.
        public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

        /// Returns whether the left moment is earlier than the right one.
        public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
    }

    private struct Sleeper {
        let number: UInt64
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// The clock that engines read. It shows the moment of this clock, clamped to the range of a timestamp.
    package let engineClock = ManualClock()

    private struct State {
        var now = Instant(sinceStart: .zero)
        var sleepers: [Sleeper] = []
        var count: UInt64 = 0
        var cancelled: Set<UInt64> = []
    }

    private let protected = Locked(State())

    /// Creates a clock that shows the moment of its start.
    public init() {}

    /// The current moment of this clock.
    public var now: Instant { protected.withLock { $0.now } }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    var time: Timestamp { engineClock.now }

    func advance(to time: Timestamp) { advance(to: Instant(sinceStart: .nanoseconds(time.nanoseconds))) }

    /// Advances the clock, and wakes the tasks whose deadlines pass, in the order of their deadlines.
    ///
    /// The clock never goes back: a negative duration has no effect.
    public func advance(by duration: Duration) {
        wake { $0.advanced(by: duration) }
    }

    /// Advances the clock to a moment; has no effect if the clock already shows a later one.
    package func advance(to moment: Instant) {
        wake { _ in moment }
    }

    /// Advances the clock to the result of `moment`, and wakes the tasks whose deadlines have passed. Never goes back.
    private func wake(at moment: (Instant) -> Instant) {
        let woken = protected.withLock { state in
            state.now = max(state.now, moment(state.now))
            engineClock.now = Timestamp(nanoseconds: state.now.sinceStart.saturatingNanoseconds)
            let woken = state.sleepers.filter { $0.end <= state.now }
            state.sleepers.removeAll { $0.end <= state.now }
            return woken
        }
        for sleeper in woken.sorted(by: { ($0.end, $0.number) < ($1.end, $1.number) }) { sleeper.continuation.resume() }
    }

    package var sleeperCount: Int { protected.withLock { $0.sleepers.count } }

    /// Waits until this many tasks sleep until a moment of the clock.
    ///
    /// Call this method before you advance the clock. A task that calculates its deadline only after the advance sleeps too long.
    public nonisolated(nonsending) func waitForSleepers(_ count: Int = 1) async {
        while sleeperCount < count { await Task.yield() }
    }

    /// Sleeps until the test advances the clock to the deadline; a cancelled task wakes at once.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = protected.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = protected.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers.append(Sleeper(number: number, end: deadline, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = protected.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        protected.withLock { _ = $0.cancelled.remove(number) }
    }
}
