/// The serial delivery of one queue of records to its listeners (ORD-003).
///
/// It delivers one record at a time, to one listener at a time, on one thread at a time. Its owner guards it with a lock. The
/// thread that appends a record while no thread delivers becomes the *deliverer*. Under the lock, ``next(from:into:)`` selects a
/// record and a listener. The deliverer calls that listener outside the lock, and repeats. So records arrive in order, whatever
/// thread they come from. A record that a listener causes waits for the end of the current call (ORD-004). A removed listener
/// receives nothing more, because each step reads the list of listeners anew.
@frozen @usableFromInline
package struct Delivery<Record: Sendable, Listener: AnyObject & Sendable>: ~Copyable {
    /// A listener, and the records that it receives.
    @frozen @usableFromInline
    struct Entry {
        @usableFromInline let number: UInt64
        /// The kinds of records that the listener receives.
        @usableFromInline let interests: UInt8
        /// The number of records that were emitted before the listener was added. It does not receive those.
        @usableFromInline let since: UInt64
        @usableFromInline let listener: Listener
    }

    @usableFromInline var entries: [Entry] = []
    @usableFromInline var entryCount: UInt64 = 0
    @usableFromInline var drainer = Drainer<Record>()
    /// The number of records that have been delivered.
    @usableFromInline var deliveredCount: UInt64 = 0
    /// The index of the next entry that may receive the first record of the drainer's batch.
    @usableFromInline var nextEntry = 0
    /// Removed objects that the deliverer may be using. They are retained until it ends.
    @usableFromInline var kept: [AnyObject] = []
    /// The signals to send when the deliverer ends.
    @usableFromInline var waiting: [Signal] = []

    /// Creates a delivery without listeners.
    package init() {}

    /// The thread that delivers; `nil` while none does.
    @inlinable package var deliverer: ThreadIdentity? { drainer.thread }

    /// Whether there is no listener.
    @inlinable package var isEmpty: Bool { entries.isEmpty }

    /// The union of the interests of all listeners.
    package var wanted: UInt8 { entries.reduce(0) { $0 | $1.interests } }

    // MARK: Listeners

    /// Adds a listener, which receives the records that are emitted from now on.
    ///
    /// - Returns: The listener's number, for ``remove(_:)``.
    package mutating func add(
        _ listener: Listener, interests: UInt8, after queue: borrowing RecordBuffer<Record>
    ) -> UInt64 {
        entryCount += 1
        let since = deliveredCount + UInt64(drainer.batch.count + queue.count)
        entries.append(Entry(number: entryCount, interests: interests, since: since, listener: listener))
        return entryCount
    }

    /// Removes a listener. The caller releases the result outside the lock, because deinitializers are foreign code.
    package mutating func remove(_ number: UInt64) -> Listener? {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
        if index < nextEntry { nextEntry -= 1 }
        let listener = entries.remove(at: index).listener
        keepForDeliverer(listener)
        return listener
    }

    /// Removes the listeners that satisfy a predicate. The caller releases the result outside the lock.
    package mutating func removeAll(where isRemoved: (Listener) -> Bool) -> [Listener] {
        entries.filter { isRemoved($0.listener) }.compactMap { remove($0.number) }
    }

    /// Returns the number of the first listener that satisfies a predicate.
    package func number(where isWanted: (Listener) -> Bool) -> UInt64? {
        entries.first { isWanted($0.listener) }?.number
    }

    /// Keeps an object alive until the current deliverer ends, if there is one.
    package mutating func keepForDeliverer(_ object: AnyObject) {
        if deliverer != nil { kept.append(object) }
    }

    /// Whether objects are kept for the deliverer.
    @inlinable package var hasKept: Bool { !kept.isEmpty }

    /// Removes and returns the objects that were kept for the last deliverer. The caller releases them outside the lock.
    package mutating func takeKept() -> [AnyObject] {
        defer { kept = [] }
        return kept
    }

    // MARK: Delivering

    /// Makes the calling thread the deliverer if records are pending and no thread delivers.
    ///
    /// - Returns: Whether the calling thread must deliver the record that is lent to it, outside the lock.
    @inlinable
    package mutating func start(
        from queue: inout RecordBuffer<Record>, into lent: borrowing LentRecord<Record, Listener>
    ) -> Bool {
        guard !queue.isEmpty, drainer.begin() else { return false }
        return next(from: &queue, into: lent)
    }

    /// Lends the deliverer the current record for its next listener or, if there is none, the next record.
    ///
    /// - Returns: Whether a record is lent. If not, the calling thread is no longer the deliverer.
    @inlinable
    package mutating func next(
        from queue: inout RecordBuffer<Record>, into lent: borrowing LentRecord<Record, Listener>
    ) -> Bool {
        while drainer.fillBatch(from: &queue) {
            let kind = drainer.batch.firstKind
            while nextEntry < entries.count {
                let index = nextEntry
                nextEntry &+= 1
                if entries[index].interests & kind != 0, entries[index].since <= deliveredCount {
                    unsafe lent.lend(drainer.batch.firstAddress, to: entries[index].listener)
                    return true
                }
            }
            drainer.batch.removeFirst()
            deliveredCount &+= 1
            nextEntry = 0
        }
        if !waiting.isEmpty { sendSignals() }
        return false
    }

    /// Returns a signal that is sent when the current deliverer ends; `nil` if no other thread delivers.
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

/// The record that is lent to the deliverer, and the listener that receives it (ORD-003).
///
/// The deliverer reads both outside the lock.
@frozen @usableFromInline
@safe package struct LentRecord<Record, Listener: AnyObject>: ~Copyable {
    @usableFromInline let record: UnsafeMutablePointer<UnsafeMutablePointer<Record>?>
    @usableFromInline let recipient: UnsafeMutablePointer<Unmanaged<Listener>?>

    /// Creates a value that holds no record yet.
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

    /// A noncopyable wrapper of a record. The compiler would copy a plain record to pass it on.
    @frozen @usableFromInline
    package struct Lent: ~Copyable {
        /// The record.
        @usableFromInline package let record: Record
    }

    /// Calls `body` with the lent record. Only the deliverer may call it.
    @inlinable
    package func withRecord(_ body: (borrowing Lent) -> Void) {
        unsafe body(
            UnsafeRawPointer(record.pointee.unsafelyUnwrapped).assumingMemoryBound(to: Lent.self).pointee)
    }

    /// Calls `body` with the listener that receives the record. Only the deliverer may call it.
    ///
    /// The delivery keeps the listener alive until the deliverer ends, even if it is removed. The listener is unmanaged, because
    /// a retain for each record takes 40 instructions.
    @inlinable
    package func withListener(_ body: (Listener) -> Void) {
        unsafe recipient.pointee.unsafelyUnwrapped._withUnsafeGuaranteedRef { body($0) }
    }
}

// Proof: only the deliverer writes the memory, under the owner's lock. Only the deliverer reads it, outside the lock. There is
// one deliverer at a time.
extension LentRecord: @unchecked Sendable {}
