import NavigationSimulator
import PageViewTracking
import TestSupport
import Testing

/// Two processes that write to one folder and are killed at random points (JR-003, JR-007).
@Suite(.watched)
struct KillTests {
    @Test("After kills of two concurrent processes, the events that each reported are there, once and in order")
    func writing() throws {
        var numbers = SplitMix(seed: 30)
        let folder = TestFolder()
        var reported: [Int] = []
        let pairs = TestDepth.number(4, proof: 60)
        for number in 1...pairs {
            // The first process begins a segment every few events.
            let left = try VictimProcess(in: folder, number: 2 * number, segmentBytes: 1 << 10)
            let right = try VictimProcess(in: folder, number: 2 * number + 1, segmentBytes: 64 << 10)
            let (lines, spins) = (Int(numbers.next() % 60), Int(numbers.next() % 20_000))
            reported.append(left.kill(afterLines: lines, spins: spins))
            reported.append(right.kill(afterLines: lines, spins: spins))
        }
        let (events, problems) = try folder.read()
        for number in 2...2 * pairs + 1 {
            let found = events.filter { $0.id.high == UInt64(number) }.map(\.id.low)
            #expect(found == Array(found.indices.map { UInt64($0) + 1 }))
            // Each process may leave one event that it did not report, or a part of one.
            #expect(found.count >= reported[number - 2] && found.count <= reported[number - 2] + 1)
        }
        #expect(problems.count <= 2 * pairs)
        #expect(reported.reduce(0, +) > 8 * pairs)
        // No lock outlives its process, so all segments can be delivered.
        #expect(try folder.upload().events.count == events.count)
        #expect(try folder.segments.isEmpty)
        FaultProof.claim("\(2 * pairs) processes killed while they write to one folder on a real disk")
    }
}
