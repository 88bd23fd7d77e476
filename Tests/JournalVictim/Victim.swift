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

/// Writes a journal until it is killed, and says what it has been promised. What it says is a line for each promise.
///
/// usage: JournalVictim FOLDER HOW NUMBER
///
/// With `write`, `deliver`, `revoke` and `save` it kills itself before file operation NUMBER.
@main
struct Victim {
    let folder: String
    /// The number that is in the identity of each of its events.
    let number: UInt64

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let number = UInt64(arguments[3]) else { exit(64) }
        let victim = Victim(folder: arguments[1], number: number)
        switch arguments[2] {
        case "sync": try victim.writeAtOnce(victim.journal(segmentBytes: 64 << 10))
        case "rotate": try victim.writeAtOnce(victim.journal(segmentBytes: 1 << 10))
        case "async": try victim.writeLater()
        case "upload": try victim.upload()
        case "full": try victim.fill()
        case "write": try victim.writeTen()
        case "deliver": try victim.deliver()
        case "revoke": victim.revoke()
        case "save": victim.save()
        default: exit(64)
        }
    }

    private func journal(segmentBytes: Int, mode: JournalMode = .sync) -> JournalProvider {
        JournalProvider(directory: folder, mode: mode, limits: JournalLimits(segmentBytes: segmentBytes))
    }

    private func event(_ index: UInt64) -> TrackedEvent {
        TrackedEvent(
            id: EventID(high: number, low: index), sequence: index, name: "written",
            payload: ["index": .int(Int64(index)), "text": .string(String(repeating: "x", count: Int(index % 300)))],
            time: WallTime(nanoseconds: 0), identity: UserIdentity(anonymousID: EventID(high: 0, low: 0)))
    }

    /// Writes, and says each event that `receive` has returned for.
    private func writeAtOnce(_ journal: JournalProvider) throws {
        try journal.configure()
        for index in UInt64(1)... {
            try journal.receive(event(index))
            say("\(index)")
        }
    }

    /// Keeps events, and says up to which of them `flush` has returned for.
    private func writeLater() throws {
        let journal = journal(segmentBytes: 16 << 10, mode: .async(window: .seconds(1)))
        try journal.configure()
        for index in UInt64(1)... {
            try journal.receive(event(index))
            guard index % 7 == 0 else { continue }
            try journal.flush()
            say("\(index)")
        }
    }

    /// Writes and delivers in turns, and says both.
    private func upload() throws {
        let journal = journal(segmentBytes: 1 << 10)
        try journal.configure()
        let uploader = JournalUploader(directory: folder, batchEvents: 5)
        for index in UInt64(1)... {
            try journal.receive(event(index))
            say("\(index)")
            guard index % 9 == 0 else { continue }
            try uploader.upload { events in for event in events { say("sent \(event.id.high) \(event.id.low)") } }
        }
    }

    /// Writes to files that cannot become large, until a hundred events have been refused.
    private func fill() throws {
        _ = signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 5_000, rlim_max: 5_000)
        #if canImport(Glibc)
        guard unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit) == 0 else { exit(71) }
        #else
        guard unsafe setrlimit(RLIMIT_FSIZE, &limit) == 0 else { exit(71) }
        #endif
        let journal = journal(segmentBytes: 64 << 10)
        try journal.configure()
        for index in 1...100 {
            do {
                try journal.receive(event(UInt64(index)))
                say("\(index)")
            } catch {
                say("refused \(index)")
            }
        }
    }

    // MARK: Killed at an operation

    private struct Count {
        var isArmed = false
        var operations = 0
    }

    private static let count = Protected(Count())

    /// The system's files, until the operation at which the process is killed.
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

    /// Writes ten events, and says each.
    private func writeTen() throws {
        let journal = journal(files)
        arm()
        try journal.configure()
        for index in 1...10 {
            try journal.receive(event(UInt64(index)))
            say("\(index)")
        }
        say("done")
    }

    /// Delivers what is in the folder, and says each event.
    private func deliver() throws {
        arm()
        try JournalUploader(JournalFolder(folder + "/journal", in: files), batchEvents: 3).upload { events in
            for event in events { say(event.name) }
        }
        say("done")
    }

    /// Takes consent back.
    private func revoke() {
        let tracker = tracker(files)
        tracker.setConsent(.granted)
        for index in 1...10 { tracker.track("before \(index)", ["text": .string(String(repeating: "x", count: 200))]) }
        say("revoking")
        arm()
        tracker.setConsent(.denied)
        say("done")
    }

    /// Changes the user's identity.
    private func save() {
        let tracker = tracker(files)
        tracker.setConsent(.granted)
        tracker.setUserID("first")
        arm()
        tracker.setUserID("second")
        say("done")
    }

    private func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
    }
}
