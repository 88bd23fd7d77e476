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
