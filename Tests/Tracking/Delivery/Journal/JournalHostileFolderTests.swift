import FileFaults
import PageViewDelivery
import Foundation
import PageViewTracking
import TestSupport
import Testing

/// Foreign entries in the folder of a journal, whatever their names (JR-004, JR-015).
@Suite(.watched)
struct JournalHostileFolderTests {
    private let folder = TestFolder()

    /// Entries with the name of a segment that are not segments.
    enum Entry: CaseIterable {
        case folder, loop, dangling, pipe

        func make(at path: String) throws {
            switch self {
            case .folder: try FileManager.default.makeFolder(path)
            case .loop: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
            case .dangling: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + "~")
            case .pipe: #expect(unsafe mkfifo(path, 0o600) == 0)
            }
        }
    }

    private static let name = "0000000000000001-0000000000000000.jsonl"

    @Test("An unreadable entry is one problem and hinders neither reading nor delivery", arguments: Entry.allCases)
    func passedOver(entry: Entry) throws {
        try entry.make(at: folder.path + "/" + Self.name)
        try folder.fill(1...25)
        let read = try folder.read()
        #expect(read.events.map(\.sequence) == Array(1...25))
        #expect(read.problems.map(\.path) == [folder.path + "/" + Self.name])
        let (events, result) = try folder.upload()
        #expect(events.map(\.sequence) == Array(1...25))
        #expect(result.delivered == 25 && result.problems == 1 && result.quarantined == 0)
        #expect(try folder.contents == [Self.name])
        try folder.fill(26...30)
        #expect(try folder.delivered(batchEvents: 1) == Array(26...30))
    }

    @Test("A folder that other users can change is one diagnostic, and keeps its mode")
    func openFolder() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let (journal, diagnostics) = (JournalProvider(directory: folder.path), Log<TrackingDiagnostic>())
        journal.reportDiagnostics { diagnostics.append($0) }
        for _ in 0..<2 { try journal.configure() }
        try journal.receive(.numbered(1))
        #expect(diagnostics.values.map(\.kind) == [.providerFailed])
        let message = diagnostics.values.first?.message ?? ""
        for part in [folder.path, "mode 700", "found: mode 777, owned by user \(geteuid())"] {
            #expect(message.contains(part), "\(message)")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o777)
    }

    @Test("A folder of another user receives no event, but one of root does", arguments: [UInt32(0), 1000, 1001])
    func foreignFolder(owner: UInt32) throws {
        let disk = SimulatedDisk(folderAccess: FolderAccess(owner: owner, mode: 0o755, user: 1000))
        let journal = JournalProvider(JournalFolder("/journal", in: disk), mode: .sync)
        guard owner == 1001 else {
            try journal.configure()
            try journal.receive(.numbered(1))
            return
        }
        let error = JournalError(
            path: "/journal", expected: "a folder of user 1000 or of root", found: "mode 755, owned by user 1001")
        #expect(throws: error) { try journal.configure() }
        #expect(throws: error) { try journal.receive(.numbered(1)) }
    }

    @Test("A foreign entry does not stop a purge, and a folder is a diagnostic", arguments: Entry.allCases)
    func purged(entry: Entry) throws {
        try entry.make(at: folder.path + "/" + Self.name)
        try folder.fill(1...25)
        let journal = JournalProvider(directory: folder.path)
        let diagnostics = Log<TrackingDiagnostic>()
        journal.reportDiagnostics { diagnostics.append($0) }
        try journal.purge()
        // A folder contains no event, so the purge is complete although the folder stays.
        #expect(try folder.contents == (entry == .folder ? [Self.name] : []))
        #expect(diagnostics.values.first?.message.contains(Self.name) == (entry == .folder ? true : nil))
        #expect(!journal.hasUnfinishedRevocation)
        #expect(journal.counts.purged == 25)
    }

    @Test("A writer skips a foreign entry, reports a folder and drops other segments", arguments: Entry.allCases)
    func writes(entry: Entry) throws {
        try entry.make(at: folder.path + "/" + Self.name)
        let diagnostics = Log<TrackingDiagnostic>()
        let journal = JournalProvider(
            directory: folder.path, limits: JournalLimits(totalBytes: 4_000, segmentBytes: 2_000))
        journal.reportDiagnostics { diagnostics.append($0) }
        try journal.write(1...100)
        #expect(journal.counts.written == 100 && journal.counts.dropped > 80)
        let failures = diagnostics.values.filter { $0.kind == .providerFailed }
        if entry == .folder { #expect(failures.first?.message.contains(Self.name) == true) }
    }

    @Test("A huge sparse file is dropped without being read to its end")
    func sparse() throws {
        try folder.write(Array("a\nb\n".utf8), to: Self.name)
        try folder.truncate(Self.name, to: 1 << 40)
        let diagnostics = Log<TrackingDiagnostic>()
        let journal = JournalProvider(directory: folder.path, limits: JournalLimits(totalBytes: 4_000))
        journal.reportDiagnostics { diagnostics.append($0) }
        try journal.receive(.numbered(1))
        #expect(diagnostics.values.map(\.kind) == [.eventsDropped])
        #expect(diagnostics.values.first?.provider == "JournalProvider")
        #expect(diagnostics.values.first?.message.contains("at least 2 undelivered events") == true)
        // A purge counts lost events as a drop does. Each count reads megabytes.
        guard TestDepth.isProof else { return }
        try folder.truncate(folder.segments[0], to: 1 << 40)
        try JournalProvider(directory: folder.path).purge()
    }

    @Test("An uploader removes only the acknowledgements of its own journal")
    func foreignNotes() throws {
        let foreign = [
            "legal.acknowledged.pdf", "x.acknowledged", "0000000000000001-0000000000000000.acknowledged.txt",
            "0000000000000001-0000000000000000.acknowledged~",
        ]
        let stray = [
            "0000000000000001-0000000000000000.acknowledged",
            "0000000000000001-0000000000000000.acknowledged.0123456789abcdef.new",
        ]
        for name in foreign + stray { try folder.write([], to: name) }
        try folder.fill(1...5)
        #expect(try folder.upload().events.count == 5)
        #expect(try folder.contents == foreign.sorted())
    }

    @Test("A segment can be purged while a reader has it open")
    func purgedWhileRead() throws {
        try folder.fill(1...5)
        let reader = try #require(FileHandle(forReadingAtPath: folder.path + "/" + folder.segments[0]))
        #expect(flock(reader.fileDescriptor, LOCK_SH | LOCK_NB) == 0)
        let journal = JournalProvider(directory: folder.path)
        try journal.purge()
        #expect(try folder.contents.isEmpty)
        #expect(journal.counts.purged == 5)
        try reader.close()
    }

    @Test("A journal recreates its removed folder and writes new events to it")
    func removedFolder() throws {
        let path = folder.path + "/journal"
        for mode in [JournalMode.sync, .async(window: .seconds(1))] {
            let journal = JournalProvider(directory: path, mode: mode)
            try journal.receive(.numbered(1))
            try journal.flush()
            try FileManager.default.removeItem(atPath: path)
            try journal.receive(.numbered(2))
            try journal.flush()
            var reader = try JournalReader(directory: path)
            #expect(reader.next() == .event(.numbered(2)))
            try journal.purge()
        }
    }

    @Test("An unwritable quarantine does not prevent delivery")
    func quarantineIsAFolder() throws {
        try FileManager.default.makeFolder(folder.path + "/quarantine.jsonl")
        try folder.fill(1...25)
        try folder.append(Array("{\"crc".utf8), to: folder.segments[1])
        let (events, result) = try folder.upload(batchEvents: 3)
        #expect(events.map(\.sequence) == Array(1...25))
        #expect(result.problems == 1 && result.quarantined == 0)
        #expect(try folder.segments.isEmpty)
    }

    @Test("A save removes the temporary files of ended processes and keeps those in use")
    func leftByOthers() throws {
        let kept = ["memory.json.new", "memory.json.0123456789abcdeg.new", "x.0123456789abcdef.new"]
        let left = "memory.json.0123456789abcdef.new"
        let busy = "memory.json.fedcba9876543210.new"
        for name in kept + [left, busy] { try folder.write([], to: name) }
        let other = try #require(FileHandle(forReadingAtPath: folder.path + "/" + busy))
        #expect(flock(other.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        try FileTrackerStore(path: folder.path + "/memory.json").save(StoredTrackerState(consent: .granted))
        #expect(try folder.names == (kept + ["memory.json", "memory.json.denied", busy]).sorted())
        try other.close()
    }

    @Test("Several stores of one file save and load concurrently without errors")
    func severalStores() throws {
        let path = folder.path + "/memory.json"
        onThreads(4) { thread in
            let store = FileTrackerStore(path: path)
            for number in 0..<20 {
                let text = String(repeating: "x", count: (number * 7 + thread) * 100)
                let identity = UserIdentity(anonymousID: EventID(high: 1, low: 2), userID: text)
                #expect(throws: Never.self) {
                    try store.save(StoredTrackerState(consent: .granted, identity: identity))
                    _ = try store.load()
                }
            }
        }
        #expect(try folder.names == ["memory.json", "memory.json.denied"])
    }
}
