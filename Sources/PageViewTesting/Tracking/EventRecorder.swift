import PageViewLifecycle
public import PageViewTracking

/// Takes what a screen tracks and keeps it, for the tests of the screen (rule TS-012).
///
///     let recorder = EventRecorder()
///     CharacterListTracker(tracker: recorder).trackScreenViewed()
///     #expect(recorder.names == ["character_list_viewed"])
public final class EventRecorder: EventTracking {
    private let log = Protected<[any TrackingEvent]>([])

    /// Creates a recorder with nothing in it.
    public init() {}

    /// What has been tracked, in order.
    public var events: [any TrackingEvent] { log.withLock { $0 } }
    /// The names of what has been tracked, in order.
    public var names: [String] { events.map(\.name) }

    /// Keeps the event.
    public func track(_ event: any TrackingEvent) { log.withLock { $0.append(event) } }
}
