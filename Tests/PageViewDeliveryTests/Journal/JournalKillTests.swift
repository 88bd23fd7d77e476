import PageViewDelivery
import NavigationSimulator
import NavigationTraces
import PageViewTracking
import TestSupport
import TestWatch
import Testing

/// Processes that are killed at random points, and what is found in the journal afterwards (JR-007, JR-009).
@Suite(.watched)
struct JournalKillTests {
    private static func moment(_ numbers: inout SplitMix) -> (lines: Int, spins: Int) {
        (Int(numbers.next() % 60), Int(numbers.next() % 20_000))
    }

    /// The numbers of one process's events among those found, in the order in which they are there.
    private func indices(_ events: [TrackedEvent], of number: Int) -> [UInt64] {
        events.filter { $0.id.high == UInt64(number) }.map(\.id.low)
    }

    @Test(
        "of many killed processes every acknowledged event is there, decodable, in order, once",
        arguments: 0..<TestDepth.number(2, proof: 8))
    func sync(part: Int) throws {
        var numbers = SplitMix(seed: UInt64(part))
        for how in ["sync", "rotate"] {
            let folder = try TestFolder()
            var said: [UInt64] = []
            for number in 1...25 {
                let victim = try VictimProcess(in: folder, how: how, number: number)
                let (lines, spins) = Self.moment(&numbers)
                said.append(UInt64(victim.kill(afterLines: lines, spins: spins).count))
            }
            let (events, problems) = try folder.read()
            // One more may be there than it had come to say; of another a part, for a large write can be cut short.
            #expect(problems.count <= 25)
            for number in 1...25 {
                let found = indices(events, of: number)
                #expect(found == Array(found.indices.map { UInt64($0) + 1 }))
                #expect(found.count >= said[number - 1] && found.count <= said[number - 1] + 1)
            }
            #expect(events.map(\.id) == events.map(\.id).sorted())
            #expect(said.reduce(0, +) > 100)
        }
    }

    @Test("what had been flushed is there, of 50 killed processes")
    func async() throws {
        var numbers = SplitMix(seed: 20)
        let folder = try TestFolder()
        var flushed: [UInt64] = []
        for number in 1...50 {
            let victim = try VictimProcess(in: folder, how: "async", number: number)
            let (lines, spins) = Self.moment(&numbers)
            flushed.append(victim.kill(afterLines: lines, spins: spins).last.flatMap(UInt64.init) ?? 0)
        }
        let events = try folder.read().events
        for number in 1...50 {
            let found = indices(events, of: number)
            #expect(found == Array(found.indices.map { UInt64($0) + 1 }))
            #expect(UInt64(found.count) >= flushed[number - 1])
        }
    }

    @Test("two processes at a time do not disturb each other, whichever is killed first")
    func two() throws {
        var numbers = SplitMix(seed: 30)
        let folder = try TestFolder()
        var said: [Int] = []
        for number in 1...30 {
            let left = try VictimProcess(in: folder, how: "rotate", number: 2 * number)
            let right = try VictimProcess(in: folder, how: "sync", number: 2 * number + 1)
            let (lines, spins) = Self.moment(&numbers)
            said.append(left.kill(afterLines: lines, spins: spins).count)
            said.append(right.kill(afterLines: lines, spins: spins).count)
        }
        let events = try folder.read().events
        for number in 2...61 {
            let found = indices(events, of: number)
            #expect(found == Array(found.indices.map { UInt64($0) + 1 }))
            #expect(found.count >= said[number - 2] && found.count <= said[number - 2] + 1)
        }
    }

    @Test(
        "killed while they deliver, all that was acknowledged is delivered or still there, in order", arguments: 0..<4)
    func delivery(part: Int) throws {
        var numbers = SplitMix(seed: 40 + UInt64(part))
        let folder = try TestFolder()
        var delivered: [[UInt64]] = []
        var written: [EventID] = []
        for number in 1...25 {
            let victim = try VictimProcess(in: folder, how: "upload", number: number)
            let (lines, spins) = Self.moment(&numbers)
            for line in victim.kill(afterLines: lines, spins: spins) {
                if let index = UInt64(line) { written.append(EventID(high: UInt64(number), low: index)) }
                let words = line.split(separator: " ")
                if words.count == 3 { delivered.append(words.dropFirst().compactMap { UInt64($0) }) }
            }
        }
        delivered += try folder.upload().events.map { [$0.id.high, $0.id.low] }
        let ids = delivered.map { EventID(high: $0[0], low: $0[1]) }
        #expect(Set(written).isSubset(of: Set(ids)))
        #expect(written.count > 200)
        // For the first time each comes in order; and what comes again is the end of what came, for no more than a batch
        // had been handed over without being acknowledged.
        var latest = EventID(high: 0, low: 0)
        for (index, id) in ids.enumerated() {
            if id <= latest { #expect(ids[max(0, index - 10)..<index].contains(id)) }
            latest = max(latest, id)
        }
        #expect(try folder.segments.isEmpty)
    }

    @Test("a process whose files cannot become large loses nothing of what it was told is written")
    func full() throws {
        let folder = try TestFolder()
        let lines = try VictimProcess(in: folder, how: "full", number: 1).rest()
        #expect(lines.count == 100)
        let written = lines.compactMap { UInt64($0) }
        let (events, problems) = try folder.read()
        #expect(indices(events, of: 1) == written)
        #expect(problems.isEmpty)
        #expect(written.count > 5 && written.count < 60)
    }
}
