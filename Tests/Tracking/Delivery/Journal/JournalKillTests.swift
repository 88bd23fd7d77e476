import PageViewDelivery
import NavigationSimulator
import NavigationTraces
import PageViewTracking
import TestSupport
import Testing

/// Processes killed at random points, and the journals they leave (JR-007, JR-009).
@Suite(.watched)
struct JournalKillTests {
    private static func moment(_ numbers: inout SplitMix) -> (lines: Int, spins: Int) {
        (Int(numbers.next() % 60), Int(numbers.next() % 20_000))
    }

    /// Returns the numbers of one process's events, in the order found.
    private func indices(_ events: [TrackedEvent], of number: Int) -> [UInt64] {
        events.filter { $0.id.high == UInt64(number) }.map(\.id.low)
    }

    @Test(
        "After many kills, every acknowledged event is in the journal, once and in order",
        arguments: 0..<TestDepth.number(1, proof: 8))
    func sync(part: Int) throws {
        var numbers = SplitMix(seed: UInt64(part))
        let kills = TestDepth.number(12, proof: 25)
        for how in ["sync", "rotate"] {
            let folder = try TestFolder()
            var reported: [UInt64] = []
            for number in 1...kills {
                let victim = try VictimProcess(in: folder, how: how, number: number)
                let (lines, spins) = Self.moment(&numbers)
                reported.append(UInt64(victim.kill(afterLines: lines, spins: spins).count))
            }
            let (events, problems) = try folder.read()
            // Each process may leave one event that it did not report, or a part of one.
            #expect(problems.count <= kills)
            for number in 1...kills {
                let found = indices(events, of: number)
                #expect(found == Array(found.indices.map { UInt64($0) + 1 }))
                #expect(found.count >= reported[number - 1] && found.count <= reported[number - 1] + 1)
            }
            #expect(events.map(\.id) == events.map(\.id).sorted())
            #expect(reported.reduce(0, +) > 4 * kills)
        }
    }

    @Test("Flushed events survive the kills of many processes")
    func async() throws {
        var numbers = SplitMix(seed: 20)
        let folder = try TestFolder()
        var flushed: [UInt64] = []
        let kills = TestDepth.number(6, proof: 50)
        for number in 1...kills {
            let victim = try VictimProcess(in: folder, how: "async", number: number)
            let (lines, spins) = Self.moment(&numbers)
            flushed.append(victim.kill(afterLines: lines, spins: spins).last.flatMap(UInt64.init) ?? 0)
        }
        let events = try folder.read().events
        for number in 1...kills {
            let found = indices(events, of: number)
            #expect(found == Array(found.indices.map { UInt64($0) + 1 }))
            #expect(UInt64(found.count) >= flushed[number - 1])
        }
    }

    @Test("Two concurrent processes do not disturb each other when they are killed")
    func two() throws {
        var numbers = SplitMix(seed: 30)
        let folder = try TestFolder()
        var reported: [Int] = []
        let pairs = TestDepth.number(3, proof: 30)
        for number in 1...pairs {
            let left = try VictimProcess(in: folder, how: "rotate", number: 2 * number)
            let right = try VictimProcess(in: folder, how: "sync", number: 2 * number + 1)
            let (lines, spins) = Self.moment(&numbers)
            reported.append(left.kill(afterLines: lines, spins: spins).count)
            reported.append(right.kill(afterLines: lines, spins: spins).count)
        }
        let events = try folder.read().events
        for number in 2...2 * pairs + 1 {
            let found = indices(events, of: number)
            #expect(found == Array(found.indices.map { UInt64($0) + 1 }))
            #expect(found.count >= reported[number - 2] && found.count <= reported[number - 2] + 1)
        }
    }

    @Test(
        "After kills during delivery, every acknowledged event is delivered or still there, in order",
        arguments: 0..<TestDepth.number(1, proof: 4))
    func delivery(part: Int) throws {
        var numbers = SplitMix(seed: 40 + UInt64(part))
        let folder = try TestFolder()
        var delivered: [[UInt64]] = []
        var written: [EventID] = []
        let kills = TestDepth.number(12, proof: 25)
        for number in 1...kills {
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
        #expect(written.count > 8 * kills)
        // First deliveries are in order. Only the last unacknowledged batch is delivered again.
        var latest = EventID(high: 0, low: 0)
        for (index, id) in ids.enumerated() {
            if id <= latest { #expect(ids[max(0, index - 10)..<index].contains(id)) }
            latest = max(latest, id)
        }
        #expect(try folder.segments.isEmpty)
    }

    @Test("A process with a file size limit loses no event that it reported as written")
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
