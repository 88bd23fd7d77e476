import PageViewLifecycle
@testable import PageViewTracking
import TestSupport
import TestWatch
import Testing

/// The state of a provider's queue, step by step.
@Suite(.watched)
struct QueueStateTests {
    private var queue = QueueState(provider: "provider", limit: 2)
    private let event = QueueItem.event(
        AcceptedEvent(
            TrackedEvent(
                id: EventID(high: 0, low: 1), name: "event", time: WallTime(nanoseconds: 0),
                identity: UserIdentity(anonymousID: EventID(high: 0, low: 2)))))

    /// Takes and finishes all waiting items.
    private mutating func drain() {
        while let batch = queue.nextBatch(returning: []) {
            for entry in batch {
                if case .event = entry.item {
                    queue.finish(entry.number, .delivered)
                } else if case .configure = entry.item {
                    queue.finish(entry.number, .ready)
                } else {
                    queue.finish(entry.number, .nothing)
                }
            }
        }
    }

    private mutating func start() {
        let isDrainer = queue.startDraining(.current)
        #expect(isDrainer)
    }

    private mutating func expectStep(_ expected: QueueStep) {
        let step = queue.next(for: .current)
        #expect(step == expected)
    }

    @Test("A thread whose items were purged waits for more instead of ending")
    mutating func purgedWorkIsNoEnd() {
        _ = queue.open()
        expectStep(.drain)
        drain()
        _ = queue.put(event, by: nil)
        #expect(queue.hasWaiting)
        queue.purge()
        expectStep(.wait)
        _ = queue.put(event, by: nil)
        expectStep(.drain)
        drain()
        queue.end()
        expectStep(.end)
        #expect((queue.counts.delivered, queue.counts.purged, queue.counts.waiting) == (1, 1, 0))
    }

    @Test("Waiting items are finished before the queue ends")
    mutating func endComesLast() {
        _ = queue.open()
        _ = queue.put(event, by: nil)
        queue.end()
        expectStep(.drain)
        drain()
        expectStep(.end)
    }

    @Test("An item is done when it and all earlier items are finished or purged")
    mutating func doneIsInOrder() {
        _ = queue.open()
        start()
        drain()
        for item in [event, .flush, event] { _ = queue.put(item, by: nil) }
        #expect(![1, 2, 3].contains { queue.isDone($0) })
        queue.purge()
        // The flush still waits, so the flush and the later event are not done. The earlier event is purged.
        #expect([1, 2, 3].map { queue.isDone($0) } == [true, false, false])
        start()
        drain()
        #expect([1, 2, 3].allSatisfy { queue.isDone($0) })
    }

    @Test("The caller finishes an item itself if no other waits; later items wait for it")
    mutating func ownItemsAreFirst() {
        let early = queue.put(event, by: .current)
        #expect(early == .waiting(1))
        _ = queue.open()
        start()
        drain()
        let own = queue.put(event, by: .current)
        let next = queue.put(event, by: .current)
        #expect((own, next) == (.own(2), .waiting(3)))
        let isTaken = queue.startDraining(.current)
        let isLast = queue.finishLast(2, .delivered)
        #expect(!isTaken && !isLast)
        #expect(queue.isDone(2) && !queue.isDone(3))
        drain()
        #expect(queue.isDone(3))
        let last = queue.put(.flush, by: .current)
        let isLastNow = queue.finishLast(4, .nothing)
        #expect(last == .own(4) && isLastNow)
    }

    @Test("The limit counts only events, and only after the provider is ready")
    mutating func limitIsOfEvents() {
        for _ in 1...5 { _ = queue.put(event, by: nil) }
        _ = queue.open()
        start()
        drain()
        #expect(queue.counts.delivered == 5)
        var placements: [QueuePlacement] = []
        for _ in 1...3 { placements.append(queue.put(event, by: nil)) }
        for _ in 1...3 { placements.append(queue.put(.flush, by: nil)) }
        #expect(placements == [.waiting(6), .waiting(7), .full, .waiting(8), .waiting(9), .waiting(10)])
        #expect((queue.counts.waiting, queue.counts.droppedByLimit) == (2, 1))
    }
}
