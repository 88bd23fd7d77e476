/// An event of an app: a name, and properties that describe it (rule TK-001).
///
/// Most apps use an enum for each screen, with a case for each event:
///
///     enum CharacterListEvent: TrackingEvent {
///         case selected(identifier: Int)
///
///         var name: String { "character_selected" }
///
///         var properties: [String: String] {
///             switch self {
///             case .selected(let identifier): ["id": "\(identifier)"]
///             }
///         }
///     }
///
/// An event with typed values implements `payload` instead of `properties`.
public protocol TrackingEvent: Sendable {
    /// The name of the event, such as `character_selected`. A blank name is rejected (rule TK-009).
    var name: String { get }
    /// Texts that describe the event. The default is none.
    var properties: [String: String] { get }
    /// Typed values that describe the event. A tracker uses these and not `properties`. The default is `properties`, sorted
    /// by name.
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

/// An event without a type of its own: a name and values.
package struct NamedEvent: TrackingEvent, Hashable {
    package let name: String
    package let payload: Payload

    package init(_ name: String, _ payload: Payload = [:]) {
        self.name = name
        self.payload = payload
    }

    package var properties: [String: String] {
        Dictionary(payload.entries.map { ($0.key, $0.value.text) }) { $1 }
    }
}

extension EventTracking {
    /// Tracks an event by its name, with variables of the app: `["price": item.price]`.
    @_disfavoredOverload
    public func track(_ name: String, _ attributes: EventAttributes) {
        track(NamedEvent(name, attributes.payload))
    }

    /// Tracks an event by its name.
    public func track(_ name: String, _ payload: Payload = [:]) {
        track(NamedEvent(name, payload))
    }
}

/// A receiver of events. Screen trackers depend on it rather than on a `Tracker` (rule TK-001).
///
///     struct CharacterListTracker {
///         let tracker: any EventTracking
///
///         func trackSelected(_ identifier: Int) {
///             tracker.track(CharacterListEvent.selected(identifier: identifier))
///         }
///     }
public protocol EventTracking: Sendable {
    /// Tracks an event. Any thread may call it. It never throws, and no event makes it crash.
    func track(_ event: any TrackingEvent)
}

/// A synonym of ``EventTracking``, for apps whose protocol names end in `Contract`.
public typealias TrackerContract = EventTracking
/// A synonym of ``TrackingEvent``, for apps whose protocol names end in `Contract`.
public typealias TrackingEventContract = TrackingEvent

/// A provider that needs only names and properties. It can also serve as a tracker (rules TK-001, TK-005).
///
///     struct PrintingProvider: TrackingProviderContract {
///         func track(_ event: any TrackingEventContract) { print(event.name, event.properties) }
///     }
public protocol TrackingProviderContract: TrackingProvider, EventTracking {
    /// Configures the provider. The tracker calls it once. An app that calls it too configures the provider twice.
    func configure()
    /// Sets the user id; `nil` removes it.
    func setUserID(_ id: String?)
    /// Sets a user property.
    func setUserProperty(_ key: String, value: String)
    /// Removes the user id and the user properties.
    func reset()
}

extension TrackingProviderContract {
    /// Does nothing.
    public func configure() {}
    /// Does nothing.
    public func setUserID(_ id: String?) {}
    /// Does nothing.
    public func setUserProperty(_ key: String, value: String) {}
    /// Does nothing.
    public func reset() {}
    /// Sets the user id and each user property.
    public func identify(_ identity: UserIdentity) {
        setUserID(identity.userID)
        for entry in identity.properties.entries { setUserProperty(entry.key, value: entry.value.text) }
    }
    /// Tracks the event with its name and properties.
    public func receive(_ event: TrackedEvent) { track(event) }
}
