import PageViewLifecycle

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
