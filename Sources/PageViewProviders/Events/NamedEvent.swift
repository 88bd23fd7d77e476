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

extension EventTracking {
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
