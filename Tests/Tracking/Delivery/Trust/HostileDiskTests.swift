import PageViewDelivery
import FileFaults
import Foundation
import PageViewLifecycle
import TestSupport
import Testing

/// The limits of the harm that a hostile or failing disk can do (JR-005, JR-008, JR-015, CO-006).
@Suite(.watched)
struct HostileDiskTests {
    private static let name = "0000000000000001-0000000000000000.jsonl"

    @Test("Reading time grows with the bytes of a segment, whatever lengths its records claim")
    func falseClaims() throws {
        // A checksum over each claimed length would take thousands of times as long.
        var bytes: [UInt8] = []
        let count = TestDepth.number(15_000, proof: 90_000)
        // A claim that exceeds the file costs nothing.
        let length = TestDepth.isProof ? "1999999" : "0199999"
        for number in 0..<count {
            bytes += Array("{\"crc\":\"0000000\(number % 10)\",\"length\":\"\(length)\",\"event\":\n".utf8)
        }
        for _ in 0..<(count / 5) { bytes += Array("{\"crc\":\"00000000\",\"length\":\"0000000\",\"event\":} ".utf8) }
        let folder = TestFolder()
        try folder.write(bytes, to: Self.name)
        let hostile = try ContinuousClock().measure {
            let (events, problems) = try folder.read()
            #expect(events.isEmpty && problems.count > count)
        }
        // The same bytes without a claimed length.
        try folder.write(bytes.map { $0 == UInt8(ascii: "{") ? UInt8(ascii: "x") : $0 }, to: Self.name)
        let innocent = try ContinuousClock().measure { _ = try folder.read() }
        #expect(hostile < innocent * 100 + .seconds(5))
    }

    @Test("Reading a segment in use needs fewer than two reads for each claimed length", arguments: [1_000, 4_000])
    func falseClaimsInUse(lines: Int) throws {
        let disk = SimulatedDisk()
        let reads = Locked(0)
        let files = FaultyFileSystem(disk) { operation throws(JournalError) in
            if operation.kind == .read { reads.withLock { $0 += 1 } }
            return operation.count
        }
        _ = try disk.makeFolder("/journal")
        let file = try disk.open("/journal/" + Self.name, for: .appendingToNew)
        #expect(file.lock())
        for number in 0..<lines {
            try file.writeAll(Array("{\"crc\":\"0000000\(number % 10)\",\"length\":\"1999999\",\"event\":\n".utf8))
        }
        var reader = try SegmentReader("/journal/" + Self.name, in: files)
        var problems = 0
        while try reader.next() != nil { problems += 1 }
        #expect(problems >= lines - 1)
        // Each claim needs one read at the end of the file. Reading the rest for each would need dozens.
        #expect(reads.withLock { $0 } < 2 * lines)
    }

    @Test("A file of the largest possible size does not crash a journal")
    func largestSize() throws {
        let folder = TestFolder()
        for name in [Self.name, "0000000000000002-0000000000000000.jsonl"] {
            try folder.write([0x0A], to: name)
            guard unsafe truncate(folder.path + "/" + name, off_t.max) == 0 else { continue }
        }
        try JournalProvider(directory: folder.path).receive(.numbered(1))
    }

    @Test("Files with fixed names are never written or read through a link")
    func links() throws {
        let folder = TestFolder()
        let target = folder.path + "/target"
        for name in ["quarantine.jsonl", "uploading", "revocation.none"] {
            let path = folder.path + "/" + name
            try FileManager.default.makeFolder(path)
            try folder.write(Array("precious".utf8), to: "target")
            let link = path + "/" + name
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            do {
                let journal = JournalProvider(directory: path)
                try? journal.configure()
                try journal.write(1...3)
            }
            let segment = try #require(
                FileManager.default.contentsOfDirectory(atPath: path).first { SegmentName(file: $0) != nil })
            try folder.append(Array("garbage".utf8), to: name + "/" + segment)
            _ = try? JournalUploader(directory: path).upload { _ in }
            try? JournalProvider(directory: path).purge()
            #expect(try folder.bytes("target") == Array("precious".utf8), "\(name)")
        }
        let link = folder.path + "/tracker.json"
        try folder.write(Array(#"{"v":1,"consent":"granted"}"#.utf8), to: "target")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let tracker = Tracker(providers: [], options: TrackerOptions(store: FileTrackerStore(path: link)))
        #expect(tracker.consent == .undecided)
        tracker.setConsent(.denied)
        #expect(try folder.bytes("target") == Array(#"{"v":1,"consent":"granted"}"#.utf8))
    }

    @Test("The names of new folders, and of a power-cut-safe segment, are synchronized before a write there")
    func parents() throws {
        let operations = Log<String>()
        let files = FaultyFileSystem(SimulatedDisk()) { operation throws(JournalError) in
            if operation.isChange { operations.append(operation.description) }
            return operation.count
        }
        try JournalProvider(JournalFolder("/a/b/journal", in: files), mode: .sync, isPowerCutSafe: true)
            .receive(.numbered(1))
        #expect(
            operations.values.starts(with: [
                "makeFolder /a", "synchronizeFolder /", "makeFolder /a/b", "synchronizeFolder /a",
                "makeFolder /a/b/journal", "synchronizeFolder /a/b",
            ]))
        let last = operations.values.suffix(3).map { String($0.prefix { $0 != " " }) }
        #expect(last == ["synchronizeFolder", "write", "synchronize"])
    }

    @Test("A journal on a slow disk blocks neither other providers nor other threads")
    func slowDisk() {
        let checkpoint = Checkpoint()
        let files = FaultyFileSystem(SimulatedDisk()) { operation throws(JournalError) in
            if operation.kind == .write, operation.path.hasSuffix(".jsonl") { checkpoint.stop() }
            return operation.count
        }
        let memory = InMemoryTrackingProvider()
        let journal = JournalProvider(JournalFolder("/journal", in: files), mode: .async(window: .zero))
        let tracker = Tracker(providers: [memory, journal])
        tracker.track("first")
        checkpoint.waitForArrival()
        for number in 1...100 { tracker.track("\(number)") }
        #expect(memory.events.count == 101)
        let denial = TestThread { tracker.setConsent(.denied) }
        while tracker.consent != .denied { letOthersRun() }
        tracker.track("late")
        #expect(memory.events.count == 101)
        checkpoint.open()
        denial.join()
        tracker.flush()
        #expect(journal.counts.written <= 101)
    }
}
