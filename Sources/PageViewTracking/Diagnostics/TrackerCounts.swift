/// How many events came, and what became of them: nothing disappears without being counted (rule TK-011).
public struct TrackerCounts: Sendable, Hashable {
    /// All that was tracked, the engine's records among them.
    public var tracked: UInt64 = 0
    /// Accepted for the providers.
    public var accepted: UInt64 = 0
    /// Held at this moment, because nobody has decided about consent.
    public var held: UInt64 = 0
    /// Dropped because consent was denied: not accepted at all, or held until it was.
    public var droppedByConsent: UInt64 = 0
    /// Dropped because more were held than may be.
    public var droppedByHoldLimit: UInt64 = 0
    /// Refused because of a blank name, or as no sensible event.
    public var refused: UInt64 = 0
    /// Dropped by a middleware that returned `nil`.
    public var droppedByMiddleware: UInt64 = 0
    /// Dropped because a middleware threw.
    public var droppedByFailure: UInt64 = 0
    /// Dropped because the tracker had been shut down.
    public var droppedByShutdown: UInt64 = 0
    /// On their way through middleware at this moment.
    public var underWay: UInt64 {
        tracked
            - (accepted + held + droppedByConsent + droppedByHoldLimit + refused + droppedByMiddleware
                + droppedByFailure + droppedByShutdown)
    }

    /// Creates counts of nothing.
    public init() {}
}

/// What became of the events that were accepted for a provider (rule TK-011).
public struct ProviderCounts: Sendable, Hashable {
    /// The provider's name.
    public let provider: String
    /// Events that it has taken.
    public var delivered: UInt64 = 0
    /// Events that a filter in front of it has kept from it.
    public var filtered: UInt64 = 0
    /// Events at which it threw.
    public var failed: UInt64 = 0
    /// Events that it did not get, because it could not be made ready.
    public var notConfigured: UInt64 = 0
    /// Events that it did not get, because too many waited for it.
    public var droppedByLimit: UInt64 = 0
    /// Events that it did not get, because consent was taken back.
    public var purged: UInt64 = 0
    /// Events that wait for it at this moment, or that it is just taking.
    public var waiting: UInt64 = 0

    /// Creates counts of nothing.
    public init(provider: String) {
        self.provider = provider
    }
}
