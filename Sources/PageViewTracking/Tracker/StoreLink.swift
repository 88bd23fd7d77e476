import PageViewLifecycle

/// A tracker's access to its store: reads it when it has changed, and emits a diagnostic when it fails.
final class StoreLink: Sendable {
    private let store: any TrackerStore
    private let diagnostics: DiagnosticTeller
    /// The version of the store that the tracker has adopted; `nil` while it cannot be read, so that it is tried again.
    private let adopted = Protected<UInt64?>(nil)
    private let hasFailed = Protected(false)

    init(_ store: any TrackerStore, _ diagnostics: DiagnosticTeller) {
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
            diagnostics.tell(
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
            diagnostics.tell(
                TrackingDiagnostic(
                    .storeFailed,
                    "the decision or the identity could not be saved: \(error); the tracker tries again later"))
            return false
        }
    }
}
