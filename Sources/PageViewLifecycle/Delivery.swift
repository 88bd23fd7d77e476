/// The delivery of one queue of records to its listeners: one record at a time, one listener at a time, by one thread at a time.
///
/// A value under the lock of its owner. The thread that appends a record while no thread delivers becomes the *deliverer*. Under
/// the lock, ``next(from:into:)`` selects a record and a listener. The deliverer calls that listener outside the lock, and repeats.
/// So records arrive in order, whatever thread they come from. A record that a listener causes waits for the end of the current
/// call (ORD-001). A removed listener receives nothing more, because each step reads the list.
@frozen @usableFromInline
package struct Delivery<Record: Sendable, Listener: AnyObject & Sendable>: ~Copyable {
    @frozen @usableFromInline
    struct Entry {
        @usableFromInline let number: UInt64
        /// The kinds of records that it gets.
        @usableFromInline let interests: UInt8
        /// The number of records that were emitted before it was added; they are not for it.
        @usableFromInline let since: UInt64
        @usableFromInline let listener: Listener
    }

    @usableFromInline var entries: [Entry] = []
    @usableFromInline var entryCount: UInt64 = 0
    /// The thread that delivers, while one does.
    @usableFromInline package private(set) var deliverer: ThreadIdentity?
    /// The records that the deliverer has taken out of the queue. Their memory is the deliverer's: others append to the queue.
    @usableFromInline var batch = RecordBuffer<Record>()
    /// The number of records that have been delivered, and of those that have been taken out of the queue.
    @usableFromInline var deliveredCount: UInt64 = 0
    @usableFromInline var takenCount: UInt64 = 0
    /// The index of the entry that may get the first record of the batch next.
    @usableFromInline var nextEntry = 0
    /// Removed objects that the deliverer may be using. They are retained until it ends.
    @usableFromInline var kept: [AnyObject] = []
    @usableFromInline var waiting: [Signal] = []

    /// Creates a delivery without listeners.
    package init() {}

    /// Whether there is no listener.
    @inlinable package var isEmpty: Bool { entries.isEmpty }

    /// The union of the interests of all listeners.
    package var wanted: UInt8 { entries.reduce(0) { $0 | $1.interests } }

    // MARK: Listeners

    /// Adds a listener, which gets the records that are emitted from now on.
    ///
    /// - Returns: Its number, for ``remove(_:)``.
    package mutating func add(
        _ listener: Listener, interests: UInt8, after queue: borrowing RecordBuffer<Record>
    ) -> UInt64 {
        entryCount += 1
        entries.append(
            Entry(
                number: entryCount, interests: interests, since: takenCount + UInt64(queue.count), listener: listener))
        return entryCount
    }

    /// Removes a listener. The caller releases the result outside the lock, because its end is foreign code.
    package mutating func remove(_ number: UInt64) -> Listener? {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
        if index < nextEntry { nextEntry -= 1 }
        let listener = entries.remove(at: index).listener
        keepForDeliverer(listener)
        return listener
    }

    /// Removes some listeners. The caller releases the result outside the lock.
    package mutating func removeAll(where isRemoved: (Listener) -> Bool) -> [Listener] {
        entries.filter { isRemoved($0.listener) }.compactMap { remove($0.number) }
    }

    /// The number of a listener.
    package func number(where isWanted: (Listener) -> Bool) -> UInt64? {
        entries.first { isWanted($0.listener) }?.number
    }

    /// Keeps an object alive until the present deliverer ends, if there is one.
    package mutating func keepForDeliverer(_ object: AnyObject) {
        if deliverer != nil { kept.append(object) }
    }

    /// Whether something is kept for the deliverer.
    @inlinable package var hasKept: Bool { !kept.isEmpty }

    /// Takes the objects that were kept for a deliverer, now that it has ended. The caller releases them outside the lock.
    package mutating func takeKept() -> [AnyObject] {
        defer { kept = [] }
        return kept
    }

    // MARK: Delivering

    /// Makes the calling thread the deliverer if a record waits and nobody delivers.
    ///
    /// - Returns: Whether the calling thread has to deliver what is lent to it, outside the lock.
    @inlinable
    package mutating func start(
        from queue: inout RecordBuffer<Record>, into lent: borrowing LentRecord<Record, Listener>
    ) -> Bool {
        guard !queue.isEmpty, deliverer == nil else { return false }
        deliverer = .current
        take(&queue)
        return next(from: &queue, into: lent)
    }

    /// Lends the deliverer the next record, or the same one for the next listener.
    ///
    /// - Returns: Whether there is one; otherwise the calling thread is the deliverer no more.
    @inlinable
    package mutating func next(
        from queue: inout RecordBuffer<Record>, into lent: borrowing LentRecord<Record, Listener>
    ) -> Bool {
        while true {
            while !batch.isEmpty {
                let kind = batch.firstKind
                while nextEntry < entries.count {
                    let index = nextEntry
                    nextEntry &+= 1
                    if entries[index].interests & kind != 0, entries[index].since <= deliveredCount {
                        unsafe lent.lend(batch.firstAddress, to: entries[index].listener)
                        return true
                    }
                }
                batch.removeFirst()
                deliveredCount &+= 1
                nextEntry = 0
            }
            guard !queue.isEmpty else { break }
            take(&queue)
        }
        deliverer = nil
        if !waiting.isEmpty { sendSignals() }
        return false
    }

    @inlinable
    mutating func take(_ queue: inout RecordBuffer<Record>) {
        takenCount &+= UInt64(truncatingIfNeeded: queue.count)
        swap(&batch, &queue)
    }

    /// A signal that is sent when the present deliverer has ended; `nil` if no other thread delivers.
    package mutating func makeEndSignal() -> Signal? {
        guard let deliverer, deliverer != .current else { return nil }
        let signal = Signal()
        waiting.append(signal)
        return signal
    }

    @usableFromInline
    mutating func sendSignals() {
        for signal in waiting { signal.send() }
        waiting = []
    }
}

/// The record that a deliverer lends to a listener, and that listener. The deliverer reads both outside the lock.
@frozen @usableFromInline
@safe package struct LentRecord<Record, Listener: AnyObject>: ~Copyable {
    @usableFromInline let record: UnsafeMutablePointer<UnsafeMutablePointer<Record>?>
    @usableFromInline let recipient: UnsafeMutablePointer<Unmanaged<Listener>?>

    /// Creates the place for a loan.
    @inlinable
    package init() {
        unsafe record = .allocate(capacity: 1)
        unsafe record.initialize(to: nil)
        unsafe recipient = .allocate(capacity: 1)
        unsafe recipient.initialize(to: nil)
    }

    @inlinable
    deinit {
        unsafe record.deallocate()
        unsafe recipient.deallocate()
    }

    @inlinable
    func lend(_ record: UnsafeMutablePointer<Record>, to listener: Listener) {
        unsafe self.record.pointee = record
        unsafe recipient.pointee = .passUnretained(listener)
    }

    /// A record that cannot be copied: the compiler would copy a plain one to pass it on.
    @frozen @usableFromInline
    package struct Lent: ~Copyable {
        /// The record.
        @usableFromInline package let record: Record
    }

    /// Calls `body` with the record that is lent. Only the deliverer may do so.
    @inlinable
    package func withRecord(_ body: (borrowing Lent) -> Void) {
        unsafe body(
            UnsafeRawPointer(record.pointee.unsafelyUnwrapped).assumingMemoryBound(to: Lent.self).pointee)
    }

    /// Calls `body` with the listener that gets the record. Only the deliverer may do so.
    ///
    /// The delivery keeps the listener alive until the deliverer ends, even if it is removed. Retaining it for each record takes
    /// 40 instructions.
    @inlinable
    package func withListener(_ body: (Listener) -> Void) {
        unsafe recipient.pointee.unsafelyUnwrapped._withUnsafeGuaranteedRef { body($0) }
    }
}

// Proof: its memory is written under its owner's lock alone, by the deliverer. The deliverer alone reads it, outside the lock. There
// is one deliverer at a time.
extension LentRecord: @unchecked Sendable {}

/// A serial queue of work: its items are performed in order, outside every lock, by one thread at a time.
///
/// An owner that computes items under a lock of its own appends them there, and calls ``drain(_:)`` after it has released the lock.
package final class WorkQueue<Item: Sendable>: Sendable {
    private struct State: ~Copyable {
        var items = RecordBuffer<Item>()
        var delivery = Delivery<Item, Placeholder>()
    }

    /// The only listener: the deliverer passes a closure instead.
    private final class Placeholder: Sendable {}

    private let protected: Protected<State>
    private let lent = LentRecord<Item, Placeholder>()

    /// Creates an empty queue.
    package init() {
        var state = State()
        _ = state.delivery.add(Placeholder(), interests: 1, after: state.items)
        protected = Protected(state)
    }

    /// Appends items, as long as no more than `limit` wait.
    package func append(_ items: [Item], upTo limit: Int = .max) {
        protected.withLock { state in
            for item in items where state.items.count < limit { state.items.append(item, kind: 1) }
        }
    }

    /// Whether the calling thread is performing an item.
    package var isDrainedByCurrentThread: Bool { protected.withLock { $0.delivery.deliverer == .current } }

    /// Performs all items that wait, unless another call does: then that one performs them.
    package func drain(_ perform: (Item) -> Void) {
        var isDelivering = protected.withLock { $0.delivery.start(from: &$0.items, into: lent) }
        while isDelivering {
            lent.withRecord { perform($0.record) }
            isDelivering = protected.withLock { $0.delivery.next(from: &$0.items, into: lent) }
        }
    }
}
