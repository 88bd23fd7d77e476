import PageViewTracking

/// What a vendor takes at most (rule WF-004). Sizes are of JSON in UTF-8, before it is compressed.
public struct WireLimits: Sendable, Hashable {
    /// How many bytes one event may have; `Int.max` for any number that fits into a batch.
    public var eventBytes: Int
    /// How many bytes a batch may have, with all that stands around the events.
    public var batchBytes: Int
    /// How many events there may be in a batch; at least one.
    public var batchEvents: Int
    /// How many levels of objects and arrays there may be in a payload, itself included.
    public var nestingLevels: Int

    /// Creates limits.
    public init(eventBytes: Int, batchBytes: Int, batchEvents: Int, nestingLevels: Int) {
        self.eventBytes = eventBytes
        self.batchBytes = batchBytes
        self.batchEvents = batchEvents
        self.nestingLevels = nestingLevels
    }

    /// 32 KiB an event, 500 KB and 2,500 events a batch.
    public static let segment = WireLimits(
        eventBytes: 32_768, batchBytes: 500_000, batchEvents: 2_500, nestingLevels: 100)
    /// 192,000 bytes a batch: the lower of the two records that a collector keeps a request in.
    public static let snowplow = WireLimits(
        eventBytes: .max, batchBytes: 192_000, batchEvents: .max, nestingLevels: 100)
    /// 900,000 bytes an event, because what the vendor adds counts towards its megabyte; 20 MB a batch.
    public static let postHog = WireLimits(
        eventBytes: 900_000, batchBytes: 20_000_000, batchEvents: .max, nestingLevels: 100)
    /// 20 MiB and 512 records a batch. Three levels of messages for each of a payload, of which readers take a hundred.
    public static let otlpLogs = WireLimits(
        eventBytes: .max, batchBytes: 20_971_520, batchEvents: 512, nestingLevels: 30)
}
