/// Something that happened, as an app says it: a name, and properties that describe it (rule TK-001).
///
/// An enum is the usual form, a case for each event of a screen:
///
///     enum CharacterListEvent: TrackingEvent {
///         case characterSelected(identifier: Int)
///
///         var name: String { "character_selected" }
///
///         var properties: [String: String] {
///             switch self {
///             case .characterSelected(let identifier): ["id": "\(identifier)"]
///             }
///         }
///     }
///
/// An event whose values are no texts says `payload` instead of `properties`.
public protocol TrackingEvent: Sendable {
    /// What happened, such as `character_selected`. A blank name is refused (rule TK-009).
    var name: String { get }
    /// Texts that describe it; none unless it says so.
    var properties: [String: String] { get }
    /// Typed values that describe it; the texts, sorted by name, unless it says otherwise. This is what is tracked.
    var payload: Payload { get }
}

extension TrackingEvent {
    /// No properties.
    public var properties: [String: String] { [:] }

    /// The properties as texts, sorted by name.
    public var payload: Payload {
        Payload(properties.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }
}

/// An event of which there is no type: a name, and values that describe it.
public struct NamedEvent: TrackingEvent, Hashable {
    /// What happened.
    public var name: String
    /// Values that describe it.
    public var payload: Payload

    /// Creates an event.
    public init(_ name: String, _ payload: Payload = [:]) {
        self.name = name
        self.payload = payload
    }

    /// The values as texts.
    public var properties: [String: String] {
        var properties: [String: String] = [:]
        for entry in payload.entries { properties[entry.key] = entry.value.text }
        return properties
    }
}

extension NamedEvent {
    /// Creates an event of an app's own variables: `["price": item.price]`.
    @_disfavoredOverload
    public init(_ name: String, _ attributes: EventAttributes) {
        self.init(name, attributes.payload)
    }
}

extension EventTracking {
    /// Takes an event of which there is no type, with an app's own variables: `["price": item.price]`.
    @_disfavoredOverload
    public func track(_ name: String, _ attributes: EventAttributes) {
        track(NamedEvent(name, attributes.payload))
    }

    /// Takes an event with an app's own variables besides what it has itself.
    @_disfavoredOverload
    public func track(_ event: any TrackingEvent, properties: EventAttributes) {
        track(event, properties: properties.payload)
    }

    /// Takes an event of which there is no type.
    public func track(_ name: String, _ payload: Payload = [:]) {
        track(NamedEvent(name, payload))
    }

    /// Takes an event with more properties than it has itself; of those of one name the given one holds.
    public func track(_ event: any TrackingEvent, properties: Payload) {
        var payload = event.payload
        for entry in properties.entries { payload[entry.key] = entry.value }
        track(NamedEvent(event.name, payload))
    }
}

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
