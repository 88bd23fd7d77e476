/// What a tracker keeps from one start of its program to the next (rules CO-005, CO-006).
public struct StoredTrackerState: Sendable, Hashable {
    /// The user's decision; `nil` while there is none.
    public var consent: Consent?
    /// The number of the decision. Each decision has a greater number than the one before it, whichever tracker saved that.
    public var revision: UInt64
    /// The number of the last denial; 0 if there was none. A tracker that finds a grant learns from it that it missed a denial.
    public var lastDenial: UInt64
    /// The number of the last denial after which events from before are purged; 0 if there was none.
    public var lastPurge: UInt64
    /// What becomes of the events from before the last denial, in all trackers on the store. While consent is denied, `.purge` stays.
    public var queuedEvents: QueuedEvents
    /// The user, as far as the privacy policy lets that be known; `nil` unless consent is granted.
    public var identity: UserIdentity?

    /// Creates a state.
    public init(
        consent: Consent? = nil, revision: UInt64 = 0, lastDenial: UInt64 = 0, lastPurge: UInt64 = 0,
        queuedEvents: QueuedEvents = .purge,
        identity: UserIdentity? = nil
    ) {
        self.consent = consent
        self.revision = revision
        self.lastDenial = lastDenial
        self.lastPurge = lastPurge
        self.queuedEvents = queuedEvents
        self.identity = identity
    }
}

/// The place where trackers keep the user's decision and identity. Several trackers may share one.
///
/// A tracker calls it on any thread, on several at once, without holding a lock. A store may call the tracker, but not in `version`. ``FileTrackerStore`` is one for several processes.
public protocol TrackerStore: Sendable {
    /// Returns what was saved last; `nil` if nothing was.
    ///
    /// - Throws: If that cannot be read. Consent is then undecided.
    func load() throws -> StoredTrackerState?
    /// Changes what is saved. No other update may take place between reading it and writing it.
    ///
    /// - Parameter change: Gets what is saved, or the error that keeps it from being read. Returns what to save, `nil` for no change.
    ///   The store calls it exactly once. It may take a lock of the tracker, and calls nobody.
    /// - Throws: If the new state cannot be saved. The old one stays; a denial must not leave a grant behind if that can be helped.
    func update(_ change: (Result<StoredTrackerState?, any Error>) -> StoredTrackerState?) throws
    /// A number that differs whenever somebody has saved a new state; always 0 unless several trackers share the store.
    ///
    /// A tracker asks for it before each event, so it has to be cheap.
    var version: UInt64 { get }
}

extension TrackerStore {
    /// Nobody else saves anything.
    public var version: UInt64 { 0 }
}
