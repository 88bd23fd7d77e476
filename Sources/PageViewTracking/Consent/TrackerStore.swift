import PageViewLifecycle

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

/// A tracker's access to its store: reads it when it has changed, and emits a diagnostic when it fails.
final class StoreLink: Sendable {
    private let store: any TrackerStore
    private let diagnostics: DiagnosticReporter
    /// The version of the store that the tracker has adopted; `nil` while it cannot be read, so that it is tried again.
    private let adopted = Protected<UInt64?>(nil)
    private let hasFailed = Protected(false)

    init(_ store: any TrackerStore, _ diagnostics: DiagnosticReporter) {
        (self.store, self.diagnostics) = (store, diagnostics)
    }

    /// The version of the store if the tracker has not adopted that yet. To be asked for before the store is read.
    var newVersion: UInt64? {
        let version = store.version
        return adopted.withLock { $0 == version } ? nil : version
    }

    /// Records that the tracker has adopted what was read.
    func didAdopt(_ version: UInt64, of stored: Result<StoredTrackerState?, any Error>) {
        // A device may keep its files closed while it is locked: what cannot be read is read again.
        let version: UInt64? = if case .success = stored { version } else { nil }
        adopted.withLock { $0 = version }
    }

    /// Reads what is stored.
    func load() -> Result<StoredTrackerState?, any Error> {
        do {
            let stored = try store.load()
            hasFailed.withLock { $0 = false }
            return .success(stored)
        } catch {
            let isKnown = hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return hasFailed
            }
            guard !isKnown else { return .failure(error) }
            diagnostics.report(
                TrackingDiagnostic(
                    .storeFailed, "expected a store that can be read, found: \(error); the tracker assumes no grant"))
            return .failure(error)
        }
    }

    /// Changes what is stored. Returns whether that succeeded.
    func update(_ change: (Result<StoredTrackerState?, any Error>) -> StoredTrackerState?) -> Bool {
        do {
            try store.update(change)
            return true
        } catch {
            diagnostics.report(
                TrackingDiagnostic(
                    .storeFailed,
                    "the decision or the identity could not be saved: \(error); the tracker tries again later"))
            return false
        }
    }
}
