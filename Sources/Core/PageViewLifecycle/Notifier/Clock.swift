import PageViewSystem

extension SystemClock {
    private static let start = reading

    /// The time of the monotonic clock that also runs while the machine sleeps. It is zero when it is first read.
    package static var now: Timestamp {
        // The first use of `start` reads the clock, so this line must precede the use of `reading`.
        let start = start
        return Timestamp(nanoseconds: reading &- start)
    }
}

/// A clock for tests, which stands still until its owner sets it. Any thread may use it.
public final class ManualClock: Sendable {
    private let locked: Locked<Timestamp>

    /// Creates a clock that shows a moment.
    public init(now: Timestamp = .zero) { locked = Locked(now) }

    /// The current moment. The clock never goes back: setting an earlier moment has no effect.
    public var now: Timestamp {
        get { locked.withLock { $0 } }
        set { locked.withLock { $0 = max($0, newValue) } }
    }

    /// Advances the clock by a number of nanoseconds. A negative number counts as 0.
    public func advance(byNanoseconds nanoseconds: Int64) {
        locked.withLock { $0 = $0.later(byNanoseconds: max(0, nanoseconds)) }
    }
}
