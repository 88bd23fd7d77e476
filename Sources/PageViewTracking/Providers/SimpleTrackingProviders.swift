import PageViewLifecycle

/// Passes events on to a closure.
public struct ClosureTrackingProvider: TrackingProvider {
    /// Where the closure is called.
    public let delivery: ProviderDelivery
    private let body: @Sendable (TrackedEvent) throws -> Void

    /// Creates a provider of a closure.
    ///
    /// - Parameters:
    ///   - delivery: Where the closure is called.
    ///   - body: Called with each event, one call at a time and in order. What it throws is told as a diagnostic.
    public init(delivery: ProviderDelivery = .queued, _ body: @escaping @Sendable (TrackedEvent) throws -> Void) {
        self.delivery = delivery
        self.body = body
    }

    /// Calls the closure.
    public func receive(_ event: TrackedEvent) throws { try body(event) }
}

/// Writes events for who develops an app: `[name] key: value, key: value`, sorted by the keys.
///
///     [character_selected] id: 42, page: character_list
public struct ConsoleTrackingProvider: TrackingProviderContract {
    private let write: @Sendable (String) -> Void

    /// Creates a provider that prints to standard output.
    public init() {
        self.init { print($0) }
    }

    /// Creates a provider that hands each line to a closure, one at a time.
    public init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// At once, so that lines stand among those of the app.
    public var delivery: ProviderDelivery { .inline }

    /// Writes the event.
    public func track(_ event: any TrackingEvent) {
        let properties = event.properties.sorted { $0.key < $1.key }
        let values = properties.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        write("[\(event.name)]" + (values.isEmpty ? "" : " " + values))
    }
}

/// Keeps events in memory, for tests.
public final class InMemoryTrackingProvider: TrackingProvider {
    private let state = Protected(InMemoryState())

    /// Creates a provider with nothing in it.
    public init() {}

    /// At once, so that a test finds the event when `track` has returned.
    public var delivery: ProviderDelivery { .inline }

    /// What has been received, in order.
    public var events: [TrackedEvent] { state.withLock { $0.events } }
    /// Whom it has been told of, in order.
    public var identities: [UserIdentity] { state.withLock { $0.identities } }
    /// How often it was made ready.
    public var configurations: Int { state.withLock { $0.configurations } }
    /// How often it was flushed.
    public var flushes: Int { state.withLock { $0.flushes } }

    /// Forgets what has been received.
    public func removeAll() { state.withLock { $0.events.removeAll(keepingCapacity: true) } }

    /// Counts the call.
    public func configure() { state.withLock { $0.configurations += 1 } }
    /// Keeps the event.
    public func receive(_ event: TrackedEvent) { state.withLock { $0.events.append(event) } }
    /// Keeps the identity.
    public func identify(_ identity: UserIdentity) { state.withLock { $0.identities.append(identity) } }
    /// Counts the call.
    public func flush() { state.withLock { $0.flushes += 1 } }
    /// Forgets what has been received.
    public func purge() { removeAll() }
}

/// What a provider in memory keeps.
struct InMemoryState {
    var events: [TrackedEvent] = []
    var identities: [UserIdentity] = []
    var configurations = 0
    var flushes = 0
}

/// Takes events and does nothing with them: for previews, and for who does not want to be measured.
public struct NoOpTrackingProvider: TrackingProviderContract {
    /// Creates a provider that does nothing.
    public init() {}

    /// It is over at once.
    public var delivery: ProviderDelivery { .inline }

    /// Does nothing.
    public func track(_ event: any TrackingEvent) {}
}
