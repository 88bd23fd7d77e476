/// What waits to be delivered, and who delivers it: at any time at most one caller, the drainer.
///
/// A pure value that lives under its owner's lock. Whoever puts something in while nobody drains becomes the drainer,
/// and takes batches out until nothing is left; the others only put in. So deliveries keep the order in which they
/// were put in, whatever thread they come from, and a delivery that causes another is not nested in it (ORD-001).
@usableFromInline
package struct Outbox<Element> {
    /// Elements in the order of their delivery. Whoever holds the lock may append.
    @usableFromInline package var waiting: [Element] = []
    @usableFromInline var spare: [Element] = []
    /// The thread that delivers, while one does.
    @usableFromInline package var drainer: ThreadIdentity?

    @inlinable
    package init() {}

    /// Makes the calling thread the drainer if there is something to deliver and nobody does.
    @inlinable
    package mutating func startDraining() -> Bool {
        guard drainer == nil, !waiting.isEmpty else { return false }
        drainer = .current
        return true
    }

    /// Takes everything that waits; `nil`, and the drainer is discharged, when nothing does.
    @inlinable
    package mutating func nextBatch(returning used: consuming [Element]) -> [Element]? {
        // The used array comes back empty with its memory, so a steady state allocates nothing.
        // The memory of a burst is given back.
        if used.capacity > spare.capacity, used.capacity <= 4_096 { spare = used }
        guard !waiting.isEmpty else {
            drainer = nil
            return nil
        }
        var batch = spare
        spare = []
        swap(&batch, &waiting)
        return batch
    }
}
