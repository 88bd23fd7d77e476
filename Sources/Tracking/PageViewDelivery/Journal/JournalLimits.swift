import PageViewTracking

/// The size limits of a journal (JR-006).
public struct JournalLimits: Sendable, Hashable {
    let totalBytes: Int
    let segmentBytes: Int
    let segmentEvents: Int
    let bufferBytes: Int

    /// Creates limits. A number below 1 counts as 1.
    ///
    /// - Parameters:
    ///   - totalBytes: The maximum number of bytes of all segments together. To create a new segment within this limit, the journal
    ///     removes the oldest segments as a whole. It counts and reports their undelivered events.
    ///   - segmentBytes: The number of bytes at which a segment is full. At most half of `totalBytes`.
    ///   - segmentEvents: The number of events at which a segment is full.
    ///   - bufferBytes: The maximum number of bytes that wait in memory, in the mode `.async`.
    public init(
        totalBytes: Int = 64 << 20, segmentBytes: Int = 1 << 20, segmentEvents: Int = 10_000,
        bufferBytes: Int = 64 << 10
    ) {
        self.totalBytes = max(1, totalBytes)
        self.segmentBytes = max(1, min(segmentBytes, totalBytes / 2))
        self.segmentEvents = max(1, segmentEvents)
        self.bufferBytes = max(1, bufferBytes)
    }
}

/// The moment at which a journal passes events to the operating system (JR-007).
public enum JournalMode: Sendable, Hashable {
    /// Before `track` returns. The event survives the end of the process at any later moment.
    case sync
    /// After this time at the latest. If the process ends earlier, waiting events are lost.
    case async(window: Duration)
}

/// The numbers of events that a journal wrote, holds, rejected and removed.
public struct JournalCounts: Sendable, Hashable {
    /// The number of events that were passed to the operating system.
    package var written = 0
    package var buffered = 0
    /// The number of events rejected with an error: too large, too deeply nested, or no disk space.
    public var rejected = 0
    /// The number of old events, of this or an earlier process, that were removed to free space.
    public var dropped = 0
    /// The number of events that `purge()` removed from memory and from segments.
    public var purged = 0
}
