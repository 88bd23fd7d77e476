import PageViewDelivery
import PageViewTracking
import TestSupport
import Testing

/// Power-cut-safe segments of earlier versions, which have zeros behind their records (JR-017).
@Suite(.watched)
struct LegacySegmentTests {
    private static let name = "1a2b3c4d5e6f7081-0123456789abcdef-safe.jsonl"

    /// The records of three events, as an earlier version wrote them under this name.
    private static let records = [(1, "739d43f5"), (2, "75985847"), (3, "8b3f7c86")].flatMap { number, checksum in
        Array(
            (#"{"crc":"\#(checksum)","length":"0000178","event":{"v":1,"id":"00000000-0000-0000-0000-00000000000\#(number)""#
                + #","seq":\#(number),"kind":"custom","name":"numbered","time":\#(number),"timestamp":0"#
                + #","user":{"anonymousID":"00000000-0000-0000-0000-000000000000"}}}"# + "\n").utf8)
    }
    private static let recordLength = records.count / 3
    /// The segment of a killed process.
    private static let killed = records + [UInt8](repeating: 0, count: 65_536 - records.count)

    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func read(_ bytes: some Sequence<UInt8>) throws -> (numbers: [UInt64], problems: [JournalProblem]) {
        try folder.write(bytes, to: Self.name)
        let (events, problems) = try folder.read()
        return (events.map(\.sequence), problems)
    }

    @Test(
        "Closed and killed segments are delivered without a problem, in order with other segments, and are removed",
        arguments: [records, killed])
    func delivered(bytes: [UInt8]) throws {
        let journal = JournalProvider(directory: folder.path)
        try folder.write(bytes, to: Self.name)
        for number in 4...6 { try journal.receive(.numbered(number)) }
        #expect(try folder.read().events == (1...6).map { .numbered($0) })
        #expect(try folder.read().problems.isEmpty)
        let (events, result) = try folder.upload(batchEvents: 2)
        #expect(events.map(\.sequence) == Array(1...6) && result.problems == 0)
        #expect(try !folder.contents.contains { $0.contains("safe") })
    }

    @Test("A segment of zeros alone is removed without a problem")
    func zeros() throws {
        try folder.write([UInt8](repeating: 0, count: 70_000), to: Self.name)
        let (events, result) = try folder.upload()
        #expect(events.isEmpty && result.problems == 0)
        #expect(try folder.contents.isEmpty)
    }

    @Test("A torn record before the zeros is one problem")
    func torn() throws {
        let end = Self.records.count
        for lost in stride(from: 1, to: 150, by: 7) {
            var torn = Self.killed
            torn.replaceSubrange((end - lost)..<end, with: [UInt8](repeating: 0, count: lost))
            let (numbers, problems) = try read(torn)
            #expect(numbers == [1, 2])
            #expect(problems.map(\.offset) == [2 * Self.recordLength])
        }
    }

    @Test("A record of another segment is a problem")
    func otherSegment() throws {
        let journal = JournalProvider(directory: folder.path)
        try journal.receive(.numbered(4))
        let foreign = try folder.bytes(try #require(folder.segments.first))
        try journal.purge()
        let (numbers, problems) = try read(Self.records + foreign + [0, 0, 0])
        #expect(numbers == [1, 2, 3])
        #expect(problems.map(\.offset) == [Self.records.count])
    }

    @Test("While its process runs, a reader stops at an incomplete record and continues when the record is complete")
    func inUse() throws {
        try folder.write(Self.killed, to: Self.name)
        var owner: (any OpenFile)? = try SystemFileSystem().open(folder.path + "/" + Self.name, for: .updating)
        #expect(owner?.lock() == true)
        // As if the reader had seen a later part of a write before an earlier one.
        let place = Self.recordLength + 60
        try folder.overwrite(Self.name, at: place, with: [0])
        #expect(try folder.read().problems.isEmpty)
        #expect(try folder.upload().events.map(\.sequence) == [1])
        try folder.overwrite(Self.name, at: place, with: [Self.killed[place]])
        #expect(try folder.upload().events.map(\.sequence) == [2, 3])
        #expect(try folder.segments == [Self.name])
        try folder.overwrite(Self.name, at: place, with: [0])
        owner = nil
        #expect(try folder.read().events.map(\.sequence) == [1, 3])
        #expect(try folder.read().problems.count == 1)
    }
}
