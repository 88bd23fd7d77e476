/// What a tracker remembers from one start of its program to the next (rule CO-005).
public struct TrackerMemory: Sendable, Hashable {
    /// What the user has decided; `nil` if nobody has asked.
    public var consent: Consent?
    /// Who the user is; `nil` unless consent was granted.
    public var identity: UserIdentity?

    /// Creates a memory.
    public init(consent: Consent? = nil, identity: UserIdentity? = nil) {
        self.consent = consent
        self.identity = identity
    }
}

/// Where a tracker keeps what it remembers. Called one call at a time, under no lock.
public protocol TrackerStore: Sendable {
    /// What was saved last; `nil` if nothing was. Called once, before the first event.
    func load() throws -> TrackerMemory?
    /// Keeps this in place of what was there.
    func save(_ memory: TrackerMemory) throws
}
