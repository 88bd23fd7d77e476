import PageViewLifecycle
@testable import PageViewTracking
import TestSupport
import Testing

/// The queue that one thread at a time drains.
@Suite(.watched)
final class WorkQueueTests: Sendable {
    private let queue = WorkQueue<Int>()
    private let performed = Locked<[Int]>([])

    private func drain(_ body: (Int) -> Void = { _ in }) {
        queue.drain { item in
            performed.withLock { $0.append(item) }
            body(item)
        }
    }

    @Test("Items that an item appends are performed after it, in order")
    func nestedItems() {
        for item in [1, 2] { queue.append(item) }
        drain { item in
            #expect(queue.isDrainedByCurrentThread)
            guard item < 3 else { return }
            for more in [10, 20] { queue.append(item + more) }
            drain { _ in Issue.record("expected the outer call to perform the items") }
        }
        #expect(performed.withLock { $0 } == [1, 2, 11, 21, 12, 22])
        #expect(!queue.isDrainedByCurrentThread)
    }

    @Test("A caller does not wait for another thread, which performs the caller's items too")
    func otherDrainer() {
        let (begun, resumed, ended) = (Signal(), Signal(), Signal())
        let isStarted = SystemThread.start {
            self.queue.append(1)
            self.drain { item in
                guard item == 1 else { return }
                begun.send()
                resumed.wait()
            }
            ended.send()
        }
        #expect(isStarted)
        begun.wait()
        queue.append(2)
        drain { _ in Issue.record("expected the other thread to perform the item") }
        #expect(performed.withLock { $0 } == [1])
        resumed.send()
        ended.wait()
        #expect(performed.withLock { $0 } == [1, 2])
    }

    @Test("A full queue drops the newest items")
    func limit() {
        for item in [1, 2, 3] { queue.append(item, upTo: 2) }
        for item in [4, 5] { queue.append(item, upTo: 3) }
        drain()
        #expect(performed.withLock { $0 } == [1, 2, 4])
    }
}
