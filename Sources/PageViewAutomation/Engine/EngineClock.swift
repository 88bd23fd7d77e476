#if hasFeature(Embedded)
/// Where there is no clock, every input carries its time.
public enum EngineClock: Sendable {}
#else
public import PageViewLifecycle

/// The clock of reports that carry no time. An engine reads it only when an input changes something.
public struct EngineClock: Sendable {
    private let manual: ManualClock?

    /// The system's clock that never goes back and runs while the machine sleeps. It begins when it is first read.
    public static let continuous = EngineClock(manual: nil)

    /// A clock that stands still until its owner sets it. For tests.
    public static func manual(_ clock: ManualClock) -> EngineClock { EngineClock(manual: clock) }

    /// The time now.
    public var now: Timestamp { manual?.now ?? SystemClock.now }
}
#endif
