import PageViewDelivery
import NavigationSimulator
import FileFaults
import PageViewLifecycle
import TestSupport
import Testing

/// A denial is final: single cases besides the general fault injection (CO-004 to CO-006).
@Suite(.watched)
struct RevocationTests {
    private let disk = SimulatedDisk()

    private func app(_ consent: Consent = .granted, hasStore: Bool = true) -> SimulatedApp {
        SimulatedApp(on: disk, consent: consent, hasStore: hasStore)
    }

    private var store: FileTrackerStore { FileTrackerStore(path: SimulatedApp.storePath, in: disk) }

    /// Returns a new journal; by default in a folder that the app does not know.
    private func journal(_ path: String = "/app/other") -> JournalProvider {
        JournalProvider(JournalFolder(path, in: disk), mode: .sync)
    }

    /// Returns a tracker with the app's store, or with another one.
    private func tracker(_ providers: any TrackingProvider..., on other: (any TrackerStore)? = nil) -> Tracker {
        Tracker(providers: providers, options: TrackerOptions(store: other ?? store))
    }

    @Test(
        "A store on a full disk keeps the denial without the mark of a journal", arguments: [true, false])
    func fullDiskWithoutJournal(isDecided: Bool) {
        let first = tracker()
        if isDecided { first.setConsent(.granted) }
        first.setUserID("private user")
        disk.isFull = true
        first.setConsent(.denied)
        #expect(tracker().consent == .denied)
        #expect(!disk.contains("private"))
    }

    @Test("A denial on a disk that was full from the beginning leaves no grant behind")
    func fullFromTheBeginning() {
        disk.isFull = true
        let app = app()
        app.track(["first"])
        app.tracker.setConsent(.denied)
        let failure = app.diagnostics.values.first { $0.kind == .storeFailed }
        #expect(failure?.message.contains("No space left on device") == true)
        disk.isFull = false
        app.tracker.flush()
        #expect(self.app().tracker.consent == .denied)
    }

    @Test("An event in middleware during a denial is dropped, even after a new grant")
    func inMiddleware() {
        let memory = InMemoryTrackingProvider()
        let checkpoint = Checkpoint()
        let middleware = ClosureMiddleware.changing { if $0.name == "before" { checkpoint.stop() } }
        let tracker = Tracker(providers: [memory], options: TrackerOptions(middleware: [middleware]))
        let thread = TestThread { tracker.track("before") }
        checkpoint.waitForArrival()
        tracker.setConsent(.denied)
        tracker.setConsent(.granted)
        checkpoint.open()
        thread.join()
        tracker.track("after")
        #expect(memory.events.map(\.name) == ["after"])
        #expect(tracker.counts.droppedByConsent == 1 && tracker.counts.underWay == 0)
    }

    @Test("A provider whose purge failed is not flushed until a purge succeeds")
    func failedPurge() {
        let isBroken = Locked(true)
        let log = Log<String>()
        let tracker = Tracker(providers: [
            TestProvider(
                delivery: .inline, onFlush: { log.append("flush") },
                onPurge: {
                    log.append("purge")
                    if isBroken.withLock({ $0 }) { throw Refusal(description: "broken") }
                })
        ])
        tracker.track("before")
        tracker.setConsent(.denied)
        tracker.flush()
        #expect(log.values == ["purge", "purge"])
        isBroken.withLock { $0 = false }
        tracker.flush()
        #expect(log.values == ["purge", "purge", "purge", "flush"])
    }

    @Test("A folder with the name of a segment does not make a denial permanent")
    func folderInPlaceOfASegment() throws {
        let app = app()
        app.track(["before"])
        _ = try disk.makeFolder(SimulatedApp.journalPath + "/0000000000000001-0000000000000000.jsonl")
        app.tracker.setConsent(.denied)
        app.tracker.setConsent(.granted)
        app.track(["after"])
        #expect(!app.journal.hasUnfinishedRevocation)
        #expect(SimulatedApp.upload(from: disk) == ["after"])
    }

    @Test("A journal configured before the next tracker leaves the mark to the tracker")
    func configuredMeanwhile() throws {
        app().track(["before"])
        try app(hasStore: false).journal.beginRevocation()
        let other = journal(SimulatedApp.journalPath)
        try other.configure()
        #expect(other.counts.purged == 1)
        #expect(other.hasUnfinishedRevocation)
        let next = app()
        #expect(next.tracker.consent == .denied)
        #expect(!next.journal.hasUnfinishedRevocation)
    }

    @Test("The mark of a revocation is removed even if the tracker ends at once")
    func trackerEndsAtOnce() {
        let journal: JournalProvider
        do {
            let app = SimulatedApp(on: disk, mode: .async(window: .seconds(3_600)))
            journal = app.journal
            app.track(["before"])
            app.tracker.setConsent(.denied)
            app.tracker.setConsent(.granted)
            app.track(["after"])
        }
        while journal.counts.written == 0 || journal.hasUnfinishedRevocation { letOthersRun() }
        #expect(SimulatedApp.upload(from: disk) == ["after"])
    }

    @Test("A grant survives a thread that read the denial before the grant was saved")
    func denialReadBeforeGrant() {
        let store = HookedStore()
        let checkpoint = Checkpoint()
        let reader = Locked<TestThread?>(nil)
        let tracker = tracker(on: store)
        tracker.setConsent(.denied)
        store.duringNextUpdate.withLock { hook in
            hook = {
                store.afterNextLoad.withLock { $0 = checkpoint.stop }
                reader.withLock { $0 = TestThread { tracker.track("meanwhile") } }
                checkpoint.waitForArrival()
            }
        }
        tracker.setConsent(.granted)
        checkpoint.open()
        reader.withLock { $0.take() }?.join()
        #expect(tracker.consent == .granted)
        #expect(store.saved?.consent == .granted)
    }

    @Test("An old or foreign prepared denial does not hide a new denial from other trackers")
    func oldPreparedDenial() throws {
        let (first, second) = (app(), app())
        first.tracker.setConsent(.granted)
        second.track(["before"])
        try disk.replace(SimulatedApp.storePath + ".denied", with: Array(#"{"v":1,"consent":"denied"}"#.utf8))
        first.tracker.setConsent(.denied)
        second.track(["after"])
        #expect(second.tracker.consent == .denied)
    }

    @Test("A delivering denial does not undo an earlier purge that another tracker missed")
    func deliverAfterPurge() {
        let other = journal()
        let running = tracker(other)
        running.track("before")
        let first = app()
        first.tracker.revoke(.purge)
        first.tracker.setConsent(.granted)
        first.tracker.revoke(.deliver)
        first.tracker.setConsent(.granted)
        running.track("after")
        #expect(other.counts.purged == 1)
        #expect(!disk.contains("before"))
        // The same holds for a tracker that is not running.
        first.tracker.setConsent(.denied)
        first.tracker.revoke(.deliver)
        _ = tracker(journal())
        #expect(!disk.contains("after"))
    }

    @Test("A denial counts even if the store's file was removed and its revisions restart")
    func numbersBeginAnew() throws {
        let first = app()
        first.tracker.setConsent(.denied)
        first.tracker.setConsent(.granted)
        first.track(["before"])
        try disk.remove(SimulatedApp.storePath)
        app().tracker.setConsent(.denied)
        first.track(["after"])
        #expect(first.tracker.consent == .denied)
        #expect(SimulatedApp.upload(from: disk).isEmpty)
    }

    // MARK: Deadlocks

    @Test("Two trackers on one store, each with an inline journal, do not deadlock")
    func noDeadlockOfTwo() {
        let (first, second) = (app(), app())
        onThreads(4) { thread in
            let tracker = (thread.isMultiple(of: 2) ? first : second).tracker
            for number in 1...TestDepth.number(100, proof: 200) {
                switch (number + thread) % 10 {
                case 0: tracker.setConsent(.denied)
                case 1: tracker.setConsent(.granted)
                case 2: tracker.track("event")
                case 3: tracker.flush()
                default: tracker.setUserProperty("\(thread)", value: .int(Int64(number)))
                }
            }
        }
    }

    @Test("A diagnostic handler that tracks while the store fails does not deadlock")
    func noDeadlockInDiagnostics() {
        let current = Locked<Tracker?>(nil)
        let memory = InMemoryTrackingProvider()
        let tracker = Tracker(
            providers: [memory],
            options: TrackerOptions(
                consent: .undecided, store: TestStore(isFull: true),
                onDiagnostic: { _ in current.withLock { $0 }?.track("diagnostic") }))
        current.withLock { $0 = tracker }
        tracker.setConsent(.granted)
        tracker.setUserProperty("plan", value: "gold")
        tracker.setConsent(.denied)
        tracker.setConsent(.granted)
        current.withLock { $0 = nil }
        #expect(memory.events.contains { $0.name == "diagnostic" })
    }

    @Test("A store that calls the tracker does not deadlock")
    func noDeadlockInStores() {
        let store = HookedStore()
        let memory = InMemoryTrackingProvider()
        let tracker = Tracker(providers: [memory], options: TrackerOptions(consent: .undecided, store: store))
        store.beforeUpdate.withLock { $0 = { [weak tracker] in tracker?.track("from the store") } }
        tracker.setConsent(.granted)
        tracker.setUserProperty("plan", value: "gold")
        tracker.identify("ann")
        tracker.setConsent(.denied)
        tracker.setConsent(.granted)
        store.beforeUpdate.withLock { $0 = nil }
        #expect(memory.events.contains { $0.name == "from the store" })
    }

    @Test("The journal's mark keeps the denial while the store cannot be written")
    func storeRefuses() {
        let isStoreBroken = Locked(false)
        let files = FaultyFileSystem(disk) { operation throws(JournalError) in
            guard isStoreBroken.withLock({ $0 }), operation.isChange else { return operation.count }
            guard operation.path.hasPrefix(SimulatedApp.storePath) else { return operation.count }
            throw JournalError(path: operation.path, expected: "a change", found: "Operation not permitted", code: 1)
        }
        do {
            let app = SimulatedApp(on: files)
            app.track(["before"])
            isStoreBroken.withLock { $0 = true }
            app.tracker.setConsent(.denied)
            #expect(app.diagnostics.values.contains { $0.kind == .storeFailed })
            #expect(app.journal.hasUnfinishedRevocation)
        }
        #expect(SimulatedApp.upload(from: disk).isEmpty)
        let next = app()
        #expect(next.tracker.consent == .denied)
        #expect(!next.journal.hasUnfinishedRevocation)
        #expect(!disk.contains("private"))
    }

    @Test("An uploader purges and counts the events of a marked folder and delivers none")
    func uploaderObeys() throws {
        app().track(["first", "second"])
        try app(hasStore: false).journal.beginRevocation()
        let uploader = JournalUploader(JournalFolder(SimulatedApp.journalPath, in: disk))
        let result = try uploader.upload { _ in Issue.record("expected no event") }
        #expect(result.purged == 2 && result.delivered == 0)
        #expect(!disk.contains("private"))
        // No tracker has saved the denial yet.
        #expect(journal(SimulatedApp.journalPath).hasUnfinishedRevocation)
    }

    @Test("An uploader does not deliver a batch if a revocation begins while it reads the batch")
    func beganWhileReading() throws {
        let app = app()
        app.track((1...10).map { "event \($0)" })
        let reads = Locked(0)
        let files = FaultyFileSystem(disk) { operation throws(JournalError) in
            guard operation.kind == .read, operation.path.hasSuffix(".jsonl") else { return operation.count }
            let count = reads.withLock { reads in
                reads += 1
                return reads
            }
            if count == 3 { app.tracker.setConsent(.denied) }
            return operation.count
        }
        let delivered = SimulatedApp.upload(from: files, batchEvents: 100)
        #expect(reads.withLock { $0 } >= 3)
        #expect(delivered.isEmpty)
    }

    @Test("Without a store, a revocation is completed, and the consent comes from the options")
    func withoutStore() throws {
        let app = app(hasStore: false)
        app.track(["before"])
        try app.journal.beginRevocation()
        let next = self.app(.granted, hasStore: false)
        #expect(next.tracker.consent == .granted)
        next.track(["after"])
        #expect(SimulatedApp.upload(from: disk) == ["after"])
    }

    @Test("Undecided after a denial is stored and overrides the options")
    func undecidedIsStored() {
        let app = app()
        app.tracker.setConsent(.denied)
        app.tracker.setConsent(.undecided)
        #expect(self.app(.granted).tracker.consent == .undecided)
    }

    @Test("Another tracker on the store obeys a denial at once and does not overwrite it")
    func twoTrackers() {
        let (first, second) = (app(), app())
        second.track(["before"])
        first.tracker.setConsent(.denied)
        second.tracker.setUserProperty("plan", value: "gold")
        second.track(["after"])
        #expect(second.tracker.consent == .denied)
        #expect(second.tracker.counts.droppedByConsent == 1)
        #expect(app().tracker.consent == .denied)
        #expect(!disk.contains("gold") && !disk.contains("private"))
        // The other tracker obeys a grant, too.
        second.tracker.setConsent(.granted)
        first.track(["again"])
        #expect(SimulatedApp.upload(from: disk) == ["again"])
    }

    @Test("A grant that could not be saved does not undo another tracker's later denial")
    func olderGrant() {
        let (first, second) = (app(.undecided), app(.undecided))
        disk.isFull = true
        first.tracker.setConsent(.granted)
        disk.isFull = false
        second.tracker.setConsent(.denied)
        first.tracker.setUserProperty("plan", value: "gold")
        first.tracker.flush()
        #expect(first.tracker.consent == .denied)
        #expect(app().tracker.consent == .denied)
        // A new grant is newer than the denial.
        first.tracker.setConsent(.granted)
        #expect(app(.undecided).tracker.consent == .granted)
    }

    @Test("A tracker that missed a denial drops its held events when it finds a later grant")
    func missedDenial() {
        let (first, second) = (app(.undecided), app(.undecided))
        second.track(["held before"])
        first.tracker.setConsent(.denied)
        first.tracker.setConsent(.granted)
        second.track(["after"])
        #expect(second.tracker.consent == .granted)
        #expect(SimulatedApp.upload(from: disk) == ["after"])
    }

    @Test("A journal unknown to the denying tracker is purged at its own tracker's next start")
    func ownJournal() throws {
        tracker(journal()).track("before")
        app().tracker.setConsent(.denied)
        let again = journal()
        #expect(tracker(again).consent == .denied)
        #expect(again.counts.purged == 1)
        #expect(!disk.contains("before"))
    }

    @Test("A delivering denial keeps the earlier events of all trackers on the store")
    func deliverAfterDenial() {
        let (first, second) = (app(), app())
        first.track(["first"])
        second.track(["second"])
        first.tracker.revoke(.deliver)
        second.track(["after"])
        _ = app()
        #expect(SimulatedApp.upload(from: disk).sorted() == ["first", "second"])
    }

    @Test(
        "Neither a flush nor the end of a tracker writes buffered events after another tracker's denial",
        arguments: [true, false])
    func waitingInMemory(isFlushed: Bool) {
        let first = app()
        let journal: JournalProvider
        do {
            let second = SimulatedApp(on: disk, mode: .async(window: .seconds(3_600)))
            journal = second.journal
            second.track(["before"])
            while journal.counts.buffered == 0 { letOthersRun() }
            first.tracker.setConsent(.denied)
            if isFlushed {
                second.tracker.flush()
                #expect(journal.counts.purged == 1)
            }
        }
        while journal.counts.purged == 0 { letOthersRun() }
        #expect(journal.counts.written == 0)
        #expect(!disk.contains("private"))
    }
}

/// A store that calls closures. Another thread that reads it during an update receives the old state.
private final class HookedStore: TrackerStore {
    /// A closure that is called before each update, except before the updates that it makes itself.
    let beforeUpdate = Locked<(@Sendable () -> Void)?>(nil)
    let duringNextUpdate = Locked<(@Sendable () -> Void)?>(nil)
    let afterNextLoad = Locked<(@Sendable () -> Void)?>(nil)
    private let store = TestStore()
    private let updates = Locked<UInt64>(0)

    var saved: StoredTrackerState? { store.state }

    // An update changes it twice, as a store of several files does.
    var version: UInt64 { store.version + updates.withLock { $0 } }

    func load() throws -> StoredTrackerState? {
        let state = try store.load()
        afterNextLoad.withLock { $0.take() }?()
        return state
    }

    func update(_ change: (Result<StoredTrackerState?, any Error>) -> StoredTrackerState?) throws {
        let hook = beforeUpdate.withLock { $0.take() }
        hook?()
        beforeUpdate.withLock { $0 = hook }
        let next = change(.success(store.state))
        updates.withLock { $0 += 1 }
        duringNextUpdate.withLock { $0.take() }?()
        if let next { try store.save(next) }
    }
}
