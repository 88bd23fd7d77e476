import PageViewDelivery
import Foundation
import PageViewTracking
import TestSupport
import Testing

/// Writing a journal (JR-001, JR-003, JR-006 to JR-008).
@Suite(.watched)
struct JournalProviderTests {
    private let folder = TestFolder()

    @Test("In sync mode, an event is readable in the open journal when receive returns")
    func sync() throws {
        let journal = JournalProvider(directory: folder.path)
        #expect(journal.delivery == .inline)
        #expect(journal.flushInterval == nil)
        try journal.configure()
        #expect(try folder.segments.isEmpty)
        var random = AnyEvents(seed: 4)
        var written: [TrackedEvent] = []
        for _ in 0..<20 {
            written.append(random.next())
            try journal.receive(written[written.count - 1])
            #expect(try folder.read().events == written)
        }
        #expect(try folder.read().problems.isEmpty)
        #expect(journal.counts.written == 20)
        #expect(journal.counts.buffered == 0)
    }

    @Test("In sync mode, a tracked event is in the journal when track returns, even while another provider blocks")
    func syncBehindTracker() throws {
        let gate = Gate()
        let journal = JournalProvider(directory: folder.path)
        let tracker = Tracker(providers: [TestProvider(onConfigure: { gate.pass() }), journal])
        for number in 1...20 {
            tracker.track("event \(number)")
            #expect(try folder.read().events.last?.name == "event \(number)")
        }
        gate.open()
        #expect(tracker.flush())
    }

    @Test("In async mode, a flush, a full buffer or the journal's end writes the events")
    func async() throws {
        do {
            let journal = JournalProvider(
                directory: folder.path, mode: .async(window: .milliseconds(250)),
                limits: JournalLimits(bufferBytes: 2_000))
            #expect(journal.delivery == .queued)
            #expect(journal.flushInterval == .milliseconds(250))
            try journal.configure()
            try journal.write(1...5)
            #expect(try folder.read().events.isEmpty)
            #expect(journal.counts.buffered == 5)
            try journal.flush()
            #expect(try folder.sequences == Array(1...5))
            try journal.write(6...30)
            let early = try folder.read().events.count
            #expect(early > 5 && early < 30)
            #expect(journal.counts.written == early && journal.counts.buffered == 30 - early)
        }
        #expect(try folder.sequences == Array(1...30))
    }

    @Test("Each line is JSON that contains the length and the checksum of its event")
    func lines() throws {
        let journal = JournalProvider(directory: folder.path)
        try journal.write(1...3, text: "a\nb\0\"")
        let lines = try folder.bytes(try #require(folder.segments.first)).split(separator: 0x0A)
        #expect(lines.count == 3)
        for (index, line) in lines.enumerated() {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            let event = line.dropFirst(45).dropLast()
            #expect(object["length"] as? String == String(repeating: "0", count: 4) + "\(event.count)")
            let checksum = String(CRC32C.checksum(event), radix: 16)
            #expect(object["crc"] as? String == String(repeating: "0", count: 8 - checksum.count) + checksum)
            #expect((object["event"] as? [String: Any])?["seq"] as? Int == index + 1)
        }
    }

    @Test(
        "Checksums equal published values",
        arguments: [
            ([], 0), (Array("123456789".utf8), 0xE306_9283), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0...31), 0x46DD_794E),
            (Array((0...31).reversed()), 0x113F_DB5C), (Array("a".utf8), 0xC1D0_4330),
        ] as [([UInt8], UInt32)])
    func publishedChecksums(bytes: [UInt8], checksum: UInt32) {
        #expect(CRC32C.checksum(bytes[...]) == checksum)
    }

    @Test("A segment ends at its limit of bytes or of events", arguments: [(1_000, 10_000), (1 << 20, 4)])
    func rotation(bytes: Int, events: Int) throws {
        for mode in [JournalMode.sync, .async(window: .seconds(1))] {
            let folder = TestFolder()
            let journal = JournalProvider(
                directory: folder.path, mode: mode, limits: JournalLimits(segmentBytes: bytes, segmentEvents: events))
            try journal.write(1...40)
            try journal.flush()
            #expect(try folder.segments.count >= 10)
            for segment in try folder.segments {
                let segment = try folder.bytes(segment)
                #expect(segment.count <= bytes)
                #expect(segment.count { $0 == 0x0A } <= events)
            }
            #expect(try folder.sequences == Array(1...40))
        }
    }

    @Test("An event larger than a segment has a segment of its own")
    func large() throws {
        let journal = JournalProvider(directory: folder.path, limits: JournalLimits(segmentBytes: 1_000))
        try journal.write(1...2)
        try journal.write(3...4, text: String(repeating: "\0", count: TestDepth.number(2_000, proof: 60_000)))
        try journal.write(5...5)
        #expect(try folder.segments.count == 4)
        #expect(try folder.sequences == Array(1...5))
        #expect(try folder.read().problems.isEmpty)
    }

    @Test("An event too large or too deep is rejected with an error, and the next one is accepted")
    func refused() throws {
        let journal = JournalProvider(directory: folder.path)
        var deep = AnalyticsValue.null
        for _ in 0..<2_000 { deep = .array([deep]) }
        var event = TrackedEvent.numbered(1)
        event.payload = ["deep": deep]
        let tooDeep = #expect(throws: JournalError.self) { try journal.receive(event) }
        #expect(tooDeep?.expected == "a payload of at most 500 levels in 'numbered'")
        let long = String(repeating: "x", count: RecordFrame.longestEvent)
        #expect(throws: JournalError.self) { try journal.receive(.numbered(2, text: long)) }
        try journal.receive(.numbered(3))
        #expect(journal.counts.rejected == 2)
        #expect(try folder.sequences == [3])
    }

    @Test("The journal stays within its byte limit and counts and reports the dropped oldest events")
    func bounded() throws {
        let diagnostics = Log<TrackingDiagnostic>()
        let limits = JournalLimits(totalBytes: 10_000, segmentBytes: 2_000)
        let journal = JournalProvider(directory: folder.path, limits: limits)
        journal.reportDiagnostics { diagnostics.append($0) }
        for number in 1...500 {
            try journal.receive(.numbered(number))
            let sizes = try folder.segments.map { try folder.bytes($0).count }
            #expect(sizes.reduce(0, +) <= 10_000)
        }
        #expect(diagnostics.values.allSatisfy { $0.kind == .eventsDropped })
        let dropped = diagnostics.values.reduce(0) { sum, diagnostic in
            sum + (diagnostic.message.split(separator: " ").dropLast(2).last.flatMap { UInt64($0) } ?? 0)
        }
        #expect(dropped > 400)
        #expect(journal.counts.dropped == dropped)
        #expect(try folder.sequences == Array(dropped + 1...500))
    }

    @Test("Acknowledged events do not count as dropped")
    func dropsOfAcknowledged() throws {
        let limits = JournalLimits(totalBytes: 4_000, segmentBytes: 2_000)
        do {
            let journal = JournalProvider(directory: folder.path, limits: limits)
            try journal.write(1...5)
            // The segment is in use, so it stays.
            #expect(try folder.upload().events.count == 5)
            try journal.write(6...7)
        }
        let diagnostics = Log<TrackingDiagnostic>()
        let journal = JournalProvider(directory: folder.path, limits: limits)
        journal.reportDiagnostics { diagnostics.append($0) }
        try journal.write(8...20)
        #expect(diagnostics.values.first?.message.hasSuffix("was removed with 2 undelivered events") == true)
    }

    @Test("Segments of another writer are purged but not dropped, and the writer continues in a new one")
    func othersStay() throws {
        let limits = JournalLimits(totalBytes: 4_000, segmentBytes: 2_000)
        let other = JournalProvider(directory: folder.path, limits: limits)
        try other.write(1...3)
        let journal = JournalProvider(directory: folder.path, limits: limits)
        try journal.write(101...160)
        #expect(try folder.sequences.starts(with: [1, 2, 3]))
        try journal.purge()
        try other.write(4...4)
        try journal.write(161...161)
        #expect(try folder.sequences == [4, 161])
        #expect(try folder.read().problems.isEmpty)
    }

    @Test("A purge removes the events in files and in memory, and writing continues")
    func purge() throws {
        try folder.fill(1...3)
        let journal = JournalProvider(directory: folder.path, mode: .async(window: .seconds(1)))
        try journal.write(4...6)
        try journal.flush()
        try journal.write(7...8)
        try journal.purge()
        #expect(try folder.contents.isEmpty)
        #expect(journal.counts.purged == 8)
        try journal.flush()
        #expect(try folder.contents.isEmpty)
        try journal.write(9...9)
        try journal.flush()
        #expect(try folder.sequences == [9])
    }

    @Test(
        "Segments sort in the order of their creation, even if the clock has been set back or has no later time",
        arguments: ["7d00000000000000-ffffffffffffffff.jsonl", "ffffffffffffffff-0000000000000000.jsonl"])
    func clockSetBack(newest: String) throws {
        // The first name is from the year 2255, the other one has the highest possible time.
        try folder.write([], to: newest)
        let journal = JournalProvider(directory: folder.path, limits: JournalLimits(segmentEvents: 1))
        try journal.write(1...30)
        #expect(try folder.segments.allSatisfy { $0 >= newest })
        #expect(try folder.sequences == Array(1...30))
    }

    @Test("A journal never appends to the torn segment of an earlier process")
    func tornEnd() throws {
        try folder.fill(1...3)
        let segment = try #require(folder.segments.first)
        let torn = try folder.bytes(segment).dropLast(10)
        try folder.write(torn, to: segment)
        let journal = JournalProvider(directory: folder.path)
        try journal.write(4...6)
        #expect(try folder.bytes(segment) == Array(torn))
        #expect(try folder.sequences == [1, 2, 4, 5, 6])
        #expect(try folder.read().problems.count == 1)
    }

    @Test("Several threads write to one journal without losing or mixing events")
    func threads() throws {
        let journal = JournalProvider(directory: folder.path, limits: JournalLimits(segmentBytes: 4_000))
        onThreads(4) { thread in
            for number in 0..<100 { try? journal.receive(.numbered(thread * 1_000 + number)) }
        }
        let numbers = try folder.sequences
        #expect(Set(numbers).count == 400 && numbers.count == 400)
        for thread in 0..<4 {
            let own = numbers.filter { Int($0) / 1_000 == thread }
            #expect(own == own.sorted())
        }
    }

    @Test("A folder that cannot be created is an error with its path and the system's message")
    func noFolder() throws {
        try folder.write([], to: "file")
        let journal = JournalProvider(directory: folder.path + "/file/journal")
        let error = #expect(throws: JournalError.self) { try journal.configure() }
        #expect(error?.description == "\(folder.path)/file: expected to make the folder, found: File exists")
        #expect(error?.code == EEXIST)
        #expect(throws: JournalError.self) { try journal.receive(.numbered(1)) }
        let deep = JournalProvider(directory: folder.path + "/a//b/c/")
        try deep.configure()
        try deep.receive(.numbered(1))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a/b/c").count == 4)
    }
}
