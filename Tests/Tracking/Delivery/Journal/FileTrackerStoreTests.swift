import FileFaults
import Foundation
import PageViewDelivery
import PageViewLifecycle
import PageViewTracking
import TestSupport
import Testing

/// A tracker's persisted state in a file (JR-011).
@Suite(.watched)
struct FileTrackerStoreTests {
    private let folder = TestFolder()

    /// The system's files, one of which cannot be opened while a flag is set.
    private func files(failingAt path: String, while isFailing: @escaping @Sendable () -> Bool) -> FaultyFileSystem {
        FaultyFileSystem(SystemFileSystem()) { operation throws(JournalError) in
            guard operation.kind == .open, operation.path == path, isFailing() else { return operation.count }
            throw JournalError(path: path, expected: "to open the file", found: "Operation not permitted", code: EPERM)
        }
    }

    @Test("The store loads the state saved last, whatever its content")
    func roundTrip() throws {
        let path = folder.path + "/deep/er/memory.json"
        let store = FileTrackerStore(path: path)
        #expect(try store.load() == nil)
        var random = AnyEvents(seed: 11)
        let consents: [Consent?] = Consent.allCases + [nil]
        // All combinations of the remainders below.
        for round in 1...TestDepth.number(60, proof: 200) {
            let consent = consents[round % consents.count]
            let state = StoredTrackerState(
                consent: consent, revision: UInt64(round), lastDenial: consent == .denied ? UInt64(round) : 0,
                lastPurge: consent == .denied && round % 3 != 0 ? UInt64(round) : 0,
                queuedEvents: consent == .denied && round % 3 == 0 ? .deliver : .purge,
                identity: round % 5 == 0 || consent == .denied ? nil : random.identity())
            try store.save(state)
            #expect(try FileTrackerStore(path: path).load() == state)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep/er").sorted()
                == ["memory.json", "memory.json.denied"])
    }

    @Test("The file is compact JSON that only its owner can access")
    func file() throws {
        let store = FileTrackerStore(path: folder.path + "/memory.json")
        let identity = UserIdentity(anonymousID: EventID(high: 1, low: 2), userID: "u", properties: ["plan": "pro"])
        try store.save(StoredTrackerState(consent: .granted, revision: 7, identity: identity))
        #expect(
            String(decoding: try folder.bytes("memory.json"), as: UTF8.self)
                == #"{"v":1,"consent":"granted","revision":7,"user":{"anonymousID":"00000000-0000-0001-0000-000000000002","id":"u","properties":{"plan":"pro"}}}"#
                + "\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/memory.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("A store in a folder of another user cannot be read, so consent is undecided")
    func foreignFolder() throws {
        let files = SimulatedDisk(folderAccess: FolderAccess(owner: 1001, mode: 0o755, user: 1000))
        let (store, diagnostics) = (FileTrackerStore(path: "/store/memory.json", in: files), Log<TrackingDiagnostic>())
        let options = TrackerOptions(store: store, onDiagnostic: { diagnostics.append($0) })
        #expect(Tracker(providers: [], options: options).consent == .undecided)
        #expect(diagnostics.values.map(\.kind) == [.storeFailed])
        #expect(diagnostics.values.first?.message.contains("/store: expected a folder of user 1000 or of root") == true)
        #expect(throws: JournalError.self) { try store.save(StoredTrackerState(consent: .granted, revision: 1)) }
    }

    @Test("A store in a folder that other users can change works, with a diagnostic")
    func openFolder() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let diagnostics = Log<TrackingDiagnostic>()
        let store = FileTrackerStore(path: folder.path + "/memory.json")
        let options = TrackerOptions(store: store, onDiagnostic: { diagnostics.append($0) })
        let tracker = Tracker(providers: [], options: options)
        tracker.setConsent(.granted)
        #expect(tracker.consent == .granted)
        #expect(diagnostics.values.map(\.kind) == [.storeFailed])
        #expect(diagnostics.values.first?.message.contains("found: mode 777, owned by user \(geteuid())") == true)
    }

    @Test("A damaged file is an error with a byte offset, and a save replaces the file")
    func damaged() throws {
        let store = FileTrackerStore(path: folder.path + "/memory.json")
        for text in [
            "", "{", "[]", "{}", #"{"v":2}"#, #"{"v":1,"consent":"maybe"}"#, #"{"v":1,"user":{}}"#, "\u{0}",
            #"{"v":1} x"#, #"{"v":1,"revision":-1}"#, #"{"v":1,"revision":18446744073709551615}"#,
            #"{"v":1,"queuedEvents":"some"}"#, #"{"v":1,"consent":"denied","consent":"granted"}"#,
        ] {
            try folder.write(text.utf8, to: "memory.json")
            let error = #expect(throws: JournalError.self) { try store.load() }
            #expect(error?.path == folder.path + "/memory.json", "\(text)")
            #expect(error?.found.hasPrefix("byte ") == true, "\(text)")
        }
        try store.save(StoredTrackerState(consent: .denied))
        #expect(try store.load() == StoredTrackerState(consent: .denied))
        let whole = try folder.bytes("memory.json")
        for count in 0..<(whole.count - 1) {
            try folder.write(whole[..<count], to: "memory.json")
            #expect(throws: JournalError.self) { try store.load() }
        }
    }

    @Test("Events of a launch with an unreadable file get the stored identity later", arguments: [true, false])
    func unreadableAtLaunch(isLink: Bool) throws {
        let path = folder.path + "/tracker.json"
        let first = Tracker(providers: [], options: TrackerOptions(store: FileTrackerStore(path: path)))
        first.setConsent(.granted)
        first.setUserID("ann")
        let isFailing = Locked(true)
        if isLink {
            isFailing.withLock { $0 = false }
            try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".moved")
        }
        let (memory, diagnostics) = (InMemoryTrackingProvider(), Log<TrackingDiagnostic>())
        let tracker = Tracker(
            providers: [memory],
            options: TrackerOptions(
                store: FileTrackerStore(path: path, in: files(failingAt: path) { isFailing.withLock { $0 } }),
                onDiagnostic: { diagnostics.append($0) }))
        tracker.track("1")
        tracker.setConsent(.granted)
        tracker.track("2")
        #expect(memory.events.isEmpty)
        isFailing.withLock { $0 = false }
        if isLink {
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
        }
        tracker.track("3")
        #expect(memory.events.map(\.name) == ["1", "2", "3"])
        #expect(memory.events.map(\.identity) == Array(repeating: first.identity, count: 3))
        #expect(diagnostics.values.map(\.kind) == [.storeFailed])
    }

    @Test(
        "A file that is or proves damaged stays undecided until the user decides; a grant then begins a new identity",
        arguments: [true, false])
    func damagedAtLaunch(isReadable: Bool) throws {
        let path = folder.path + "/tracker.json"
        try folder.write("garbage".utf8, to: "tracker.json")
        let isFailing = Locked(!isReadable)
        let store = FileTrackerStore(path: path, in: files(failingAt: path) { isFailing.withLock { $0 } })
        let memory = InMemoryTrackingProvider()
        let tracker = Tracker(providers: [memory], options: TrackerOptions(store: store))
        tracker.track("1")
        #expect(tracker.consent == .undecided && memory.events.isEmpty)
        tracker.setConsent(.granted)
        // A grant waits for a file that cannot be read.
        #expect(memory.events.isEmpty == !isReadable)
        isFailing.withLock { $0 = false }
        tracker.track("2")
        #expect(memory.events.map(\.name) == ["1", "2"])
        #expect(memory.events.map(\.identity) == [tracker.identity, tracker.identity])
        let state = try #require(try store.load())
        #expect(state.consent == .granted && state.identity == tracker.identity)
    }

    @Test("A file of another OS user is an error")
    func foreign() throws {
        let store = FileTrackerStore(path: folder.path + "/tracker.json")
        try store.save(StoredTrackerState(consent: .granted))
        // Only the superuser can give a file away.
        guard geteuid() == 0, unsafe chown(folder.path + "/tracker.json", 12_345, 12_345) == 0 else { return }
        let error = #expect(throws: JournalError.self) { try store.load() }
        #expect(error?.found.contains("another user") == true)
        #expect(Tracker(providers: [], options: TrackerOptions(store: store)).consent == .undecided)
        try store.save(StoredTrackerState(consent: .denied))
        #expect(try store.load()?.consent == .denied)
    }

    @Test("Keys of later versions are ignored")
    func grows() throws {
        try folder.write(#"{"later":[1],"v":1,"consent":"granted"}"#.utf8, to: "memory.json")
        #expect(
            try FileTrackerStore(path: folder.path + "/memory.json").load() == StoredTrackerState(consent: .granted))
    }

    @Test(
        "If a denial cannot be saved, the store empties a grant and keeps any other state",
        arguments: [Consent.granted, .undecided, .denied, nil])
    func deniedOnAFullDisk(consent: Consent?) throws {
        let disk = SimulatedDisk()
        let store = FileTrackerStore(path: "/app/memory.json", in: disk)
        let state = StoredTrackerState(consent: consent, revision: 4, lastDenial: 3, lastPurge: 3)
        try store.save(state)
        try? disk.remove("/app/memory.json.denied")
        disk.isFull = true
        #expect(throws: JournalError.self) { try store.save(StoredTrackerState(consent: .denied, revision: 5)) }
        let bytes = try #require(disk.contents["/app/memory.json"])
        if consent == .undecided || consent == .denied {
            #expect(try store.load() == state)
        } else {
            #expect(bytes.isEmpty)
        }
    }

    @Test("A failed save keeps the earlier state")
    func cannotSave() throws {
        let store = FileTrackerStore(path: folder.path + "/memory.json")
        try store.save(StoredTrackerState(consent: .granted))
        var deep = AnalyticsValue.null
        for _ in 0..<1_000 { deep = .array([deep]) }
        let identity = UserIdentity(anonymousID: EventID(high: 0, low: 0), properties: ["deep": deep])
        #expect(throws: JournalError.self) { try store.save(StoredTrackerState(consent: .denied, identity: identity)) }
        let text = String(repeating: "x", count: 1_000_000)
        let large = UserIdentity(anonymousID: EventID(high: 0, low: 0), userID: text)
        #expect(throws: JournalError.self) { try store.save(StoredTrackerState(consent: .denied, identity: large)) }
        #expect(try store.load() == StoredTrackerState(consent: .granted))
        try FileManager.default.makeFolder(folder.path + "/folder")
        #expect(throws: JournalError.self) {
            try FileTrackerStore(path: folder.path + "/folder").save(StoredTrackerState(consent: .denied))
        }
        #expect(try folder.names == ["folder", "memory.json", "memory.json.denied"])
    }
}
