import PageViewDelivery
import NavigationSimulator
import FileFaults
import Foundation
import PageViewLifecycle
import PageViewTracking
import TestSupport
import TestWatch

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

    /// Tracks events whose names tell them from all others on the disk.
    func track(_ names: [String]) {
        for name in names { tracker.track(name, ["text": .string("private")]) }
    }

    /// Delivers what is in the journal, as another process does. Returns the names of the events; those before an error, too.
    static func upload(from files: any FileSystem, batchEvents: Int = 2) -> [String] {
        var names: [String] = []
        let uploader = JournalUploader(JournalFolder(journalPath, in: files), batchEvents: batchEvents)
        _ = try? uploader.upload { names += $0.map(\.name) }
        return names
    }
}

extension SimulatedDisk {
    /// Whether a file contains the payload of a tracked event, or a name.
    func contains(_ text: String) -> Bool {
        let needle = Array(text.utf8)
        return contents.values.contains { bytes in
            bytes.indices.contains { bytes[$0...].starts(with: needle) }
        }
    }
}

/// A fault that happens at one operation, counted from when the test says so.
final class FaultPlan: Sendable {
    enum Fault: String, CaseIterable, Sendable {
        /// The operation fails once.
        case error
        /// The operation fails, and so do all that follow until the end of the process.
        case errors
        /// No space is left from here on.
        case fullDisk
        /// Half of a write takes place, and then the process is killed.
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
    private let state = Protected(State())

    init(_ fault: Fault, at number: Int, on disk: SimulatedDisk) {
        (self.fault, self.number, self.disk) = (fault, number, disk)
    }

    /// Counts operations from now on.
    func arm() { state.withLock { $0.isArmed = true } }
    /// Lets operations succeed again.
    func disarm() { state.withLock { $0.isArmed = false } }

    /// Whether there were enough operations for the fault to happen.
    var hasHappened: Bool { state.withLock { $0.hasHappened } }
    /// Whether the process has ended: nothing it does takes effect any more.
    var isDead: Bool { state.withLock { $0.isDead } }

    /// The disk as this process sees it.
    var files: FaultyFileSystem {
        FaultyFileSystem(disk) { [self] operation throws(JournalError) in
            let error = JournalError(path: operation.path, expected: "no fault", found: "Input/output error", code: 5)
            let (isNow, wasBefore, isDead) = state.withLock { state in
                guard state.isArmed, !state.isDead else { return (false, state.hasHappened, state.isDead) }
                state.count += 1
                let wasBefore = state.hasHappened
                guard state.count == number else { return (false, wasBefore, false) }
                state.hasHappened = true
                state.isDead = fault == .kill || fault == .powerCut || fault == .tornKill
                return (true, wasBefore, false)
            }
            if isDead { throw error }
            switch fault {
            case .error: if isNow { throw error }
            case .errors: if isNow || (wasBefore && state.withLock { $0.isArmed }) { throw error }
            case .fullDisk: if isNow { disk.isFull = true }
            case .kill, .powerCut: if isNow { throw error }
            case .tornKill:
                guard isNow else { break }
                guard operation.kind == .write, operation.count > 1 else { throw error }
                return operation.count / 2
            }
            return operation.count
        }
    }

    /// The disks that the next process may find.
    var disksAfterwards: [SimulatedDisk] {
        switch fault {
        case .powerCut:
            (0..<(FaultProof.isAskedWhole ? 200 : 8)).map { disk.afterPowerCut(seed: UInt64(number * 100 + $0)) }
        default: [disk.afterKill()]
        }
    }
}

/// What `.scripts/proof` prints of these tests.
enum FaultProof {
    /// Whether the proof is to go as far as it ever went.
    static let isAskedWhole = TestDepth.isWholeProof

    /// Prints what has been shown, if the proof is asked for.
    static func claim(_ line: String) {
        if TestDepth.isProof { print("proof: faults: \(line)") }
    }
}
