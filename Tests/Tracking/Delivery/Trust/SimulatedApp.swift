import PageViewDelivery
import NavigationSimulator
import FileFaults
import PageViewLifecycle
import PageViewTracking
import TestSupport

/// One start of an app on a simulated disk: a tracker with a store and a journal.
final class SimulatedApp: Sendable {
    static let storePath = "/app/tracker.json"
    static let journalPath = "/app/journal"

    let tracker: Tracker
    let journal: JournalProvider
    let diagnostics = Log<TrackingDiagnostic>()

    init(
        on files: any FileSystem, consent: Consent = .granted, hasStore: Bool = true,
        mode: JournalMode = .sync, limits: JournalLimits = JournalLimits(segmentBytes: 2_000)
    ) {
        journal = JournalProvider(JournalFolder(Self.journalPath, in: files), mode: mode, limits: limits)
        let diagnostics = diagnostics
        tracker = Tracker(
            providers: [journal],
            options: TrackerOptions(
                consent: consent, store: hasStore ? FileTrackerStore(path: Self.storePath, in: files) : nil,
                onDiagnostic: { diagnostics.append($0) }))
    }

    /// Tracks events with these names and a private payload.
    func track(_ names: [String]) {
        for name in names { tracker.track(name, ["text": .string("private")]) }
    }

    /// Uploads the journal as another process does. Returns the delivered names, even after an error.
    static func upload(from files: any FileSystem, batchEvents: Int = 2) -> [String] {
        var names: [String] = []
        let uploader = JournalUploader(JournalFolder(journalPath, in: files), batchEvents: batchEvents)
        _ = try? uploader.upload { names += $0.map(\.name) }
        return names
    }
}

extension SimulatedDisk {
    /// Whether any file contains a text.
    func contains(_ text: String) -> Bool {
        let needle = Array(text.utf8)
        return contents.values.contains { bytes in
            bytes.indices.contains { bytes[$0] == needle.first && bytes[$0...].starts(with: needle) }
        }
    }
}

/// A fault at one operation, counted from the call of `arm()`.
final class FaultPlan: Sendable, CustomStringConvertible {
    enum Fault: String, CaseIterable, Sendable {
        /// The operation fails once.
        case error
        /// The operation fails, and all later ones while the plan is armed.
        case errors
        /// The disk is full from the operation on.
        case fullDisk
        /// The process is killed after half of a write.
        case tornKill
        /// The process is killed before the operation.
        case kill
        /// The power is cut before the operation.
        case powerCut
    }

    private struct State {
        var isArmed = false
        var count = 0
        var hasHappened = false
        var isDead = false
    }

    let fault: Fault
    let number: Int
    private let disk: SimulatedDisk
    private let state = Locked(State())

    init(_ fault: Fault, at number: Int, on disk: SimulatedDisk) {
        (self.fault, self.number, self.disk) = (fault, number, disk)
    }

    var description: String { "\(fault.rawValue) at operation \(number)" }

    /// Counts operations from now on.
    func arm() { state.withLock { $0.isArmed = true } }
    /// Lets operations succeed again.
    func disarm() { state.withLock { $0.isArmed = false } }

    /// Whether the scenario reached the operation of the fault.
    var hasHappened: Bool { state.withLock { $0.hasHappened } }
    /// Whether the process has ended. Its later operations have no effect.
    var isDead: Bool { state.withLock { $0.isDead } }

    /// The disk as this process sees it.
    var files: FaultyFileSystem {
        FaultyFileSystem(disk) { [self] operation throws(JournalError) in
            let error = JournalError(path: operation.path, expected: "no fault", found: "Input/output error", code: 5)
            let isNow = try state.withLock { state throws(JournalError) in
                if state.isDead { throw error }
                guard state.isArmed else { return false }
                if state.hasHappened, fault == .errors { throw error }
                state.count += 1
                guard state.count == number else { return false }
                state.hasHappened = true
                state.isDead = [.kill, .powerCut, .tornKill].contains(fault)
                return true
            }
            guard isNow else { return operation.count }
            switch fault {
            case .fullDisk: disk.isFull = true
            case .tornKill where operation.kind == .write && operation.count > 1: return operation.count / 2
            case .error, .errors, .kill, .powerCut, .tornKill: throw error
            }
            return operation.count
        }
    }

    /// The disks that the next process may find.
    var disksAfterwards: [SimulatedDisk] {
        switch fault {
        case .powerCut:
            (0..<(TestDepth.isWholeProof ? 200 : 8)).map { disk.afterPowerCut(seed: UInt64(number * 100 + $0)) }
        default: [disk.afterKill()]
        }
    }
}

enum FaultProof {
    /// Prints a proven claim if the proof is requested.
    static func claim(_ line: String) {
        if TestDepth.isProof { print("proof: faults: \(line)") }
    }
}
