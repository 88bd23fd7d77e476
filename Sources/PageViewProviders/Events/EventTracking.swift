/// Takes events from an app: what screen trackers are written against (rule TK-001).
///
///     struct CharacterListTracker {
///         let tracker: any EventTracking
///
///         func trackCharacterSelected(identifier: Int) {
///             tracker.track(CharacterListEvent.characterSelected(identifier: identifier))
///         }
///     }
public protocol EventTracking: Sendable {
    /// Takes an event. Any thread; never throws, never traps on what is in the event.
    func track(_ event: any TrackingEvent)
}

/// What a tracker is called where contracts have that in their names.
public typealias TrackerContract = EventTracking
/// What an event is called where contracts have that in their names.
public typealias TrackingEventContract = TrackingEvent

/// A provider that is content with the name and the properties of events: it is a tracker itself.
///
///     struct PrintingProvider: TrackingProviderContract {
///         func track(_ event: any TrackingEventContract) { print(event.name, event.properties) }
///     }
public protocol TrackingProviderContract: TrackingProvider, EventTracking {
    /// Makes it ready. The tracker calls it, once.
    func configure()
}

extension TrackingProviderContract {
    /// Nothing to make ready.
    public func configure() {}
    /// Takes the event as a name and properties.
    public func receive(_ event: TrackedEvent) { track(event) }
}
