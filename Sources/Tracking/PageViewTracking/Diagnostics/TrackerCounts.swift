/// Counts of a tracker's events by outcome (rule TK-011). Each event is in exactly one count besides ``tracked``.
public struct TrackerCounts: Sendable, Hashable {
    /// All tracked events, including the engine's records.
    public var tracked: UInt64 = 0
    /// Events accepted for the providers.
    public var accepted: UInt64 = 0
    /// Events held at this moment, because consent is undecided or the store cannot be read.
    public var held: UInt64 = 0
    /// Events dropped because consent was denied, at the call or while they were held.
    public var droppedByConsent: UInt64 = 0
    /// Events dropped because the limit of held events was reached.
    public var droppedByHoldLimit: UInt64 = 0
    /// Events rejected because they were invalid or had a blank name.
    public var rejected: UInt64 = 0
    /// Events dropped by a middleware that returned `nil`.
    public var droppedByMiddleware: UInt64 = 0
    /// Events dropped because a middleware threw.
    public var droppedByFailure: UInt64 = 0
    /// Events dropped by a shutdown or after it.
    public var droppedByShutdown: UInt64 = 0
    /// Events in middleware at this moment.
    package var underWay: UInt64 {
        tracked
            - (accepted + held + droppedByConsent + droppedByHoldLimit + rejected + droppedByMiddleware
                + droppedByFailure + droppedByShutdown)
    }

    package init() {}
}

/// Counts of the events that were accepted for one provider (rule TK-011).
public struct ProviderCounts: Sendable, Hashable {
    /// The provider's name.
    public let provider: String
    /// Events that the provider has received.
    public var delivered: UInt64 = 0
    /// Events that a filter excluded.
    public var filtered: UInt64 = 0
    /// Events for which the provider threw.
    public var failed: UInt64 = 0
    /// Events not delivered because the provider's `configure` threw.
    public var notConfigured: UInt64 = 0
    /// Events not delivered because the limit of waiting events was reached.
    public var droppedByLimit: UInt64 = 0
    /// Events not delivered because consent was revoked.
    public var purged: UInt64 = 0
    /// Events that wait at this moment, or that the provider is receiving.
    public var waiting: UInt64 = 0

    package init(provider: String) {
        self.provider = provider
    }
}
