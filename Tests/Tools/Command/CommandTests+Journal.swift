import PageViewDelivery
import Foundation
import PageViewTracking
import Testing

/// The command's subcommands for journals (JR-013).
extension CommandTests {
    private static func event(_ number: Int) -> TrackedEvent {
        TrackedEvent(
            id: EventID(high: 0, low: UInt64(number)), sequence: UInt64(number), name: "tap",
            time: WallTime(nanoseconds: Int64(number) * 1_000_000_000),
            identity: UserIdentity(anonymousID: EventID(high: 0, low: 0)))
    }

    private static func line(_ number: Int) -> String {
        #"{"v":1,"id":"00000000-0000-0000-0000-00000000000\#(number)","seq":\#(number),"kind":"custom","name":"tap","#
            + #""time":\#(number)000000000,"timestamp":0,"user":{"anonymousID":"00000000-0000-0000-0000-000000000000"}}"#
    }

    /// Creates the folder `journal` with five events in two segments. Returns the names of the segments.
    private static func journal(in folder: Folder) throws -> [String] {
        let path = folder.url.appendingPathComponent("journal").path
        let journal = JournalProvider(directory: path, limits: JournalLimits(segmentEvents: 3))
        for number in 1...5 { try journal.receive(event(number)) }
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".jsonl") }.sorted()
    }

    private static func damage(_ name: String, in folder: Folder) throws {
        let file = folder.url.appendingPathComponent("journal/\(name)")
        var bytes = try Data(contentsOf: file)
        // This byte is in the second record.
        bytes[300] ^= 1
        try bytes.write(to: file)
    }

    @Test("The command journal cat writes the events of a journal in order, and reports the place of a damaged one")
    func journalCat() async throws {
        let folder = try Folder()
        let names = try Self.journal(in: folder)
        let whole = try await Run.pageview(["journal", "cat", "journal"], in: folder).succeeded()
        #expect(whole.lines == (1...5).map(Self.line))
        try Self.damage(names[0], in: folder)
        let run = try await Run.pageview(["journal", "cat", "journal"], in: folder).failed(65)
        #expect(run.lines == [1, 3, 4, 5].map(Self.line) && run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("journal/\(names[0]):2:1: expected an event with the checksum "))
    }

    @Test("The command journal verify counts records and problems")
    func journalVerify() async throws {
        let folder = try Folder()
        let names = try Self.journal(in: folder)
        let well = try await Run.pageview(["journal", "verify", "journal"], in: folder).succeeded()
        #expect(well.text == "5 records, 0 problems\n")
        try Self.damage(names[0], in: folder)
        let run = try await Run.pageview(["journal", "verify", "journal"], in: folder).failed(65)
        #expect(run.lines.count == 2)
        #expect(run.lines[0].hasPrefix("journal/\(names[0]):2:1: expected an event with the checksum "))
        #expect(run.lines[1] == "4 records, 1 problems")
        #expect(run.errors.isEmpty)
    }

    @Test("The command journal stat writes sizes, counts and times, in lines or as JSON")
    func journalStat() async throws {
        let folder = try Folder()
        let names = try Self.journal(in: folder)
        let bytes = try names.map { try Data(contentsOf: folder.url.appendingPathComponent("journal/\($0)")).count }
        let total = bytes.reduce(0, +)
        let run = try await Run.pageview(["journal", "stat", "journal"], in: folder).succeeded()
        #expect(
            run.lines == [
                "segments      2", "in use        0", "records       5", "acknowledged  0", "bytes         \(total)",
                "problems      0", "quarantined   0", "oldest        1970-01-01T00:00:01.000Z",
                "newest        1970-01-01T00:00:05.000Z",
            ])
        let json = try await Run.pageview(["journal", "stat", "--json", "journal"], in: folder)
        #expect(
            json.text
                == #"{"segments":2,"segmentsInUse":0,"records":5,"acknowledged":0,"bytes":\#(total),"problems":0,"#
                + #""quarantined":0,"oldest":"1970-01-01T00:00:01.000Z","newest":"1970-01-01T00:00:05.000Z"}"# + "\n")
        try folder.makeFolder("empty")
        let empty = try await Run.pageview(["journal", "stat", "--json", "empty"], in: folder)
        #expect(empty.text.contains(#""records":0,"#) && empty.text.hasSuffix(#""oldest":null,"newest":null}"# + "\n"))
    }

    @Test("A file of arbitrary bytes in a journal is one problem and hides no record", arguments: HostileInput.allCases)
    func journalHostile(input: HostileInput) async throws {
        let folder = try Folder()
        _ = try Self.journal(in: folder)
        try folder.write(input.bytes, to: "journal/0000000000000001-0000000000000000.jsonl")
        let run = try await Run.pageview(["journal", "verify", "journal"], in: folder).failed(65)
        #expect(run.lines.last == "5 records, 1 problems")
    }

    @Test("A missing folder or a file is no journal", arguments: ["cat", "verify", "stat"])
    func noJournal(command: String) async throws {
        let folder = try Folder(["file": ""])
        let run = try await Run.pageview(["journal", command, "file"], in: folder).failed(66)
        #expect(run.errors == "file: expected the folder of a journal, found a file; name the folder of its files\n")
        #expect(run.output.isEmpty)
        #expect(try await Run.pageview(["journal", command, "none"], in: folder).status == 66)
    }
}
