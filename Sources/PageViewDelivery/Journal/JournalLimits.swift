import PageViewTracking

/// How large a journal and its parts become (rule JR-006).
public struct JournalLimits: Sendable, Hashable {
    /// How many bytes all segments may have together. To make room for a new one the oldest are removed whole, with what
    /// has not been delivered of them; how many events that were is counted and told.
    public var totalBytes: Int
    /// With how many bytes a segment is full and a new one is opened. Less than half of `totalBytes`, whatever is said.
    public var segmentBytes: Int
    /// With how many events a segment is full.
    public var segmentEvents: Int
    /// How many bytes wait in memory before they are written, in the mode `.async`.
    public var bufferBytes: Int

    /// Creates limits; numbers below 1 count as 1.
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

/// When a journal hands events to the operating system (rule JR-007).
public enum JournalMode: Sendable, Hashable {
    /// Before `track` returns: it survives the end of the process at any moment.
    case sync
    /// At the latest when this time has passed. What waits is lost if the process ends before.
    case async(window: Duration)
}

/// Old events that a journal removed to make room for new ones (rule JR-006).
public struct JournalDrop: Sendable, Hashable {
    /// The segment.
    public let path: String
    /// How many of its lines were not acknowledged.
    public let events: Int
    /// How many bytes those had.
    public let bytes: Int
    /// Whether `events` may have been more: only the first 16 megabytes of a segment are counted.
    public let isAtLeast: Bool
}

/// What has become of the events that a journal received.
public struct JournalCounts: Sendable, Hashable {
    /// How many were handed to the operating system.
    public var written = 0
    /// How many wait in memory.
    public var buffered = 0
    /// How many were refused with an error: too large, too deep, or there was no room on the disk.
    public var refused = 0
    /// How many old ones, of this process or an earlier one, were removed to make room for new ones.
    public var dropped = 0
    /// How many were removed by `purge()`, those of the buffer and of segments.
    public var purged = 0
}
