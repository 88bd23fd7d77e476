import AnalyticsJSON
import TestSupport
import TestWatch
import Testing

@testable import NavigationTraces

/// The distribution of sessions among workers.
@Suite(.watched)
struct ReplayWorkerTests {
    @Test(
        "Each worker gets an even share of the sessions, and their hashes spread over its table",
        arguments: [2, 3, 4, 7])
    func sharesAreEven(count: Int) {
        let size = 1 << 17
        var workers = Array(repeating: (sessions: 0, slots: Set<UInt32>()), count: count)
        for number in 0..<size {
            let name = ContiguousArray("session-\(number)".utf8)
            let padded = name + ContiguousArray(repeating: 0, count: ByteSpan.padding)
            let hash = TextHash.of(padded.span, 0, name.count, seed: 1)
            let worker = ReplayWorker.worker(of: hash, among: count)
            workers[worker].sessions += 1
            workers[worker].slots.insert(hash & UInt32(size - 1))
        }
        for worker in workers {
            #expect(abs(worker.sessions * count - size) < size / 10)
            // The number of slots that random hashes fill; fewer would mean that a bit of the hash is constant.
            let expected = worker.sessions - worker.sessions * worker.sessions / (2 * size)
            #expect(worker.slots.count > expected - expected / 50)
        }
    }
}
