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

    @Test("After kills of two concurrent processes, the events that each reported are there, once and in order")
    func two() throws {
        var numbers = SplitMix(seed: 30)
        let folder = try TestFolder()
        var reported: [Int] = []
        let pairs = TestDepth.number(4, proof: 60)
        for number in 1...pairs {
            let left = try VictimProcess(in: folder, how: "rotate", number: 2 * number)
            let right = try VictimProcess(in: folder, how: "sync", number: 2 * number + 1)
            let (lines, spins) = Self.moment(&numbers)
            reported.append(left.kill(afterLines: lines, spins: spins).count)
            reported.append(right.kill(afterLines: lines, spins: spins).count)
        }
        let (events, problems) = try folder.read()
        for number in 2...2 * pairs + 1 {
            let found = indices(events, of: number)
            #expect(found == Array(found.indices.map { UInt64($0) + 1 }))
            // Each process may leave one event that it did not report, or a part of one.
            #expect(found.count >= reported[number - 2] && found.count <= reported[number - 2] + 1)
        }
        #expect(problems.count <= 2 * pairs)
        #expect(reported.reduce(0, +) > 8 * pairs)
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
