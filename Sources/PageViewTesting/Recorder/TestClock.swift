public import PageViewAutomation

/// A clock that stands still until a test moves it on (rule TS-005).
///
/// An engine takes its time from ``engineClock``. It is a `Clock` besides, so that what a page waits for can wait by it:
/// a sleep ends when the clock is moved on to its end. Any thread.
public final class TestClock: Clock, Sendable {
    /// A moment: how long after the clock's beginning.
    public struct Instant: InstantProtocol {
        /// The time since the clock's beginning.
        public var sinceStart: Duration

        /// Creates a moment.
        public init(sinceStart: Duration) { self.sinceStart = sinceStart }

        /// The moment that is later by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }

        /// How much later the other moment is.
        public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

        /// Whether the left moment is the earlier one.
        public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
    }

    private struct Sleeper {
        let number: UInt64
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// The clock that engines read. It shows the same moment, as far as its range goes.
    private let manual = ManualClock()

    private struct State {
        var now = Instant(sinceStart: .zero)
        var sleepers: [Sleeper] = []
        var count: UInt64 = 0
        var cancelled: Set<UInt64> = []
    }

    private let protected = Protected(State())

    /// Creates a clock at its beginning.
    public init() {}

    /// The moment it shows.
    public var now: Instant { protected.withLock { $0.now } }

    /// Every moment can be told from the next nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The clock as engines take it.
    public var engineClock: EngineClock { .manual(manual) }

    /// The time that engines read.
    var time: Timestamp { manual.now }

    /// Moves the clock on to a time that engines read.
    func advance(to time: Timestamp) { advance(to: Instant(sinceStart: .nanoseconds(time.nanoseconds))) }

    /// Moves the clock on; whoever sleeps until then wakes up, in the order of waking.
    ///
    /// A clock never goes back: a negative duration is none.
    public func advance(by duration: Duration) {
        wake { $0.advanced(by: duration) }
    }

    /// Moves the clock on to a moment; to one that has passed it does nothing.
    public func advance(to moment: Instant) {
        wake { _ in moment }
    }

    /// Sets the clock, never back, and wakes who has slept until then.
    private func wake(at moment: (Instant) -> Instant) {
        let awake = protected.withLock { state in
            state.now = max(state.now, moment(state.now))
            manual.now = Timestamp(nanoseconds: state.now.sinceStart.wholeNanoseconds)
            let awake = state.sleepers.filter { $0.end <= state.now }
            state.sleepers.removeAll { $0.end <= state.now }
            return awake
        }
        for sleeper in awake.sorted(by: { ($0.end, $0.number) < ($1.end, $1.number) }) { sleeper.continuation.resume() }
    }

    /// How many sleep by it now.
    public var sleeperCount: Int { protected.withLock { $0.sleepers.count } }

    /// Waits until so many sleep by it: somebody who has not begun to sleep yet would sleep on when it is moved on.
    public nonisolated(nonsending) func waitForSleepers(_ count: Int = 1) async {
        while sleeperCount < count { await Task.yield() }
    }

    /// Sleeps until the clock has been moved on to the deadline; a task that is cancelled wakes up at once.
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
                guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.sleepers.remove(at: place)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        protected.withLock { _ = $0.cancelled.remove(number) }
    }
}

extension Duration {
    /// Whole nanoseconds; what does not fit is as far as it goes.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowOfSum) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || overflowOfSum ? (seconds < 0 ? .min : .max) : sum
    }
}
