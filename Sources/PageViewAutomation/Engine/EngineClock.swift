#if hasFeature(Embedded)
/// Where there is no clock, every input carries its time.
public enum EngineClock: Sendable {}
#else
public import PageViewLifecycle

/// The clock of reports that carry no time. An engine reads it only when an input needs its time.
public struct EngineClock: Sendable {
    let source: any TimeSource

    /// The system's clock that never goes back and runs while the machine sleeps. It begins when it is first used.
    public static var continuous: EngineClock { EngineClock(source: SystemTime(start: SystemClock.start)) }

    /// A clock that stands still until its owner sets it. For tests.
    public static func manual(_ clock: ManualClock) -> EngineClock { EngineClock(source: clock) }

    /// The time now.
    public var now: Timestamp { source.now }
}

/// What an engine's model reads the time from.
protocol TimeSource: Sendable {
    var now: Timestamp { get }
}

extension ManualClock: TimeSource {}

/// The clock of a model whose inputs all carry their time.
struct NoTime: TimeSource {
    var now: Timestamp { .zero }
}

private struct SystemTime: TimeSource {
    /// The reading of the system's clock that is zero.
    let start: Int64

    var now: Timestamp { Timestamp(nanoseconds: SystemClock.reading &- start) }
}
#endif
