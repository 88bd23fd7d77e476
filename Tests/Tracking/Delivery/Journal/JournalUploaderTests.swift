import Foundation
import TestSupport
import Testing

@testable import PageViewDelivery

/// At-least-once delivery from a journal (JR-009, JR-010).
@Suite(.watched)
struct JournalUploaderTests {
    private let folder = TestFolder()

    @Test("All events are delivered once, oldest first, in batches, and their segments are removed")
    func delivers() throws {
        try folder.fill(1...35)
        var batches: [[UInt64]] = []
        let result = try JournalUploader(directory: folder.path, batchEvents: 8).upload {
            batches.append($0.map(\.sequence))
        }
        #expect(batches.flatMap(\.self) == Array(1...35))
        #expect(batches.map(\.count) == [8, 8, 8, 8, 3])
        #expect(result.delivered == 35 && result.problems == 0)
        #expect(try folder.contents.isEmpty)
        #expect(try folder.upload().events.isEmpty)
    }

    @Test("An asynchronous send receives all events once and in order, a batch that it rejected again")
    func asynchronousSend() async throws {
        try folder.fill(1...50)
        var events: [UInt64] = []
        await #expect(throws: CancellationError.self) {
            try await JournalUploader(directory: folder.path, batchEvents: 10).upload { batch in
                await Task.yield()
                if batch.contains(where: { $0.sequence == 50 }) { throw CancellationError() }
                events += batch.map(\.sequence)
            }
        }
        #expect(events == Array(1...40))
        let rest = try await JournalUploader(directory: folder.path).upload { batch in
            await Task.yield()
            events += batch.map(\.sequence)
        }
        #expect(events == Array(1...50) && rest.delivered == 10)
    }

    @Test("A batch whose send throws is delivered again unchanged, with all later events")
    func redelivers() throws {
        try folder.fill(1...35)
        let before = try folder.read().events
        var delivered: [TrackedEvent] = []
        var tries = 0
        while delivered.count < 35 {
            tries += 1
            _ = try? JournalUploader(directory: folder.path, batchEvents: 7).upload { events in
                // Rejects some batches.
                tries += 1
                if tries % 3 == 0 { throw Refusal(description: "a third") }
                delivered += events
            }
        }
        #expect(delivered == before)
        #expect(tries > 8)
    }

    @Test("A segment in use stays, and the next upload delivers only its new events")
    func inUse() throws {
        var journal: JournalProvider? = folder.journal()
        try journal?.write(1...3)
        #expect(try folder.delivered() == [1, 2, 3])
        #expect(try folder.segments.count == 1)
        #expect(try folder.upload().events.isEmpty)
        try journal?.write(4...5)
        #expect(try folder.delivered(batchEvents: 1) == [4, 5])
        journal = nil
        #expect(try folder.upload().events.isEmpty)
        #expect(try folder.contents.isEmpty)
    }

    @Test("An acknowledgement that is torn at any byte leaves the one before it")
    func tornAcknowledgement() throws {
        let acknowledgements = (1...5).map { Acknowledgement(offset: $0 * 1_000, records: $0) }
        try folder.write(acknowledgements[0].file, to: "acknowledged")
        for (earlier, later) in zip(acknowledgements, acknowledgements.dropFirst()) {
            let before = try folder.bytes("acknowledged")
            try later.write(to: folder.path + "/acknowledged", in: SystemFileSystem())
            let after = try folder.bytes("acknowledged")
            #expect(Acknowledgement(file: after) == later)
            #expect(before.count == after.count)
            for cut in 0...after.count {
                let torn = Acknowledgement(file: Array(after[..<cut] + before[cut...]))
                #expect(torn == earlier || torn == later, "\(later.records) cut at \(cut)")
            }
        }
    }

    @Test("A damaged acknowledgement is never accepted as a different one, and its segment is delivered again")
    func damagedAcknowledgement() throws {
        let journal = folder.journal()
        try journal.write(1...3)
        #expect(try folder.delivered() == [1, 2, 3])
        let name = try #require(folder.names.first { $0.hasSuffix(".acknowledged") })
        let whole = try folder.bytes(name)
        #expect(try folder.delivered().isEmpty)
        for index in whole.indices {
            for change in [1, 2, 4, 8, 16, 0x80] as [UInt8] {
                var bytes = whole
                bytes[index] ^= change
                let found = Acknowledgement(file: bytes) ?? .none
                #expect(found == .none || found == Acknowledgement(file: whole), "byte \(index) changed by \(change)")
            }
        }
        var bytes = whole
        bytes[10] ^= 1
        bytes[138] ^= 1
        let texts = ["", "{", "{\"offset\":9999999,\"records\":1}\n", "{\"offset\":-1,\"records\":1}", "x", "{}"]
        for damaged in [bytes] + texts.map({ Array($0.utf8) }) {
            try folder.write(damaged, to: name)
            #expect(try folder.delivered() == [1, 2, 3], "\(damaged)")
        }
    }

    @Test("An acknowledgement that points into a record is ignored")
    func acknowledgementOfAnother() throws {
        let journal = folder.journal()
        try journal.write(1...3, text: "some")
        _ = try folder.upload()
        let segment = try #require(folder.segments.first)
        // Replaces the records with records of another length.
        let other = TestFolder()
        try other.fill(1...5)
        try folder.overwrite(segment, at: 0, with: other.bytes(other.segments[0]))
        #expect(try folder.delivered() == Array(1...5))
    }

    @Test("A damaged record goes to the quarantine with the reason, and the rest is delivered")
    func quarantine() throws {
        try folder.fill(1...20)
        let segments = try folder.segments
        var bytes = try folder.bytes(segments[0])
        let lines = bytes.split(separator: 0x0A)
        // Byte 60 of the third record is inside its event.
        let place = lines[2].startIndex + 60
        bytes[place] ^= 0x80
        try folder.write(bytes, to: segments[0])
        try folder.write(try folder.bytes(segments[1]) + Array("{\"crc".utf8), to: segments[1])
        let (events, result) = try folder.upload(batchEvents: 6)
        #expect(events.map(\.sequence) == Array(1...20).filter { $0 != 3 })
        #expect(result.delivered == 19 && result.problems == 2 && result.quarantined == 2)
        #expect(try folder.contents == ["quarantine.jsonl"])
        let kept = try folder.quarantine()
        #expect(kept.count == 2)
        #expect(kept[0]["line"] as? Int == 3)
        #expect(kept[0]["offset"] as? Int == lines[2].startIndex)
        #expect((kept[0]["message"] as? String)?.hasPrefix("expected an event with the checksum ") == true)
        let text = try #require(kept[0]["bytes"] as? String)
        let keptBytes: [UInt8] = text.unicodeScalars.map { UInt8($0.value) }
        #expect(keptBytes == Array(bytes[lines[2].startIndex...lines[2].endIndex]))
        #expect(kept[1]["bytes"] as? String == "{\"crc")
    }

    @Test("The quarantine has a size limit, and the problems beyond it are still counted")
    func quarantineIsBounded() throws {
        try folder.fill(1...1)
        let garbage = [UInt8](repeating: 0x01, count: 10_000) + [0x0A]
        let record = try folder.bytes(folder.segments[0])
        var bytes: [UInt8] = []
        for _ in 0..<100 { bytes += garbage + record }
        try folder.write(bytes, to: folder.segments[0])
        let result = try folder.upload().result
        #expect(result.delivered == 100 && result.problems == 100)
        #expect(result.quarantined > 30 && result.quarantined < 100)
        #expect(try folder.bytes("quarantine.jsonl").count < 1_100_000)
    }

    @Test("A segment inspected before its process locked it stays if it has grown since")
    func foundTooEarly() throws {
        try folder.fill(1...2)
        let segment = try #require(try folder.segments.first)
        let whole = try folder.bytes(segment)
        try folder.truncate(segment, to: try #require(whole.firstIndex(of: 0x0A)) + 1)
        var sequences: [UInt64] = []
        try JournalUploader(directory: folder.path).upload { events in
            sequences += events.map(\.sequence)
            // The owning process resumes, completes this segment and continues with the next one.
            try folder.write(whole, to: segment)
        }
        #expect(try folder.segments == [segment])
        sequences += try folder.delivered()
        #expect(sequences == [1, 2])
        #expect(try folder.segments.isEmpty)
    }

    @Test("The uploader releases its lock although another descriptor of the file is still open")
    func inherited() throws {
        try folder.fill(1...2)
        var inherited: [Int32] = []
        defer { for descriptor in inherited { close(descriptor) } }
        try JournalUploader(directory: folder.path).upload { _ in
            var lock = stat()
            #expect(unsafe stat(folder.path + "/uploading", &lock) == 0)
            let descriptors = (Int32(0)..<16_384).filter { descriptor in
                var file = stat()
                return unsafe fstat(descriptor, &file) == 0 && file.st_ino == lock.st_ino && file.st_dev == lock.st_dev
            }
            inherited = descriptors.map { dup($0) }
        }
        #expect(inherited.count == 1)
        try folder.fill(3...4)
        #expect(try folder.delivered() == [3, 4])
    }

    @Test("Events written, dropped or purged during a delivery do not disturb it")
    func meanwhile() throws {
        let journal = JournalProvider(
            directory: folder.path, limits: JournalLimits(totalBytes: 8_000, segmentBytes: 1_000))
        try journal.write(1...20)
        var number = 20
        var delivered: [UInt64] = []
        try JournalUploader(directory: folder.path, batchEvents: 3).upload { events in
            delivered += events.map(\.sequence)
            guard number < 200 else { return }
            for _ in 0..<10 {
                number += 1
                try journal.receive(.numbered(number))
            }
            if number == 100 { try journal.purge() }
        }
        delivered += try folder.delivered()
        #expect(delivered == delivered.sorted())
        #expect(Set(delivered).count == delivered.count)
        #expect(delivered.last == UInt64(number))
    }

    @Test("Events purged during a delivery are not delivered, and no acknowledgement remains", arguments: [1, 10])
    func purgedMeanwhile(batchEvents: Int) throws {
        try folder.fill(1...100)
        let journal = folder.journal()
        var delivered: [UInt64] = []
        let result = try JournalUploader(directory: folder.path, batchEvents: batchEvents).upload { events in
            delivered += events.map(\.sequence)
            // In the middle of a segment, or at its end.
            if delivered.count == 20 + batchEvents { try journal.purge() }
        }
        #expect(delivered == Array(1...UInt64(20 + batchEvents)))
        #expect(result.delivered == delivered.count)
        #expect(try folder.contents.isEmpty)
    }

    @Test("The statistics count the segments, records and acknowledgements in the folder")
    func statistics() throws {
        try folder.fill(1...20)
        let first = try folder.segments[0]
        try folder.write(try folder.bytes(first).dropLast(), to: first)
        let journal = folder.journal()
        try journal.write(21...25)
        var statistics = try JournalStatistics(directory: folder.path)
        #expect(statistics.segments == 3 && statistics.segmentsInUse == 1)
        #expect(statistics.records == 24 && statistics.acknowledged == 0)
        #expect(statistics.problems == 1 && statistics.quarantined == 0)
        #expect(statistics.oldest == WallTime(nanoseconds: 1) && statistics.newest == WallTime(nanoseconds: 25))
        #expect(statistics.bytes == (try folder.segments.map { try folder.bytes($0).count }.reduce(0, +)))
        #expect(try folder.upload().events.count == 24)
        try journal.receive(.numbered(26))
        statistics = try JournalStatistics(directory: folder.path)
        #expect(statistics.segments == 1 && statistics.records == 6 && statistics.acknowledged == 5)
        #expect(statistics.quarantined == 1)
        #expect(try JournalStatistics(directory: folder.path + "/none").segments == 0)
    }
}
