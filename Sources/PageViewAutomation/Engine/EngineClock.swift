import PageViewLifecycle

/// Where an engine takes the time from, once a report and only for reports that carry none.
public struct EngineClock: Sendable {
    /// What reads it; `nil` reads the system's clock, which is not foreign code and may be asked inside a lock.
    let foreign: (@Sendable () -> Timestamp)?

    private init() {
        foreign = nil
    }

    /// Creates a clock from a closure, which any thread may call at any time.
    public init(_ now: @escaping @Sendable () -> Timestamp) {
        foreign = now
    }

    /// The time now.
    public var now: Timestamp { foreign?() ?? SystemClock.now }

    /// A clock that never goes back, also while the machine sleeps; it begins when it is first used.
    public static let continuous = EngineClock()
}
