import PageViewTracking

/// The size limits of a journal (JR-006).
public struct JournalLimits: Sendable, Hashable {
    /// The maximum number of bytes of all segments together.
    ///
    /// To create a new segment within this limit, the journal removes the oldest segments as a whole. It counts and reports their
    /// undelivered events.
    public var totalBytes: Int
    /// The number of bytes at which a segment is full. At most half of `totalBytes`.
    public var segmentBytes: Int
    /// The number of events at which a segment is full.
    public var segmentEvents: Int
    /// The maximum number of bytes that wait in memory, in the mode `.async`.
    public var bufferBytes: Int

    /// Creates limits. A number below 1 counts as 1.
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

/// Undelivered events that a journal removed to free space for new ones (JR-006).
public struct JournalDrop: Sendable, Hashable {
    /// The path of the removed segment.
    public let path: String
    /// The number of unacknowledged lines in the segment.
    public let events: Int
    /// The number of bytes of those lines.
    public let bytes: Int
    /// Whether `events` is a lower bound. A journal counts only the first 16 megabytes of a segment.
    public let isAtLeast: Bool
}

/// The numbers of events that a journal wrote, holds, rejected and removed.
public struct JournalCounts: Sendable, Hashable {
    /// The number of events that were passed to the operating system.
    public var written = 0
    /// The number of events that wait in memory.
    public var buffered = 0
    /// The number of events rejected with an error: too large, too deeply nested, or no disk space.
    public var rejected = 0
    /// The number of old events, of this or an earlier process, that were removed to free space.
    public var dropped = 0
    /// The number of events that `purge()` removed from memory and from segments.
    public var purged = 0
}
