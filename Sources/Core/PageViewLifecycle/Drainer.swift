/// The single drainer of a queue: the one thread that takes records out, and those that it has taken.
///
/// An owner guards its queue and the drainer with one lock. Other threads append to the queue meanwhile. The drainer takes
/// all records at once, because a queue that empties reuses its memory.
@frozen @usableFromInline
package struct Drainer<Record>: ~Copyable {
    /// The draining thread; `nil` while none drains.
    @usableFromInline package private(set) var thread: ThreadIdentity?
    /// The records that the drainer has taken out of the queue.
    @usableFromInline package var batch = RecordBuffer<Record>()

    /// Creates a drainer of a queue that no thread drains.
    @inlinable
    package init() {}

    /// Makes the calling thread the drainer. Returns `false` if there is one.
    @inlinable @inline(__always)
    package mutating func begin() -> Bool {
        guard thread == nil else { return false }
        thread = .current
        return true
    }

    /// Moves all records of the queue into the batch if that is empty.
    ///
    /// - Returns: Whether the batch contains a record. If not, the calling thread is no longer the drainer.
    // Inlined, because each report with a record comes here.
    @inlinable @inline(__always)
    package mutating func fillBatch(from queue: inout RecordBuffer<Record>) -> Bool {
        if !batch.isEmpty { return true }
        guard !queue.isEmpty else {
            thread = nil
            return false
        }
        swap(&batch, &queue)
        return true
    }

    /// Removes and returns the next record. If there is none, the calling thread is no longer the drainer.
    @inlinable
    package mutating func next(from queue: inout RecordBuffer<Record>) -> Record? {
        fillBatch(from: &queue) ? batch.popFirst() : nil
    }

    /// Releases the drainer, whose batch is empty.
    @inlinable
    package mutating func end() { thread = nil }
}

/// A serial queue of work. One thread at a time performs its items, in order and outside every lock.
///
/// An owner that computes items under its own lock appends them under that lock. It calls ``drain(_:)`` after it has released the
/// lock.
package final class WorkQueue<Item: Sendable>: Sendable {
    private struct State: ~Copyable {
        var items = RecordBuffer<Item>()
        var drainer = Drainer<Item>()

        mutating func start() -> Item? {
            guard !items.isEmpty, drainer.begin() else { return nil }
            return next()
        }

        mutating func next() -> Item? { drainer.next(from: &items) }
    }

    private let protected = Protected(State())

    /// Creates an empty queue.
    package init() {}

    /// Appends items until `limit` items are pending. It drops the rest.
    package func append(_ items: [Item], upTo limit: Int = .max) {
        protected.withLock { state in
            for item in items where state.items.count < limit { state.items.append(item, kind: 1) }
        }
    }

    /// Whether the calling thread is performing an item.
    package var isDrainedByCurrentThread: Bool { protected.withLock { $0.drainer.thread == .current } }

    /// Performs all pending items. If another call is performing items, that call performs these too.
    package func drain(_ perform: (Item) -> Void) {
        var next = protected.withLock { $0.start() }
        while let item = next {
            perform(item)
            next = protected.withLock { $0.next() }
        }
    }
}
