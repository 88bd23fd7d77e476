/// Where an engine takes the time from, once a report and only for reports that carry none.
public struct EngineClock: Sendable {
    private let read: @Sendable () -> Timestamp

    /// Creates a clock from a closure, which any thread may call at any time.
    public init(_ now: @escaping @Sendable () -> Timestamp) {
        read = now
    }

    /// The time now.
    public var now: Timestamp { read() }

    /// A clock that never goes back, also while the machine sleeps; it begins when it is first used.
    public static let continuous = {
        let start = ContinuousClock.now
        return EngineClock {
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            return Timestamp(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
    }()
}
