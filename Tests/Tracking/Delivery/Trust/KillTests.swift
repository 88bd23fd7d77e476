import PageViewDelivery
import Foundation
import PageViewTracking
import TestSupport
import Testing

/// Processes killed before each of their file operations in turn (CO-004, JR-007 to JR-011).
@Suite(.watched)
struct KillTests {
    /// Runs processes until one is not killed. Returns the number of kills.
    private func atEveryOperation(_ how: String, _ body: (TestFolder, [String]) throws -> Void) throws -> Int {
        for number in stride(from: 1, to: .max, by: TestDepth.number(9, proof: 1)) {
            let folder = try TestFolder()
            if how == "deliver" { try fill(folder) }
            let lines = try VictimProcess(in: folder, how: how, number: number).rest()
            try body(folder, lines)
            if lines.last == "done" {
                FaultProof.claim("\(how), killed at each of \(number - 1) operations on a real disk")
                return number - 1
            }
        }
        return 0
    }

    private func fill(_ folder: TestFolder) throws {
        let journal = JournalProvider(
            directory: folder.path + "/journal", limits: JournalLimits(segmentBytes: 1 << 10))
        try journal.configure()
        for number in 1...20 { try journal.receive(.numbered(number, name: "event \(number)")) }
    }

    private func upload(_ folder: TestFolder) throws -> [String] {
        var names: [String] = []
        try JournalUploader(directory: folder.path + "/journal", batchEvents: 3).upload { names += $0.map(\.name) }
        return names
    }

    private func tracker(_ folder: TestFolder) -> Tracker {
        Tracker(
            providers: [JournalProvider(directory: folder.path + "/journal")],
            options: TrackerOptions(consent: .undecided, store: FileTrackerStore(path: folder.path + "/tracker.json")))
    }

    @Test("A revocation killed at any operation is complete after the next start or never began")
    func revocation() throws {
        for isUploaderFirst in [true, false] {
            let kills = try atEveryOperation("revoke") { folder, lines in
                var delivered = isUploaderFirst ? try upload(folder) : []
                let tracker = tracker(folder)
                delivered += try upload(folder)
                guard tracker.consent == .granted else {
                    #expect(tracker.consent == .denied)
                    #expect(delivered.isEmpty)
                    return
                }
                #expect(lines.last == "revoking")
                #expect(delivered == (1...10).map { "before \($0)" })
            }
            #expect(kills > 10)
        }
    }

    @Test("An app killed at any operation of a write loses and repeats no acknowledged event")
    func writing() throws {
        let kills = try atEveryOperation("write") { folder, lines in
            let acknowledged = lines.filter { $0 != "done" }.count
            let count = try upload(folder).count
            #expect(count == acknowledged || count == acknowledged + 1)
        }
        #expect(kills > 30)
    }

    @Test("An uploader killed at any operation delivers every event and repeats at most one batch")
    func delivering() throws {
        let kills = try atEveryOperation("deliver") { folder, lines in
            let delivered = lines.filter { $0 != "done" }
            let all = delivered + (try upload(folder))
            #expect(Set(all) == Set((1...20).map { "event \($0)" }))
            #expect(all.count <= 20 + 3)
            #expect(try upload(folder).isEmpty)
        }
        #expect(kills > 50)
    }

    @Test("A store killed at any operation of a save has the complete old or the complete new state")
    func saving() throws {
        let kills = try atEveryOperation("save") { folder, lines in
            let tracker = tracker(folder)
            #expect(tracker.consent == .granted)
            #expect(tracker.identity.userID == "second" || lines.isEmpty && tracker.identity.userID == "first")
        }
        #expect(kills > 5)
    }
}
