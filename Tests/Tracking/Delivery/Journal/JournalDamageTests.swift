import PageViewDelivery
import NavigationSimulator
import AnalyticsJSON
@testable import PageViewTracking
import TestSupport
import Testing

/// Damage loses only the records it touches (JR-005).
@Suite(.watched)
struct JournalDamageTests {
    private let folder = TestFolder()

    private static let name = "0000000000000001-0000000000000000.jsonl"

    /// A few records and the offsets of their ends.
    private static let records: (events: [TrackedEvent], bytes: [UInt8], ends: [Int]) = {
        var random = AnyEvents(seed: 7)
        let events = (1...6).map { $0 == 3 ? .numbered(3, text: "\n{\"crc\":\"") : random.next() }
        var buffer: [UInt8] = []
        var ends: [Int] = []
        for event in events {
            var writer = JSONWriter()
            event.write(to: &writer)
            RecordFrame.append(writer.takeBytes(), to: &buffer)
            ends.append(buffer.count)
        }
        return (events, buffer, ends)
    }()

    private func read(_ bytes: [UInt8]) throws -> (events: [TrackedEvent], problems: [JournalProblem]) {
        try folder.write(bytes, to: Self.name)
        return try folder.read()
    }

    /// Returns the events whose records lie outside a range of bytes.
    private func untouched(by range: Range<Int>) -> [TrackedEvent] {
        zip(Self.records.events, zip([0] + Self.records.ends, Self.records.ends))
            .filter { !range.overlaps($0.1.0..<$0.1.1) }.map(\.0)
    }

    @Test("A journal cut inside a record gives all earlier records and one problem")
    func cut() throws {
        let counts = stride(from: 0, to: Self.records.bytes.count, by: TestDepth.number(31, proof: 1))
        for count in counts + [Self.records.bytes.count] {
            let (events, problems) = try read(Array(Self.records.bytes[..<count]))
            let whole = Self.records.ends.count { $0 <= count }
            #expect(events == Array(Self.records.events[..<whole]), "cut at \(count)")
            #expect(problems.isEmpty == ([0] + Self.records.ends).contains(count), "cut at \(count)")
            #expect(problems.count <= 1)
        }
    }

    @Test("One changed byte loses only its record and is one problem")
    func flip() throws {
        var numbers = SplitMix(seed: 5)
        for index in stride(from: 0, to: Self.records.bytes.count, by: TestDepth.number(47, proof: 1)) {
            for change in [UInt8(1) << UInt8(numbers.next() % 8), Self.records.bytes[index] ^ 0x0A] where change != 0 {
                var bytes = Self.records.bytes
                bytes[index] ^= change
                let (events, problems) = try read(bytes)
                #expect(events == untouched(by: index..<index + 1), "byte \(index) changed by \(change)")
                #expect(problems.count == 1, "byte \(index) changed by \(change)")
                #expect(problems.first.map { $0.offset <= index && index < $0.offset + $0.length } == true)
            }
        }
    }

    @Test("Overwritten bytes lose only the records they are in")
    func overwrite() throws {
        var numbers = SplitMix(seed: 6)
        for round in 0..<TestDepth.number(60, proof: 1_000) {
            let start = Int(numbers.next() % UInt64(Self.records.bytes.count))
            let end = min(Self.records.bytes.count, start + 1 + Int(numbers.next() % 900))
            var bytes = Self.records.bytes
            for index in start..<end {
                bytes[index] = round % 3 == 0 ? 0 : UInt8(truncatingIfNeeded: numbers.next())
            }
            guard bytes != Self.records.bytes else { continue }
            let (events, problems) = try read(bytes)
            #expect(events.filter(untouched(by: start..<end).contains).count == untouched(by: start..<end).count)
            #expect(events.allSatisfy(Self.records.events.contains))
            #expect(!problems.isEmpty)
        }
    }

    @Test("Removed or inserted bytes lose only the records they touch")
    func insert() throws {
        var numbers = SplitMix(seed: 8)
        for _ in 0..<TestDepth.number(60, proof: 1_000) {
            let start = Int(numbers.next() % UInt64(Self.records.bytes.count))
            var bytes = Self.records.bytes
            let touched: Range<Int>
            if numbers.next() % 2 == 0 {
                let end = min(bytes.count, start + 1 + Int(numbers.next() % 300))
                bytes.removeSubrange(start..<end)
                // The record after the gap no longer begins a line, unless it replaces another record.
                touched = start..<(([0] + Self.records.ends).contains(start) ? end : end + 1)
            } else {
                let garbage = (0...Int(numbers.next() % 300)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
                bytes.insert(contentsOf: garbage, at: start)
                // Between two records the range covers both, because no line break precedes the later one.
                touched = max(0, start - 1)..<start + 1
            }
            let events = try read(bytes).events
            let kept = untouched(by: touched)
            #expect(events.filter(kept.contains) == kept)
            #expect(events.allSatisfy(Self.records.events.contains))
        }
    }

    @Test("Bytes after the records lose none of them and are one problem")
    func append() throws {
        var numbers = SplitMix(seed: 9)
        let known: [[UInt8]] = [
            [0], [0x0A], Array("{".utf8), Array("{\"crc\":\"".utf8), [UInt8](repeating: 0, count: 100_000),
            Array("{\"crc\":\"00000000\",\"length\":\"9999999\",\"event\":".utf8),
            Array("{\"crc\":\"00000000\",\"length\":\"1999999\",\"event\":".utf8),
            Array("{\"crc\":\"00000000\",\"length\":\"0000000\",\"event\":}\n".utf8.dropLast(2)),
        ]
        let random = stride(from: 0, to: 200, by: TestDepth.number(5, proof: 1)).map { round in
            (0...(round * 10)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        }
        for garbage in known + random {
            let (events, problems) = try read(Self.records.bytes + garbage)
            #expect(events == Self.records.events)
            #expect(problems.count == 1)
            #expect(problems.first?.offset == Self.records.bytes.count)
            #expect(problems.first?.length == garbage.count)
            #expect(problems.first?.line == 7)
        }
    }

    @Test("An intact record without an event is skipped and reported with its line and column")
    func undecodable() throws {
        var buffer: [UInt8] = []
        for text in [#"{"v":9}"#, "[]", #"{"v":1,"id":7}"#, ""] {
            RecordFrame.append(Array(text.utf8), to: &buffer)
        }
        let (events, problems) = try read(buffer + Self.records.bytes)
        #expect(events == Self.records.events)
        let path = "\(folder.path)/\(Self.name)"
        #expect(
            problems.map(\.description) == [
                "\(path):1:46: expected an event of version 1, found 9", "\(path):2:46: expected '{', found '['",
                "\(path):3:58: expected a string, found '7'", "\(path):4:46: expected '{', found the end of the line",
            ])
    }

    @Test("A record that contains a line break is invalid, but the records inside it are read")
    func lineBreakInside() throws {
        for (before, after) in [("[\n", "]"), ("{\"x\":\n", "}"), ("\n\n", "\n")] {
            var bytes: [UInt8] = []
            RecordFrame.append(Array(before.utf8) + Self.records.bytes + Array(after.utf8), to: &bytes)
            let (events, problems) = try read(bytes + Self.records.bytes)
            #expect(events == Self.records.events + Self.records.events)
            #expect(problems.map(\.offset) == [0, bytes.count - after.utf8.count - RecordFrame.suffixLength])
            let message = "expected a record of \(bytes.count) bytes, found a line of "
            #expect(problems.first?.message.hasPrefix(message) == true)
        }
    }

    @Test("After a lost line break, problems are reported at their column in the line")
    func places() throws {
        let record = Array(Self.records.bytes[..<Self.records.ends[0]])
        var noEvent: [UInt8] = []
        RecordFrame.append(Array("[]".utf8), to: &noEvent)
        let damaged = [record, noEvent].map { Array($0.dropLast()) + [0] }
        let torn = Array(record.prefix(50)) + [0x0A]
        let (events, problems) = try read(damaged[0] + damaged[1] + torn + noEvent)
        #expect(events.isEmpty)
        let (second, third) = (record.count, record.count + noEvent.count)
        #expect(problems.map(\.line) == [1, 1, 1, 2])
        #expect(problems.map(\.column) == [1, second + 1, third + 1, 46])
        #expect(problems.map(\.offset) == [0, second, third, third + torn.count])
        // An intact record is reported at the place of its event.
        #expect(try read(damaged[0] + noEvent).problems.map(\.column) == [1, second + 46])
    }

    @Test("A segment can be read on from the end of each item, even in the middle of a line")
    func readOn() throws {
        let (first, last) = (Self.records.ends[0], Self.records.ends[1])
        var bytes = Self.records.bytes
        // Damages the line breaks of two records and the end of the last one.
        bytes[first - 1] = 0x20
        bytes[last - 1] = 0x20
        bytes.removeLast(5)
        try folder.write(bytes, to: Self.name)
        let path = folder.path + "/" + Self.name
        var reader = try SegmentReader(path)
        var (items, places): ([JournalItem], [Int]) = ([], [])
        while let item = try reader.next() {
            items.append(item)
            places.append(reader.offset)
        }
        #expect(places.starts(with: [first, last]))
        #expect(places.last == bytes.count)
        for (index, place) in places.enumerated() {
            var again = try SegmentReader(path, from: place)
            var rest: [JournalItem] = []
            while let item = try again.next() { rest.append(item) }
            #expect(rest == Array(items[(index + 1)...]), "from \(place) on")
        }
    }

    @Test("Damage in a segment in use loses only its record, and an incomplete last line is no problem")
    func inUse() throws {
        let journal = JournalProvider(directory: folder.path)
        try journal.write(1...5)
        let segment = try #require(folder.segments.first)
        try folder.overwrite(segment, at: try folder.bytes(segment).count / 2, with: [0])
        try folder.append(Array("{\"crc\":\"0000".utf8), to: segment)
        for _ in 1...2 {
            let (events, problems) = try folder.read()
            #expect(events.map(\.sequence) == [1, 2, 4, 5])
            #expect(problems.map(\.line) == [3])
        }
        #expect(try folder.delivered() == [1, 2, 4, 5])
        // Completes the line and adds a record.
        try folder.append([0x0A], to: segment)
        try journal.receive(.numbered(6))
        let (events, problems) = try folder.read()
        #expect(events.map(\.sequence) == [1, 2, 4, 5, 6])
        #expect(problems.map(\.line) == [3, 6])
        #expect(try folder.delivered() == [6])
    }

    @Test("An unterminated last line is read once it ends, even if two records begin in it")
    func lineWithoutEndInUse() throws {
        let journal = JournalProvider(directory: folder.path)
        try journal.receive(.numbered(1))
        let segment = try #require(folder.segments.first)
        let record = try folder.bytes(segment)
        // A record whose line break is damaged, and the beginning of another.
        try folder.append(record.dropLast() + [0x20] + record.prefix(100), to: segment)
        #expect(try folder.sequences == [1])
        #expect(try folder.read().problems.isEmpty)
        try folder.append(Array(record.dropFirst(100)), to: segment)
        let (events, problems) = try folder.read()
        #expect(events.map(\.sequence) == [1, 1])
        #expect(problems.map(\.offset) == [record.count])
        #expect(problems.map(\.length) == [record.count])
    }

    @Test("A reader finds the new record where a partial record was truncated during the read")
    func takenBack() throws {
        let journal = JournalProvider(directory: folder.path)
        try journal.receive(.numbered(1))
        let segment = try #require(folder.segments.first)
        let length = try folder.bytes(segment).count
        // A partial record, as a full disk leaves it.
        try folder.append(Array(try folder.bytes(segment).prefix(100)), to: segment)
        var reader = try SegmentReader(folder.path + "/" + segment)
        let first = try reader.next()
        #expect(first == .event(.numbered(1)))
        try folder.truncate(segment, to: length)
        try journal.receive(.numbered(2, text: "another"))
        let second = try reader.next()
        #expect(second == .event(.numbered(2, text: "another")))
        let end = try reader.next()
        #expect(end == nil)
    }

    @Test("Files with other names are left alone")
    func otherFiles() throws {
        for name in ["notes.txt", "0000000000000001-000000000000000G.jsonl", "x" + Self.name, Self.name + "~"] {
            try folder.write([0], to: name)
        }
        let (events, problems) = try read(Self.records.bytes)
        #expect(events == Self.records.events)
        #expect(problems.isEmpty)
        #expect(try folder.upload().events == Self.records.events)
        #expect(try folder.contents.count == 4)
    }
}
