/// What the user has decided about analytics (rule CO-001).
public enum Consent: String, Sendable, Hashable, CaseIterable {
    /// Events go to the providers.
    case granted
    /// Events are dropped, and counted.
    case denied
    /// The user has not decided. Events are held in memory.
    case undecided
}

/// How a revocation handles accepted events that are not delivered yet (rule CO-004).
public enum QueuedEvents: String, Sendable, Hashable {
    /// They are delivered: they were made while there was consent.
    case deliver
    /// They are dropped, and providers forget what they have not sent.
    case purge
}
