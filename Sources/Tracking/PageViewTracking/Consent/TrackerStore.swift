import PageViewLifecycle

/// The user's decision about analytics (rule CO-001).
public enum Consent: String, Sendable, Hashable, CaseIterable {
    /// The tracker delivers events to the providers.
    case granted
    /// The tracker drops and counts events.
    case denied
    /// The user has not decided. The tracker holds events in memory.
    case undecided
}

/// The handling of accepted, undelivered events at a revocation (rule CO-004).
public enum QueuedEvents: String, Sendable, Hashable {
    /// The providers receive the events, because consent was granted when the app tracked them.
    case deliver
    /// The tracker drops the events, and the providers discard their unsent events.
    case purge
}

/// The state that a tracker persists across launches (rules CO-005, CO-006).
public struct StoredTrackerState: Sendable, Hashable {
    /// The user's decision; `nil` if there is none.
    public var consent: Consent?
    /// The number of the decision. It is greater than the number of each earlier decision of any tracker.
    public var revision: UInt64
    /// The revision of the last denial; 0 if there was none.
    ///
    /// A tracker has missed a denial if this number is greater than the last revision that the tracker knows.
    public var lastDenial: UInt64
    /// The revision of the last denial with a purge; 0 if there was none.
    public var lastPurge: UInt64
    /// The handling of events from before the last denial, in all trackers on the store.
    ///
    /// While consent is denied, `.purge` is never replaced.
    public var queuedEvents: QueuedEvents
    /// The user's identity after the privacy policy; `nil` unless consent is granted.
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

/// Storage for the user's decision and identity (rules CO-005, CO-006). Several trackers may share a store.
///
/// A tracker calls its store on any thread, also on several threads at once, and holds no lock. A store may call the tracker,
/// except in `version`. `FileTrackerStore` works across processes.
public protocol TrackerStore: Sendable {
    /// Returns the saved state; `nil` if there is none.
    ///
    /// If your state is damaged, return a state with the consent `undecided`. After an error, the tracker would hold events and try
    /// again in vain.
    ///
    /// - Throws: If the state cannot be read now. The tracker then holds events, and tries again (CO-007).
    func load() throws -> StoredTrackerState?
    /// Changes the saved state. No other update may run between its reading and its writing.
    ///
    /// - Parameter change: Receives the saved state, or the error at reading it. Returns the state to save; `nil` for no
    ///   change. The store calls the closure exactly once. The closure may take a lock of the tracker, and does not call the
    ///   store.
    /// - Throws: If the new state cannot be saved. The old state then stays. But a store that cannot save a denial must remove
    ///   a stored grant if it can.
    func update(_ change: (Result<StoredTrackerState?, any Error>) -> StoredTrackerState?) throws
    /// A number that changes with each saved state. It can always be 0 if trackers do not share the store.
    ///
    /// A tracker reads it before each event, so it must be cheap.
    var version: UInt64 { get }
}

extension TrackerStore {
    /// Zero, for a store that trackers do not share.
    public var version: UInt64 { 0 }
}

/// An error of a store of this package, which distinguishes damage from a state that may become readable later.
package protocol TrackerStoreError: Error {
    var isDamage: Bool { get }
}

extension Result<StoredTrackerState?, any Error> {
    /// Whether the store may have a state that becomes readable later.
    var isUnreadable: Bool {
        if case .failure(let error) = self { (error as? any TrackerStoreError)?.isDamage != true } else { false }
    }
}

/// A store that warns if other users can change or remove its state.
package protocol PermissionCheckingStore: TrackerStore {
    var warning: String? { get }
}

/// A tracker's access to its store. It detects changes, and reports failures as diagnostics (CO-005, CO-006).
final class StoreLink: Sendable {
    private let store: any TrackerStore
    private let diagnostics: DiagnosticReporter
    /// The version of the store that the tracker has adopted; `nil` after a failed read, so that the next read tries again.
    private let adopted = Locked<UInt64?>(nil)
    private let hasFailed = Locked(false)

    init(_ store: any TrackerStore, _ diagnostics: DiagnosticReporter) {
        (self.store, self.diagnostics) = (store, diagnostics)
        if let warning = (store as? any PermissionCheckingStore)?.warning { report(warning) }
    }

    /// The version of the store if the tracker has not adopted it yet, else `nil`. Read it before you load the state, so that the next call
    /// finds a change in between.
    var newVersion: UInt64? {
        let version = store.version
        return adopted.withLock { $0 == version } ? nil : version
    }

    /// Records that the tracker has adopted a state that it read.
    func didAdopt(_ version: UInt64, of stored: Result<StoredTrackerState?, any Error>) {
        // Files may be inaccessible while a device is locked, so a failed read is repeated.
        let version: UInt64? = if case .success = stored { version } else { nil }
        adopted.withLock { $0 = version }
    }

    /// Reads the saved state. Reports the first of several failures in a row.
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
            if !isKnown { report("expected a readable store, found: \(error); the tracker holds events") }
            return .failure(error)
        }
    }

    func update(_ change: (Result<StoredTrackerState?, any Error>) -> StoredTrackerState?) -> Bool {
        do {
            try store.update(change)
            return true
        } catch {
            report("the tracker could not save the decision or the identity: \(error); it tries again later")
            return false
        }
    }

    private func report(_ message: String) { diagnostics.report(.storeFailed, message) }
}
