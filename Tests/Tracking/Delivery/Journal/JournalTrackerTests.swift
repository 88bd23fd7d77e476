import PageViewDelivery
import FileFaults
import PageViewTracking
import TestSupport
import Testing

/// A journal behind a tracker (JR-007, JR-008, JR-011).
@Suite(.watched)
struct JournalTrackerTests {
    private func tracker(
        _ journal: JournalProvider, consent: Consent = .granted, store: (any TrackerStore)? = nil,
        diagnostics: Log<TrackingDiagnostic> = Log()
    ) -> Tracker {
        Tracker(
            providers: [journal],
            options: TrackerOptions(consent: consent, store: store, onDiagnostic: { diagnostics.append($0) }))
    }

    @Test("In sync mode, a tracked event is in the journal when track returns, from any thread")
    func sync() async throws {
        let folder = try TestFolder()
        let tracker = tracker(JournalProvider(directory: folder.path))
        for number in 1...20 {
            tracker.track("event \(number)")
            #expect(try folder.read().events.last?.name == "event \(number)")
        }
        let each = TestDepth.number(15, proof: 50)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<each {
                        tracker.track("\(thread) \(number)")
                        let names = try? folder.read().events.map(\.name)
                        #expect(names?.contains("\(thread) \(number)") == true)
                    }
                }
            }
        }
        #expect(try folder.read().events.count == 20 + 4 * each)
    }

    @Test("In async mode, tracked events are in the journal after a flush")
    func async() throws {
        let folder = try TestFolder()
        let tracker = tracker(JournalProvider(directory: folder.path, mode: .async(window: .seconds(3_600))))
        for number in 1...20 { tracker.track("event \(number)") }
        #expect(tracker.flush())
        #expect(try folder.read().events.map(\.name) == (1...20).map { "event \($0)" })
    }

    @Test("The journal writes nothing before consent, and a purging revocation leaves no event")
    func consent() throws {
        let folder = try TestFolder()
        let journal = JournalProvider(directory: folder.path)
        let tracker = tracker(journal, consent: .undecided)
        tracker.track("held")
        #expect(try folder.segments.isEmpty)
        tracker.setConsent(.granted)
        tracker.track("written")
        #expect(try folder.read().events.map(\.name) == ["held", "written"])
        tracker.revoke(.purge)
        #expect(try folder.segments.isEmpty)
        #expect(journal.counts.purged == 2)
        tracker.track("rejected")
        #expect(try folder.segments.isEmpty)
        tracker.setConsent(.granted)
        tracker.track("later")
        #expect(try folder.read().events.map(\.name) == ["later"])
    }

    @Test("An event that finds no disk space is a diagnostic, and later events are written")
    func fullDisk() throws {
        let folder = try TestFolder()
        let diagnostics = Log<TrackingDiagnostic>()
        let room = Log<Bool>()
        let files = FaultyFileSystem(SystemFileSystem()) { operation throws(JournalError) in
            guard operation.kind != .write || room.values.last != false else {
                throw JournalError(path: "disk", expected: "room", found: "No space left on device", code: 28)
            }
            return operation.count
        }
        let tracker = tracker(
            JournalProvider(JournalFolder(folder.path, in: files), mode: .sync), diagnostics: diagnostics)
        tracker.track("first")
        room.append(false)
        tracker.track("second")
        room.append(true)
        tracker.track("third")
        #expect(try folder.read().events.map(\.name) == ["first", "third"])
        let failures = diagnostics.values.filter { $0.kind == .providerFailed }
        #expect(failures.map(\.event) == ["second"])
        #expect(failures.first?.message.contains("No space left on device") == true)
    }

    @Test("The next start restores a tracker's state from its file; a damaged file is a diagnostic")
    func store() throws {
        let folder = try TestFolder()
        let store = FileTrackerStore(path: folder.path + "/memory.json")
        var identity: UserIdentity?
        do {
            let first = tracker(
                JournalProvider(directory: folder.path + "/1"), consent: .undecided, store: store)
            first.setConsent(.granted)
            first.setUserID("user-42")
            identity = first.identity
        }
        let second = tracker(JournalProvider(directory: folder.path + "/2"), consent: .undecided, store: store)
        #expect(second.consent == .granted)
        #expect(second.identity == identity)
        try folder.write("{".utf8, to: "memory.json")
        let diagnostics = Log<TrackingDiagnostic>()
        let third = tracker(
            JournalProvider(directory: folder.path + "/3"), consent: .undecided, store: store, diagnostics: diagnostics)
        #expect(third.consent == .undecided)
        #expect(third.identity.userID == nil)
        #expect(diagnostics.values.map(\.kind) == [.storeFailed])
    }
}
