import PageViewTracking

/// A conversion of events into the bytes that a vendor's API accepts (WF-001).
///
/// A format is a pure function: it uses no network, no clock and no state from earlier calls. Equal events and times give equal
/// bytes on every platform. A format can be used on any thread.
public protocol WireFormat: Sendable {
    /// The limits of the vendor. The format rejects larger events and reports them.
    var limits: WireLimits { get }

    /// Converts events into batches, in order. O(n) in the number of bytes.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - sentAt: The time of sending by this device's clock. Vendors compare it with their own clock, so convert the events
    ///     again before a later attempt.
    func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches
}

/// The result of a conversion: each event is in exactly one batch or rejected (WF-002).
public struct WireBatches: Sendable, Hashable {
    /// The batches, in the order in which to send them.
    public package(set) var batches: [WireBatch] = []
    /// The rejected events, in order.
    public package(set) var rejections: [WireLoss] = []
    /// The parts that were omitted from accepted events, in the order of the events.
    public package(set) var omissions: [WireLoss] = []

    package init() {}
}

/// A format that describes users in calls of their own, which the back end remembers (WF-013, WF-042).
package protocol IdentifyingFormat: WireFormat {
    /// The digest of the last identity that the back end knows. It needs no call.
    var identified: UInt64? { get set }
}

/// The body of one request.
public struct WireBatch: Sendable, Hashable {
    /// JSON in UTF-8, not compressed.
    public let bytes: [UInt8]
    /// The events in the batch, in order. Empty if the batch contains only PostHog's `$identify` (WF-042).
    public let events: [EventID]
    package let path: String
    /// The digest of the last identity that a call in the batch describes; `nil` without such a call.
    package let identified: UInt64?
}

/// The limits of a vendor (WF-004). Sizes are bytes of JSON in UTF-8 before compression.
public struct WireLimits: Sendable, Hashable {
    /// The maximum number of bytes of an event. `Int.max` allows any size that fits into a batch.
    package var eventBytes: Int
    /// The maximum number of bytes of a batch, with everything around the events.
    package var batchBytes: Int
    /// The maximum number of events in a batch; at least one.
    package var batchEvents: Int
    /// The maximum number of levels of objects and arrays in a payload, with the payload itself.
    package var nestingLevels: Int

    package init(eventBytes: Int, batchBytes: Int, batchEvents: Int, nestingLevels: Int) {
        self.eventBytes = eventBytes
        self.batchBytes = batchBytes
        self.batchEvents = batchEvents
        self.nestingLevels = nestingLevels
    }
}

/// This library, as vendors see it.
enum WireLibrary {
    static let name = "page-view-automation"
    static let version = "1.0.0"
}
