import AnalyticsJSON
import TestSupport
import TestWatch
import Testing

@testable import NavigationTraces

/// How sessions are shared out among lanes.
@Suite(.watched)
struct ReplayLaneTests {
    @Test("Each lane has its share of the sessions, and they are all over its table", arguments: [2, 3, 4, 7])
    func sharesAreEven(count: Int) {
        let size = 1 << 17
        var lanes = Array(repeating: (sessions: 0, slots: Set<UInt32>()), count: count)
        for number in 0..<size {
            let name = ContiguousArray("session-\(number)".utf8)
            let padded = name + ContiguousArray(repeating: 0, count: ByteSpan.padding)
            let hash = TextHash.of(padded.span, 0, name.count, seed: 1)
            let lane = ReplayLane.lane(of: hash, among: count)
            lanes[lane].sessions += 1
            lanes[lane].slots.insert(hash & UInt32(size - 1))
        }
        for lane in lanes {
            #expect(abs(lane.sessions * count - size) < size / 10)
            // As many places as chance gives to so many; fewer if a bit were the same for all.
            let expected = lane.sessions - lane.sessions * lane.sessions / (2 * size)
            #expect(lane.slots.count > expected - expected / 50)
        }
    }
}
