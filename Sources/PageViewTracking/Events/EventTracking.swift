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
    /// Makes it ready. The tracker calls it, once; an app that does so too makes it ready twice.
    func configure()
    /// Hears what the app calls the user; `nil` for nothing.
    func setUserID(_ id: String?)
    /// Hears something of the user.
    func setUserProperty(_ key: String, value: String)
    /// Forgets the user.
    func reset()
}

extension TrackingProviderContract {
    /// Nothing to make ready.
    public func configure() {}
    /// Nothing to hear.
    public func setUserID(_ id: String?) {}
    /// Nothing to hear.
    public func setUserProperty(_ key: String, value: String) {}
    /// Nothing to forget.
    public func reset() {}
    /// Passes on what the user is called and what is known of them.
    public func identify(_ identity: UserIdentity) {
        setUserID(identity.userID)
        for entry in identity.properties.entries { setUserProperty(entry.key, value: entry.value.text) }
    }
    /// Takes the event as a name and properties.
    public func receive(_ event: TrackedEvent) { track(event) }
}
