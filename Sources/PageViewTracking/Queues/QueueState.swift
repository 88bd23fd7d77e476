import PageViewLifecycle

/// An event on its way, once for all lanes: it is large, and a copy counts a reference for each of its parts.
final class AcceptedEvent: Sendable {
    let event: TrackedEvent

    init(_ event: consuming TrackedEvent) {
        self.event = event
    }

    /// Lets a provider have it, without a copy.
    func deliver(to provider: any TrackingProvider) throws { try provider.receive(event) }

    /// Lets a provider have it that takes some events only.
    func deliver(included provider: any SelectiveProvider) throws { try provider.receiveIncluded(event) }
}

/// Something a provider is to do.
enum QueueItem {
    case configure
    case event(AcceptedEvent)
    case identity(UserIdentity)
    case flush
    case purge
}

/// An item, and its number in its lane.
struct NumberedItem {
    let number: UInt64
    let item: QueueItem
}

/// What becomes of an item that was put into a lane.
enum QueuePlacement: Equatable {
    /// The caller is to let the provider have it, and what comes meanwhile.
    case own(UInt64)
    /// It waits behind others, under this number.
    case waiting(UInt64)
    /// It was not put in, because too many wait.
    case full
}

/// What a lane's thread does next.
enum QueueStep {
    case drain
    case wait
    case end
}

/// What came of an item.
enum ItemOutcome {
    /// It was no event.
    case nothing
    /// The provider has been made ready, or has failed to be.
    case ready
    case delivered
    case filtered
    case failed
    case notConfigured
    case purged
}

/// What is known of a provider by what it has been given.
struct ProviderState {
    var isConfigured = false
    /// Whom it has been told that events are about.
    var identity: UserIdentity?
    /// By when it has to be flushed, because it has received something.
    var flushDeadline: Timestamp?
    /// How many revocations have begun; for how many of them a purge was tried, and succeeded; and how many have ended.
    var revocations = (begun: 0, tried: 0, purged: 0, ended: 0)

    /// What is new of the user.
    enum IdentityChange {
        /// More is known of them, or who they are at all.
        case more
        /// It is another one: the app has forgotten the last.
        case another
    }

    /// The provider is to be told of this user; `nil` if it has been.
    mutating func change(to identity: UserIdentity) -> IdentityChange? {
        guard isConfigured, self.identity != identity else { return nil }
        let before = self.identity
        self.identity = identity
        return before.map { $0.anonymousID == identity.anonymousID } ?? true ? .more : .another
    }
}

/// What waits for a provider, and who lets it have that: at any time at most one thread, the drainer.
///
/// A pure value that lives under its lane's lock. Items are numbered from 1 as they are put in.
struct QueueState {
    private var waiting: [NumberedItem] = []
    private var spare: [NumberedItem] = []
    /// The number of the last item put in, of the last one taken out, and of the last one done.
    private(set) var lastNumber: UInt64 = 0
    private var takenNumber: UInt64 = 0
    private var doneNumber: UInt64 = 0
    /// The last item put in before the last purge.
    private var purgedNumber: UInt64 = 0
    /// The thread that lets the provider have items, while one does.
    private var drainer: ThreadIdentity?
    /// Whether the provider may have anything: it is being made ready, or has been.
    private(set) var isOpen = false
    /// Whether nothing more comes.
    private(set) var isEnded = false
    /// Whether the provider has been made ready: what waits until then does not count as too much.
    private var isReady = false
    private let limit: UInt64
    private(set) var counts: ProviderCounts

    init(provider: String, limit: Int) {
        counts = ProviderCounts(provider: provider)
        self.limit = UInt64(max(1, limit))
    }

    // MARK: Putting in

    /// Puts an item in.
    ///
    /// - Parameters:
    ///   - thread: The calling thread, if it may let the provider have items. It is then the drainer if nobody is and nothing
    ///     waits, and the item is its to do.
    ///   - isReleased: Whether it was held before, so that it does not count as too much.
    mutating func put(_ item: QueueItem, by thread: ThreadIdentity?, isReleased: Bool = false) -> QueuePlacement {
        if case .event = item {
            guard !isReady || isReleased || hasCapacity else {
                counts.droppedByLimit += 1
                return .full
            }
            counts.waiting += 1
        }
        lastNumber += 1
        if let thread, drainer == nil, isOpen, waiting.isEmpty {
            drainer = thread
            takenNumber = lastNumber
            return .own(lastNumber)
        }
        // Only the last of users who come and go without an event is of interest.
        if case .identity = item, case .identity? = waiting.last?.item { waiting.removeLast() }
        waiting.append(NumberedItem(number: lastNumber, item: item))
        return .waiting(lastNumber)
    }

    /// Whether one more event may wait; the one that the provider is just taking does not.
    private var hasCapacity: Bool { counts.waiting < limit || (counts.waiting == limit && drainer != nil) }

    /// Lets the provider be made ready, before anything else; whether it had not been so far.
    mutating func open() -> Bool {
        guard !isOpen else { return false }
        isOpen = true
        waiting.insert(NumberedItem(number: 0, item: .configure), at: 0)
        return true
    }

    /// Takes out all events, and whom they are about; the rest stays in order.
    mutating func purge() {
        var events: UInt64 = 0
        waiting.removeAll { entry in
            switch entry.item {
            case .event:
                events += 1
                return true
            case .identity: return true
            case .configure, .flush, .purge: return false
            }
        }
        counts.purged += events
        counts.waiting -= events
        purgedNumber = lastNumber
    }

    /// Nothing more comes.
    mutating func end() { isEnded = true }

    // MARK: Taking out

    /// Whether something waits that the provider may have.
    var hasWaiting: Bool { isOpen && !waiting.isEmpty }

    /// Whether the item of this number, and all before it, have been done or taken out.
    func isDone(_ number: UInt64) -> Bool {
        doneNumber >= number || (takenNumber < number && (waiting.first?.number ?? .max) > number)
    }

    /// Whether a purge came after the item of this number was put in; the drainer may have taken it out by then.
    func isPurged(_ number: UInt64) -> Bool { number <= purgedNumber }

    /// Makes a thread the drainer if nobody is.
    mutating func startDraining(_ thread: ThreadIdentity) -> Bool {
        guard drainer == nil, hasWaiting else { return false }
        drainer = thread
        return true
    }

    /// What the lane's thread does next; to drain makes it the drainer.
    mutating func next(for thread: ThreadIdentity) -> QueueStep {
        // What waited may have been purged before the thread looks.
        if startDraining(thread) { return .drain }
        guard isEnded, drainer == nil else { return .wait }
        drainer = thread
        return .end
    }

    /// The last call to the provider is over.
    mutating func stopDraining() { drainer = nil }

    /// Takes all that waits; `nil`, and the drainer is discharged, when nothing does.
    mutating func nextBatch(returning used: consuming [NumberedItem]) -> [NumberedItem]? {
        if used.capacity > spare.capacity, used.capacity <= Self.keptCapacity { spare = used }
        guard !waiting.isEmpty else {
            drainer = nil
            return nil
        }
        var batch = spare
        spare = []
        swap(&batch, &waiting)
        takenNumber = batch.last?.number ?? takenNumber
        return batch
    }

    /// An item has been done, with what came of it if it was an event.
    mutating func finish(_ number: UInt64, _ outcome: ItemOutcome) {
        doneNumber = max(doneNumber, number)
        switch outcome {
        case .nothing: return
        case .ready: return isReady = true
        case .delivered: counts.delivered += 1
        case .filtered: counts.filtered += 1
        case .failed: counts.failed += 1
        case .notConfigured: counts.notConfigured += 1
        case .purged: counts.purged += 1
        }
        counts.waiting -= 1
    }

    /// The same, and the drainer is discharged if nothing waits; whether it is.
    mutating func finishLast(_ number: UInt64, _ outcome: ItemOutcome) -> Bool {
        finish(number, outcome)
        guard waiting.isEmpty else { return false }
        drainer = nil
        return true
    }

    /// The memory of a burst is given back.
    private static let keptCapacity = 1_024
}
