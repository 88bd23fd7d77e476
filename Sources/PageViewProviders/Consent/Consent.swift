/// What the user has decided about analytics (rule CO-001).
public enum Consent: String, Sendable, Hashable, CaseIterable {
    /// Events go to the providers.
    case granted
    /// Events are dropped, and counted.
    case denied
    /// Nobody has asked yet: events are held in memory until somebody has.
    case undecided
}

/// What becomes of events that were accepted and not delivered yet when consent is taken back (rule CO-004).
public enum QueuedEvents: Sendable, Hashable {
    /// They are delivered: they were made while there was consent.
    case deliver
    /// They are dropped, and providers are told to forget what they have not sent.
    case purge
}
