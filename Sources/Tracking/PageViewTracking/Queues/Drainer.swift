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
