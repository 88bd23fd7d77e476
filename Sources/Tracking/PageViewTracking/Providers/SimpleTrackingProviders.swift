import PageViewLifecycle

/// A provider that calls a closure with each event.
public struct ClosureTrackingProvider: TrackingProvider {
    /// The thread on which the closure is called.
    public let delivery: ProviderDelivery
    private let body: @Sendable (TrackedEvent) throws -> Void

    /// Creates a provider from a closure.
    ///
    /// - Parameters:
    ///   - delivery: The thread on which the closure is called.
    ///   - body: Receives each event, one call at a time and in order. An error that it throws becomes a diagnostic.
    public init(delivery: ProviderDelivery = .queued, _ body: @escaping @Sendable (TrackedEvent) throws -> Void) {
        self.delivery = delivery
        self.body = body
    }

    /// Calls the closure.
    public func receive(_ event: TrackedEvent) throws { try body(event) }
}

/// A provider that writes events to the console, for developers (rule TK-005).
///
/// The format is `[name] key: value, key: value`, sorted by key.
///
///     [character_selected] id: 42, page: character_list
public struct ConsoleTrackingProvider: TrackingProviderContract {
    private let write: @Sendable (String) -> Void

    /// Creates a provider that passes each line to a closure, one at a time. By default it prints to standard output.
    public init(write: @escaping @Sendable (String) -> Void = { print($0) }) {
        self.write = write
    }

    /// `.inline`, so that lines appear in order among those of the app.
    public var delivery: ProviderDelivery { .inline }

    /// Writes the event.
    public func track(_ event: any TrackingEvent) {
        let properties = event.properties.sorted { $0.key < $1.key }
        let values = properties.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        write("[\(event.name)]" + (values.isEmpty ? "" : " " + values))
    }
}

/// A provider that keeps events in memory, for tests.
public final class InMemoryTrackingProvider: TrackingProvider {
    private struct State {
        var events: [TrackedEvent] = []
        var identities: [UserIdentity] = []
        var configurations = 0
        var flushes = 0
    }

    private let state = Locked(State())

    /// Creates a provider without events.
    public init() {}

    /// `.inline`, so that a test finds the event as soon as `track` has returned.
    public var delivery: ProviderDelivery { .inline }

    /// The received events, in order.
    public var events: [TrackedEvent] { state.withLock { $0.events } }
    package var identities: [UserIdentity] { state.withLock { $0.identities } }
    package var configurations: Int { state.withLock { $0.configurations } }
    package var flushes: Int { state.withLock { $0.flushes } }

    package func removeAll() { state.withLock { $0.events.removeAll(keepingCapacity: true) } }

    /// Counts the call.
    public func configure() { state.withLock { $0.configurations += 1 } }
    /// Keeps the event.
    public func receive(_ event: TrackedEvent) { state.withLock { $0.events.append(event) } }
    /// Keeps the identity.
    public func identify(_ identity: UserIdentity) { state.withLock { $0.identities.append(identity) } }
    /// Counts the call.
    public func flush() { state.withLock { $0.flushes += 1 } }
    /// Removes the received events.
    public func purge() { removeAll() }
}

/// A provider that ignores events, for previews and for users who opt out.
public struct NoOpTrackingProvider: TrackingProviderContract {
    /// Creates a provider that does nothing.
    public init() {}

    /// `.inline`, because a call returns at once.
    public var delivery: ProviderDelivery { .inline }

    /// Does nothing.
    public func track(_ event: any TrackingEvent) {}
}
