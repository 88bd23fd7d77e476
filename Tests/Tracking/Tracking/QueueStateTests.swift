@testable import PageViewTracking
import TestSupport
import Testing

/// The state of a provider's queue, step by step.
@Suite(.watched)
struct QueueStateTests: ~Copyable {
    private var queue = QueueState(provider: "provider", limit: 2)
    private let event = QueueItem.event(
        AcceptedEvent(
            TrackedEvent(
                id: EventID(high: 0, low: 1), name: "event", time: WallTime(nanoseconds: 0),
                identity: UserIdentity(anonymousID: EventID(high: 0, low: 2)))))

    /// Makes the calling thread the drainer, and finishes all waiting items.
    private mutating func drain() {
        let first = queue.start()
        #expect(first != nil)
        if let first { finish(from: first) }
    }

    /// Finishes an item, and then all waiting items.
    private mutating func finish(from first: NumberedItem) {
        var next: NumberedItem? = first
        while let entry = next {
            switch entry.item {
            case .event: queue.finish(entry.number, \ProviderCounts.delivered)
            default: queue.finish(entry.number, nil)
            }
            next = queue.next()
        }
    }

    /// Performs the next step of the queue's thread, and expects this kind of step.
    private mutating func expectStep(_ expected: String) {
        let found: String
        switch queue.nextStep() {
        case .perform(let first):
            finish(from: first)
            found = "perform"
        case .wait: found = "wait"
        case .end: found = "end"
        }
        #expect(found == expected)
    }

    /// Expects that of the items up to this number, only these are done.
    private func expectDone(of last: UInt64, _ expected: [UInt64]) {
        var done: [UInt64] = []
        for number in 1...last where queue.isDone(number) { done.append(number) }
        #expect(done == expected)
    }

    @Test("A thread whose items were purged waits for more, and finishes them before it ends")
    mutating func purgedWorkIsNoEnd() {
        queue.isOpen = true
        expectStep("perform")
        _ = queue.put(event, mayDrain: false)
        let hasWaiting = queue.hasWaiting
        #expect(hasWaiting)
        queue.purge()
        expectStep("wait")
        _ = queue.put(event, mayDrain: false)
        queue.isEnded = true
        expectStep("perform")
        expectStep("end")
        let counts = queue.counts
        #expect((counts.delivered, counts.purged, counts.waiting) == (1, 1, 0))
    }

    @Test("While another thread drains an ended queue, the queue's thread has nothing to do")
    mutating func endedQueueHasOtherDrainer() {
        queue.isOpen = true
        drain()
        queue.isEnded = true
        let placement = queue.put(event, mayDrain: true)
        #expect(placement == .own(1))
        var hasStep = queue.hasStep
        var mayCall = queue.startCall()
        #expect(!hasStep && !mayCall)
        queue.finish(1, \ProviderCounts.delivered)
        let next = queue.next()
        hasStep = queue.hasStep
        #expect(next == nil && hasStep)
        mayCall = queue.startCall()
        #expect(mayCall)
    }

    @Test("An item is done when it and all earlier items are finished or purged")
    mutating func doneIsInOrder() {
        queue.isOpen = true
        drain()
        for item in [event, .flush, event] { _ = queue.put(item, mayDrain: false) }
        expectDone(of: 3, [])
        queue.purge()
        // The flush still waits, so the flush and the later event are not done. The earlier event is purged.
        expectDone(of: 3, [1])
        drain()
        expectDone(of: 3, [1, 2, 3])
    }

    @Test("The caller finishes an item itself if no other waits; later items wait for it")
    mutating func ownItemsAreFirst() {
        let early = queue.put(event, mayDrain: true)
        #expect(early == .waiting(1))
        queue.isOpen = true
        drain()
        let own = queue.put(event, mayDrain: true)
        let next = queue.put(event, mayDrain: true)
        #expect((own, next) == (.own(2), .waiting(3)))
        let other = queue.start()
        #expect(other == nil)
        queue.finish(2, \ProviderCounts.delivered)
        expectDone(of: 3, [1, 2])
        let third = queue.next()
        #expect(third?.number == 3)
        if let third { finish(from: third) }
        expectDone(of: 3, [1, 2, 3])
        let last = queue.put(.flush, mayDrain: true)
        queue.finish(4, nil)
        let none = queue.next()
        #expect(last == .own(4) && none == nil)
        let isFree = queue.put(.flush, mayDrain: true) == .own(5)
        #expect(isFree)
    }

    @Test("A purge removes the items that the drainer has not performed yet")
    mutating func purgeReachesTheDrainer() {
        queue.isOpen = true
        for item in [event, .flush, event] { _ = queue.put(item, mayDrain: false) }
        let configure = queue.start()
        #expect(configure?.number == 0)
        queue.purge()
        queue.finish(0, nil)
        let flush = queue.next()
        #expect(flush?.number == 2)
        queue.finish(2, nil)
        let none = queue.next()
        #expect(none == nil)
        let counts = queue.counts
        #expect((counts.purged, counts.waiting) == (2, 0))
    }

    @Test("Of several identities in a row, only the last one waits")
    mutating func lastIdentityWaits() {
        queue.isOpen = true
        drain()
        let identities = (1...3).map { UserIdentity(anonymousID: EventID(high: 0, low: $0)) }
        for identity in identities { _ = queue.put(.identity(identity), mayDrain: false) }
        let only = queue.start()
        #expect(only?.number == 3)
        let none = queue.next()
        #expect(none == nil)
    }

    @Test("The limit counts only events, and only after the provider is ready")
    mutating func limitIsOfEvents() {
        for _ in 1...5 { _ = queue.put(event, mayDrain: false) }
        queue.isOpen = true
        drain()
        let delivered = queue.counts.delivered
        #expect(delivered == 5)
        var placements: [QueuePlacement] = []
        for _ in 1...3 { placements.append(queue.put(event, mayDrain: false)) }
        for _ in 1...3 { placements.append(queue.put(.flush, mayDrain: false)) }
        #expect(placements == [.waiting(6), .waiting(7), .full, .waiting(8), .waiting(9), .waiting(10)])
        let counts = queue.counts
        #expect((counts.waiting, counts.droppedByLimit) == (2, 1))
    }
}
