import PageViewLifecycle

/// An accepted event (TK-007). All queues share it, because a copy of an event would retain each of its parts.
final class AcceptedEvent: Sendable {
    let event: TrackedEvent

    init(_ event: consuming TrackedEvent) {
        self.event = event
    }

    func changed(_ change: (inout TrackedEvent) -> Void) -> AcceptedEvent {
        var event = event
        change(&event)
        return AcceptedEvent(event)
    }
}

enum QueueItem {
    case configure
    case event(AcceptedEvent)
    case identity(UserIdentity)
    case flush
    case purge
}

struct NumberedItem {
    let number: UInt64
    let item: QueueItem
}

enum QueuePlacement: Equatable {
    /// The calling thread is now the drainer. It must perform the item, and then all items that arrive meanwhile.
    case own(UInt64)
    /// The item waits behind others, under this number.
    case waiting(UInt64)
    /// The item was dropped, because the queue is full.
    case full
}

enum QueueStep {
    /// The thread is the drainer. It must perform the item, and then all items that wait.
    case perform(NumberedItem)
    case wait
    case end
}

/// The count of an event that a queue has finished.
typealias EventOutcome = any WritableKeyPath<ProviderCounts, UInt64> & Sendable

/// The state of a provider, as its queue knows it from the calls it made (TK-006, CO-004).
struct ProviderState {
    var isConfigured = false
    var identity: UserIdentity?
    /// The time at which the queue must flush the provider; `nil` if it has received nothing since the last flush.
    var flushDeadline: Timestamp?
    /// The numbers of revocations that have reached a step: the provider was asked for its mark (`begun`), a purge ran
    /// (`tried`), a purge succeeded (`purged`), and the mark was removed (`ended`).
    var revocations = (begun: 0, tried: 0, purged: 0, ended: 0)

    /// Records the identity. Returns whether it is of another user than before; `nil` if the provider knows it already.
    mutating func change(to identity: UserIdentity) -> Bool? {
        guard isConfigured, self.identity != identity else { return nil }
        defer { self.identity = identity }
        return self.identity.map { $0.anonymousID != identity.anonymousID } ?? false
    }
}

/// The waiting items of a provider, and the thread that drains them (TK-007, TK-008, TK-011).
///
/// At most one thread at a time calls the provider: the *drainer*. The lock of the queue guards the state. Items are numbered
/// from 1 in the order in which they are added. `configure` has the number 0.
struct QueueState: ~Copyable {
    private var waiting: [NumberedItem] = []
    private var drainer = Drainer<NumberedItem>()
    /// The numbers of the item added last, taken out last, and finished last.
    private(set) var lastNumber: UInt64 = 0
    private var takenNumber: UInt64 = 0
    private var doneNumber: UInt64 = 0
    private var purgedNumber: UInt64 = 0
    /// Whether the provider may be called: `configure` waits, runs, or has run.
    var isOpen = false
    var isEnded = false
    /// Whether `configure` has returned or thrown. Until then, the limit does not apply.
    private var isReady = false
    private let limit: UInt64
    private(set) var counts: ProviderCounts

    init(provider: String, limit: Int) {
        counts = ProviderCounts(provider: provider)
        self.limit = UInt64(max(1, limit))
        // First in the queue, which performs nothing until it is opened.
        waiting.append(NumberedItem(number: 0, item: .configure))
    }

    // MARK: Adding items

    /// Adds an item.
    ///
    /// If `mayDrain`, the calling thread becomes the drainer if there is none and no item waits. The limit does not apply to
    /// an event that was held before, and is now released (CO-003).
    mutating func put(_ item: QueueItem, mayDrain: Bool, isReleased: Bool = false) -> QueuePlacement {
        if case .event = item {
            guard !isReady || isReleased || hasCapacity else {
                counts.droppedByLimit += 1
                return .full
            }
            counts.waiting += 1
        }
        lastNumber += 1
        if mayDrain, isOpen, waiting.isEmpty, drainer.begin() {
            takenNumber = lastNumber
            return .own(lastNumber)
        }
        let entry = NumberedItem(number: lastNumber, item: item)
        // A provider needs only the last of several identities without an event between them.
        if case .identity = item, case .identity = waiting.last?.item { waiting.removeLast() }
        waiting.append(entry)
        return .waiting(lastNumber)
    }

    /// Whether one more event may wait. The event that the provider is receiving does not count.
    private var hasCapacity: Bool { counts.waiting < limit || (counts.waiting == limit && drainer.thread != nil) }

    mutating func purge() {
        var events: UInt64 = 0
        func isPurged(_ entry: NumberedItem) -> Bool {
            switch entry.item {
            case .event:
                events += 1
                return true
            case .identity: return true
            case .configure, .flush, .purge: return false
            }
        }
        drainer.batch.removeAll(where: isPurged)
        waiting.removeAll(where: isPurged)
        counts.purged += events
        counts.waiting -= events
        purgedNumber = lastNumber
    }

    // MARK: Removing items

    /// Whether an item waits that no drainer has seen and that may be performed.
    var hasWaiting: Bool { isOpen && !waiting.isEmpty }

    /// Whether the item with this number, and all items before it, are finished or purged.
    func isDone(_ number: UInt64) -> Bool {
        doneNumber >= number || (takenNumber < number && firstNumber > number)
    }

    private var firstNumber: UInt64 {
        (drainer.batch.last ?? waiting.first)?.number ?? .max
    }

    /// Whether a purge followed the item with this number. The drainer may have taken the item out before.
    func isPurged(_ number: UInt64) -> Bool { number <= purgedNumber }

    /// Makes the calling thread the drainer if there is none and an item waits. Returns the first item.
    mutating func start() -> NumberedItem? {
        guard hasWaiting, drainer.begin() else { return nil }
        return next()
    }

    mutating func next() -> NumberedItem? {
        guard let entry = drainer.next(from: &waiting) else { return nil }
        takenNumber = entry.number
        return entry
    }

    /// Returns the next action of the queue's thread. Unless the action is `.wait`, the thread is the drainer.
    mutating func nextStep() -> QueueStep {
        // A purge may have removed the waiting items before the thread wakes.
        if let entry = start() { return .perform(entry) }
        return isEnded && drainer.begin() ? .end : .wait
    }

    /// Whether the queue's thread has something to do: no other thread drains, and an item waits or the queue has ended.
    var hasStep: Bool { drainer.thread == nil && (hasWaiting || isEnded) }

    /// Makes the calling thread the drainer for a call without an item. Returns `false` if another thread is draining.
    mutating func startCall() -> Bool { drainer.begin() }

    mutating func stopDraining() { drainer.end() }

    /// Records that an item is finished. `outcome` is the count of an event; `nil` for another item.
    mutating func finish(_ number: UInt64, _ outcome: EventOutcome?) {
        doneNumber = max(doneNumber, number)
        // `configure` has returned or thrown.
        if number == 0 { isReady = true }
        guard let outcome else { return }
        counts[keyPath: outcome] += 1
        counts.waiting -= 1
    }
}
