import PageViewDelivery
import FileFaults
import PageViewLifecycle
import PageViewTracking

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process that uses a journal until it is killed, and prints a line for each guarantee it received.
///
/// usage: JournalVictim FOLDER MODE NUMBER
///
/// With `write`, `deliver`, `revoke` and `save` it kills itself before the file operation NUMBER. Otherwise NUMBER identifies the
/// events of this process.
@main
struct Victim {
    let folder: String
    /// The number in the ids of this process's events, or of the operation at which it dies.
    let number: UInt64

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let number = UInt64(arguments[3]) else { exit(64) }
        let victim = Victim(folder: arguments[1], number: number)
        switch arguments[2] {
        case "sync": try victim.writeAtOnce(victim.journal(segmentBytes: 64 << 10))
        case "rotate": try victim.writeAtOnce(victim.journal(segmentBytes: 1 << 10))
        case "write": try victim.writeTen()
        case "deliver": try victim.deliver()
        case "revoke": victim.revoke()
        case "save": victim.save()
        default: exit(64)
        }
    }

    private func journal(segmentBytes: Int) -> JournalProvider {
        JournalProvider(directory: folder, limits: JournalLimits(segmentBytes: segmentBytes))
    }

    private func event(_ index: UInt64) -> TrackedEvent {
        TrackedEvent(
            id: EventID(high: number, low: index), sequence: index, name: "written",
            payload: ["index": .int(Int64(index)), "text": .string(String(repeating: "x", count: Int(index % 300)))],
            time: WallTime(nanoseconds: 0), identity: UserIdentity(anonymousID: EventID(high: 0, low: 0)))
    }

    /// Writes events, and prints each one after `receive` has returned.
    private func writeAtOnce(_ journal: JournalProvider) throws {
        try journal.configure()
        for index in UInt64(1)... {
            try journal.receive(event(index))
            printLine("\(index)")
        }
    }

    // MARK: - Death at an operation

    private struct Count {
        var isArmed = false
        var operations = 0
    }

    private static let count = Locked(Count())

    /// The system's files; the process kills itself before operation `number`.
    private var files: FaultyFileSystem {
        FaultyFileSystem(SystemFileSystem()) { [number] operation throws(JournalError) in
            let isNow = Self.count.withLock { count in
                if count.isArmed { count.operations += 1 }
                return count.isArmed && count.operations == number
            }
            if isNow { kill(getpid(), SIGKILL) }
            return operation.count
        }
    }

    private func arm() { Self.count.withLock { $0.isArmed = true } }

    private func journal(_ files: FaultyFileSystem) -> JournalProvider {
        JournalProvider(
            JournalFolder(folder + "/journal", in: files), mode: .sync, limits: JournalLimits(segmentBytes: 1 << 10))
    }

    private func tracker(_ files: FaultyFileSystem) -> Tracker {
        Tracker(
            providers: [journal(files)],
            options: TrackerOptions(
                consent: .undecided, store: FileTrackerStore(path: folder + "/tracker.json", in: files)))
    }

    /// Writes ten events, and prints each.
    private func writeTen() throws {
        let journal = journal(files)
        arm()
        try journal.configure()
        for index in 1...10 {
            try journal.receive(event(UInt64(index)))
            printLine("\(index)")
        }
        printLine("done")
    }

    /// Delivers the events in the folder, and prints each.
    private func deliver() throws {
        arm()
        try JournalUploader(JournalFolder(folder + "/journal", in: files), batchEvents: 3).upload { events in
            for event in events { printLine(event.name) }
        }
        printLine("done")
    }

    /// Revokes the consent.
    private func revoke() {
        let tracker = tracker(files)
        tracker.setConsent(.granted)
        for index in 1...10 { tracker.track("before \(index)", ["text": .string(String(repeating: "x", count: 200))]) }
        printLine("revoking")
        arm()
        tracker.setConsent(.denied)
        printLine("done")
    }

    /// Changes the user's identity.
    private func save() {
        let tracker = tracker(files)
        tracker.setConsent(.granted)
        tracker.setUserID("first")
        arm()
        tracker.setUserID("second")
        printLine("done")
    }

    private func printLine(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
    }
}
