import FileFaults
import PageViewDelivery
import PageViewLifecycle
import PageViewTracking
import TestSupport
import Testing

/// Segments with reserved space, which power-cut-safe journals write (JR-017).
@Suite(.watched)
struct SafeSegmentTests {
    private func journal(
        in folder: TestFolder, mode: JournalMode = .sync, segmentBytes: Int = 1 << 20
    ) -> JournalProvider {
        JournalProvider(
            directory: folder.path, mode: mode, isPowerCutSafe: true, limits: JournalLimits(segmentBytes: segmentBytes))
    }

    /// Returns the name and the bytes of a segment with some events, as a killed process leaves it.
    private func killed(_ numbers: ClosedRange<Int>) throws -> (name: String, bytes: [UInt8], records: Int) {
        let folder = try TestFolder()
        let journal = journal(in: folder)
        for number in numbers { try journal.receive(.numbered(number)) }
        let name = try #require(folder.segments.first)
        let bytes = try folder.bytes(name)
        return (name, bytes, try #require(bytes.firstIndex(of: 0)))
    }

    @Test("A segment in use has zeros behind its records, which are no problem and go with the journal")
    func inUse() throws {
        let folder = try TestFolder()
        do {
            let journal = journal(in: folder)
            for number in 1...3 {
                try journal.receive(.numbered(number))
                let bytes = try folder.bytes(try #require(folder.segments.first))
                #expect(bytes.count == 65_536 && bytes.last == 0)
                #expect(try folder.read().events.map(\.sequence) == Array(1...UInt64(number)))
                #expect(try folder.read().problems.isEmpty)
                #expect(try folder.upload().events.map(\.sequence) == [UInt64(number)])
            }
        }
        #expect(try !folder.bytes(try #require(folder.segments.first)).contains(0))
        #expect(try folder.upload().events.isEmpty)
        #expect(try folder.contents.isEmpty)
    }

    @Test("The reserved space grows with the segment up to its limit, so few writes change the size of the file")
    func space() throws {
        for (segmentBytes, count) in [
            (1_000, TestDepth.number(80, proof: 600)), (300_000, TestDepth.number(400, proof: 600)),
        ] {
            let folder = try TestFolder()
            let journal = journal(in: folder, segmentBytes: segmentBytes)
            var sizes: [String: Set<Int>] = [:]
            for number in 1...count {
                try journal.receive(.numbered(number, text: String(repeating: "x", count: 400)))
                let newest = try #require(folder.segments.last)
                sizes[newest, default: []].insert(try folder.size(newest))
            }
            #expect(sizes.values.allSatisfy { $0.count <= 3 && ($0.max() ?? 0) <= segmentBytes })
            #expect(try folder.read().events.count == count)
            #expect(try folder.read().problems.isEmpty)
        }
    }

    @Test("An uploader delivers and removes the segment that a killed process left with zeros")
    func leftByKill() throws {
        let (name, bytes, _) = try killed(1...3)
        let folder = try TestFolder()
        try folder.write(bytes, to: name)
        #expect(try folder.read().problems.isEmpty)
        let (events, result) = try folder.upload(batchEvents: 2)
        #expect(events.map(\.sequence) == [1, 2, 3])
        #expect(result.problems == 0)
        #expect(try folder.contents.isEmpty)
        // A segment of zeros alone contains nothing.
        try folder.write([UInt8](repeating: 0, count: 70_000), to: name)
        #expect(try folder.upload().events.isEmpty)
        #expect(try folder.contents.isEmpty)
    }

    @Test("A record of another segment is not read, neither from a power-cut-safe one nor from a plain one")
    func otherSegment() throws {
        let (name, bytes, records) = try killed(1...3)
        let (_, other, otherRecords) = try killed(4...5)
        let plainFolder = try TestFolder()
        let plain = JournalProvider(directory: plainFolder.path)
        try plain.receive(.numbered(6))
        let foreign = other[..<otherRecords] + (try plainFolder.bytes(try #require(plainFolder.segments.first)))
        let folder = try TestFolder()
        try folder.write(bytes[..<records] + foreign + [0, 0, 0], to: name)
        let (events, problems) = try folder.read()
        #expect(events.map(\.sequence) == [1, 2, 3])
        #expect(problems.count == 3)
    }

    @Test("A torn record before the zeros is one problem that ends before them")
    func torn() throws {
        let (name, bytes, records) = try killed(1...3)
        for lost in stride(from: 1, to: 150, by: 7) {
            let folder = try TestFolder()
            var torn = bytes
            torn.replaceSubrange((records - lost)..<records, with: [UInt8](repeating: 0, count: lost))
            try folder.write(torn, to: name)
            let (events, problems) = try folder.read()
            #expect(events.map(\.sequence) == [1, 2])
            #expect(problems.count == 1)
            #expect(problems.last.map { $0.offset + $0.length } == records - lost)
            // Sectors behind a lost one may be on the disk.
            torn.replaceSubrange((records - 1)..<records, with: [0x0A])
            try folder.write(torn, to: name)
            #expect(try folder.read().events.map(\.sequence) == (lost == 1 ? [1, 2, 3] : [1, 2]))
        }
    }

    @Test("In a segment in use, a reader stops at an incomplete record and continues when the process has ended")
    func incompleteInUse() throws {
        let folder = try TestFolder()
        var journal: JournalProvider? = journal(in: folder)
        for number in 1...3 { try journal?.receive(.numbered(number)) }
        let name = try #require(folder.segments.first)
        let bytes = try folder.bytes(name)
        let second = try #require(bytes.firstIndex(of: 0x0A)) + 60
        // As if the reader had seen a later part of a write before an earlier one.
        try folder.overwrite(name, at: second, with: [0])
        #expect(try folder.read().events.map(\.sequence) == [1])
        #expect(try folder.read().problems.isEmpty)
        #expect(try folder.upload().events.map(\.sequence) == [1])
        try folder.overwrite(name, at: second, with: [bytes[second]])
        #expect(try folder.upload().events.map(\.sequence) == [2, 3])
        try folder.overwrite(name, at: second, with: [0])
        journal = nil
        #expect(try folder.read().events.map(\.sequence) == [1, 3])
        #expect(try folder.read().problems.count == 1)
    }

    @Test("Segments of both kinds in one folder are read, delivered and dropped in their order")
    func bothKinds() throws {
        let folder = try TestFolder()
        do {
            let plain = JournalProvider(directory: folder.path)
            for number in 1...3 { try plain.receive(.numbered(number)) }
        }
        do {
            let safe = journal(in: folder, mode: .async(window: .seconds(1)))
            for number in 4...6 { try safe.receive(.numbered(number)) }
        }
        do {
            let plain = JournalProvider(directory: folder.path)
            for number in 7...9 { try plain.receive(.numbered(number)) }
        }
        #expect(try folder.segments.map { $0.contains("-safe") } == [false, true, false])
        #expect(try folder.read().events.map(\.sequence) == Array(1...9))
        #expect(try folder.upload(batchEvents: 4).events.map(\.sequence) == Array(1...9))
        #expect(try folder.contents.isEmpty)
        // A drop counts the records without the zeros.
        let (name, bytes, records) = try killed(1...3)
        try folder.write(bytes, to: name)
        let drops = Log<JournalDrop>()
        let limits = JournalLimits(totalBytes: 4_000, segmentBytes: 2_000)
        let journal = JournalProvider(directory: folder.path, limits: limits) { drops.append($0) }
        try journal.receive(.numbered(10))
        #expect(drops.values.map(\.events) == [3])
        #expect(drops.values.map(\.bytes) == [records])
        #expect(drops.values.map(\.isAtLeast) == [false])
    }

    @Test("On a full disk, a power-cut-safe journal rejects new events, keeps all others and recovers")
    func fullDisk() throws {
        for blocks in stride(from: 3, through: 90, by: TestDepth.number(11, proof: 1)) {
            let disk = SimulatedDisk(blocks: blocks)
            let files = JournalFolder("/journal", in: disk)
            let journal = JournalProvider(
                files, mode: .sync, isPowerCutSafe: true, limits: JournalLimits(segmentBytes: 9_000))
            var written: [UInt64] = []
            for number in 1...60 where (try? journal.receive(.numbered(number))) != nil {
                written.append(UInt64(number))
            }
            #expect(journal.counts.rejected == 60 - written.count)
            let next = disk.afterPowerCut { _, count in count - 1 }
            for disk in [disk, next] {
                var delivered: [UInt64] = []
                try JournalUploader(JournalFolder("/journal", in: disk)).upload { delivered += $0.map(\.sequence) }
                #expect(delivered == written, "\(blocks) blocks")
            }
        }
        for count in stride(from: 0, through: 30, by: TestDepth.number(5, proof: 1)) {
            let disk = SimulatedDisk()
            let journal = JournalProvider(
                JournalFolder("/journal", in: disk), mode: .sync, isPowerCutSafe: true,
                limits: JournalLimits(segmentBytes: 3_000))
            var written: [UInt64] = []
            for number in 0...60 {
                disk.isFull = number >= count && number < 50
                if (try? journal.receive(.numbered(number))) != nil { written.append(UInt64(number)) }
            }
            #expect(written.starts(with: (0..<UInt64(count)).prefix(count)))
            #expect(written.suffix(11) == Array(50...60) && written.count < 61)
            var delivered: [UInt64] = []
            try JournalUploader(JournalFolder("/journal", in: disk)).upload { delivered += $0.map(\.sequence) }
            #expect(delivered == written, "full from event \(count) on")
        }
    }

    @Test("After a failed synchronization, the event is rejected and the next event begins another segment")
    func failedSynchronization() throws {
        let disk = SimulatedDisk()
        let isBroken = Locked(false)
        let files = FaultyFileSystem(disk) { operation throws(JournalError) in
            if operation.kind == .synchronize, isBroken.withLock({ $0 }) {
                throw JournalError(path: operation.path, expected: "no fault", found: "Input/output error", code: 5)
            }
            return operation.count
        }
        let folder = JournalFolder("/journal", in: files)
        let journal = JournalProvider(folder, mode: .sync, isPowerCutSafe: true)
        try journal.receive(.numbered(1))
        isBroken.withLock { $0 = true }
        #expect(throws: JournalError.self) { try journal.receive(.numbered(2)) }
        isBroken.withLock { $0 = false }
        try journal.receive(.numbered(3))
        #expect(try folder.segments().count == 2)
        var delivered: [UInt64] = []
        try JournalUploader(JournalFolder("/journal", in: disk)).upload { delivered += $0.map(\.sequence) }
        #expect(delivered == [1, 3])
    }
}
