import PageViewLifecycle

/// The single drainer of a queue: the one thread that takes items out, and those that it has taken.
///
/// An owner guards its queue and the drainer with one lock. Other threads append to the queue meanwhile.
struct Drainer<Item> {
    private(set) var thread: ThreadIdentity?
    /// The items that the drainer has taken out of the queue, the next one last.
    var batch: [Item] = []

    mutating func begin() -> Bool {
        guard thread == nil else { return false }
        thread = .current
        return true
    }

    /// Removes and returns the next item. If there is none, the calling thread is no longer the drainer.
    mutating func next(from queue: inout [Item]) -> Item? {
        if batch.isEmpty {
            swap(&batch, &queue)
            batch.reverse()
        }
        guard let item = batch.popLast() else {
            thread = nil
            return nil
        }
        return item
    }

    mutating func end() { thread = nil }
}

/// A serial queue of work. One thread at a time performs its items, in order and outside every lock.
///
/// An owner that computes items under its own lock appends them under that lock. It calls ``drain(_:)`` after it has released the
/// lock.
final class WorkQueue<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item] = []
        var drainer = Drainer<Item>()

        mutating func start() -> Item? {
            guard !items.isEmpty, drainer.begin() else { return nil }
            return next()
        }

        mutating func next() -> Item? { drainer.next(from: &items) }
    }

    private let locked = Locked(State())

    /// Appends an item, unless `limit` items are pending.
    func append(_ item: Item, upTo limit: Int = .max) {
        locked.withLock { if $0.items.count < limit { $0.items.append(item) } }
    }

    var isDrainedByCurrentThread: Bool { locked.withLock { $0.drainer.thread == .current } }

    /// Performs all pending items. If another call is performing items, that call performs these too.
    func drain(_ perform: (Item) -> Void) {
        var next = locked.withLock { $0.start() }
        while let item = next {
            perform(item)
            next = locked.withLock { $0.next() }
        }
    }
}
