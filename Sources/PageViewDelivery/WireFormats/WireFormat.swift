import PageViewTracking

/// Makes of events the bytes that a vendor's interface takes: no network, no clock, no state (rule WF-001).
///
/// The same events and times make the same bytes, on every platform. Values, to be used from any thread.
public protocol WireFormat: Sendable {
    /// What the vendor takes at most; larger is refused here, where it can be told, and not there.
    var limits: WireLimits { get }

    /// Writes events in batches, in order; time and memory grow with what is written.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - sentAt: When they are about to be sent by the clock of this device, which vendors compare with theirs. Write them
    ///     anew where they are sent again later.
    func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches
}

/// What has become of events in a format: each is in exactly one batch, or refused (rule WF-002).
public struct WireBatches: Sendable, Hashable {
    /// What is to be sent, in this order.
    public package(set) var batches: [WireBatch] = []
    /// What cannot be sent, in the order of the events.
    public package(set) var refusals: [WireRefusal] = []
    /// What has been left out of events that can be sent, in the order of the events.
    public package(set) var omissions: [WireOmission] = []

    /// Nothing.
    public init() {}
}

/// The body of one request.
public struct WireBatch: Sendable, Hashable {
    /// JSON in UTF-8, not compressed.
    public let bytes: [UInt8]
    /// The events in it, in order. None in one that only says who a user is, as PostHog has them (rule WF-042).
    public let events: [EventID]

    /// Creates a batch.
    public init(bytes: [UInt8], events: [EventID]) {
        self.bytes = bytes
        self.events = events
    }
}
