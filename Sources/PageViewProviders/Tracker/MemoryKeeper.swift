import PageViewLifecycle

/// Keeps what a tracker remembers in its store, one call at a time, the newest last, on no lock.
final class MemoryKeeper: Sendable {
    private let store: (any TrackerStore)?
    private let diagnostics: DiagnosticTeller
    private let state = Protected(KeeperState())

    init(_ store: (any TrackerStore)?, _ diagnostics: DiagnosticTeller) {
        self.store = store
        self.diagnostics = diagnostics
    }

    /// What was saved last, `nil` also if it cannot be read.
    func load() -> TrackerMemory? {
        do {
            let memory = try store?.load()
            state.withLock { $0.saved = .known(memory ?? TrackerMemory()) }
            return memory
        } catch {
            diagnostics.tell(
                TrackingDiagnostic(
                    .storeFailed, "what was remembered could not be read: \(error); it is as if nothing were"))
            return nil
        }
    }

    /// Saves what is to be remembered, unless it is saved already. `memory` is asked under a lock, once nobody else saves.
    func save(_ memory: () -> TrackerMemory) {
        guard let store, state.withLock({ $0.begin() }) else { return }
        repeat {
            let memory = memory()
            guard state.withLock({ $0.isNew(memory) }) else { continue }
            do {
                try store.save(memory)
            } catch {
                state.withLock { $0.saved = .unknown }
                diagnostics.tell(
                    TrackingDiagnostic(.storeFailed, "what is to be remembered could not be kept: \(error)"))
            }
        } while state.withLock { $0.goesOn() }
    }
}

/// Who saves, and what has been saved.
struct KeeperState {
    /// What the store has.
    enum Saved {
        /// Nobody knows, because it failed; or nothing yet.
        case unknown
        case known(TrackerMemory)
    }

    var saved = Saved.unknown
    private var isSaving = false
    private var isAskedAgain = false

    /// Whether the caller is to save; otherwise another thread does, and does so again.
    mutating func begin() -> Bool {
        isAskedAgain = isSaving
        if isSaving { return false }
        isSaving = true
        return true
    }

    mutating func isNew(_ memory: TrackerMemory) -> Bool {
        if case .known(memory) = saved { return false }
        saved = .known(memory)
        return true
    }

    mutating func goesOn() -> Bool {
        isSaving = isAskedAgain
        isAskedAgain = false
        return isSaving
    }
}
