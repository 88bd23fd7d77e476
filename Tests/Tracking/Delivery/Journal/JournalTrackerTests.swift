import PageViewDelivery
import FileFaults
import PageViewTracking
import TestSupport
import Testing

/// A journal behind a tracker (JR-007, JR-008, JR-011).
@Suite(.watched)
struct JournalTrackerTests {
    private let folder = TestFolder()

    @Test("In sync mode, a tracked event is in the journal when track returns")
    func sync() throws {
        let tracker = Tracker(providers: [JournalProvider(directory: folder.path)])
        for number in 1...20 {
            tracker.track("event \(number)")
            #expect(try folder.read().events.last?.name == "event \(number)")
        }
    }

    @Test("The journal writes nothing before consent, and a purging revocation leaves no event")
    func consent() throws {
        let journal = JournalProvider(directory: folder.path)
        let tracker = Tracker(providers: [journal], options: TrackerOptions(consent: .undecided))
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
        let disk = SimulatedDisk()
        let app = SimulatedApp(on: disk)
        app.track(["first"])
        disk.isFull = true
        app.tracker.track("second", ["text": .string(String(repeating: "x", count: SimulatedDisk.blockSize))])
        disk.isFull = false
        app.track(["third"])
        #expect(SimulatedApp.upload(from: disk) == ["first", "third"])
        let failures = app.diagnostics.values.filter { $0.kind == .providerFailed }
        #expect(failures.map(\.event) == ["second"])
        #expect(failures.first?.message.contains("No space left on device") == true)
    }
}
