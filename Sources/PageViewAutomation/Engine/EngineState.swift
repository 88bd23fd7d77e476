import PageViewLifecycle
import Synchronization

/// What an engine knows, inside its notifier's lock.
@safe struct EngineState: ~Copyable {
    var model: EngineModel
    /// What can be read without the lock. It lies apart: this here is written with each report.
    private let board: UnsafePointer<CurrentPageBoard>
    var watchers = CurrentPageWatchers()
    /// Who hears all that the engine hears.
    var taps = EngineTaps()
    /// Whether somebody follows the current page or hears what the engine hears; nearly always nobody does.
    private var isOverheard = false
    private(set) var isAbandoned = false

    private var receivers: [EngineReceiver] = []
    private var receiverCount: UInt64 = 0
    /// How many changes of who receives there were; atomic, so that the drainer notices one without the lock.
    let receiversRevision = Atomic<UInt64>(0)

    /// The thread that delivers records, while one does.
    private(set) var drainer = ThreadIdentity.none
    private let drain: UnsafeMutablePointer<DrainerState>
    /// How many records were taken out to be delivered.
    private var takenCount: UInt64 = 0

    init(
        _ model: consuming EngineModel, _ drain: UnsafeMutablePointer<DrainerState>,
        _ board: UnsafePointer<CurrentPageBoard>
    ) {
        unsafe self.board = board
        unsafe self.drain = drain
        self.model = model
        self.model.wanted = []
    }

    /// Applies an input; publishes what has changed, and puts down what is news to whom. What the engine hears by it is
    /// asked for only if somebody wants to know, before it is applied.
    @inline(__always)
    mutating func apply<Answer>(
        at time: Timestamp, isReported: Bool, about component: ComponentID?,
        heard: (borrowing EngineModel) -> EngineInput? = { _ in nil }, _ input: (inout EngineModel) -> Answer
    ) -> Answer {
        model.advance(to: time, isReported: isReported, about: component)
        if isOverheard { taps.hear(heard(model), at: isReported ? time : model.now, model) }
        let answer = input(&model)
        unsafe model.publish(on: board)
        if isOverheard, !watchers.isEmpty { watchers.look(at: model) }
        return answer
    }

    /// Takes note of whether somebody follows or hears; what waits for somebody who has gone counts too.
    private mutating func noteListeners() {
        isOverheard = !watchers.isEmpty || watchers.hasNews || !taps.isEmpty
    }

    // MARK: Delivery

    /// Whether something waits to be delivered.
    @inline(__always)
    var hasWaiting: Bool { !model.records.isEmpty || (isOverheard && (watchers.hasNews || taps.hasWaiting)) }

    /// Takes the records that wait, and makes a thread their drainer, if nobody is.
    @inline(__always)
    mutating func startRecords(for thread: ThreadIdentity) -> Bool {
        guard drainer == .none, !model.records.isEmpty else { return false }
        drainer = thread
        takeRecords()
        return true
    }

    /// Takes the records that wait, for who has been their drainer; without any it is no more.
    @inline(__always)
    mutating func moreRecords() -> Bool {
        guard !model.records.isEmpty else {
            endRecords()
            return false
        }
        takeRecords()
        return true
    }

    /// Nobody delivers records any more; for who has been their drainer, where none wait.
    @inline(__always)
    mutating func endRecords() { drainer = .none }

    @inline(__always)
    private mutating func takeRecords() {
        takenCount &+= UInt64(truncatingIfNeeded: model.records.count)
        unsafe swap(&drain.pointee.records, &model.records)
    }

    /// Another thread than this one that delivers.
    var otherDeliverer: ThreadIdentity? {
        [drainer, watchers.drainer].first { $0 != .none && $0 != .current }
    }

    // MARK: Who listens

    /// How many records have been emitted.
    private var emitted: UInt64 { takenCount + UInt64(model.records.count) }

    mutating func add(_ receiver: any PageViewReceiver, of interests: EngineRecord.Kinds) -> ReceiverSubscription {
        receiverCount += 1
        receivers.append(EngineReceiver(receiver, number: receiverCount, interests: interests, since: emitted))
        _ = didChangeReceivers()
        return ReceiverSubscription(number: receiverCount)
    }

    /// Removes a receiver; it is returned to be let go outside the lock.
    mutating func remove(_ subscription: ReceiverSubscription) -> [EngineReceiver] {
        let removed = receivers.filter { $0.number == subscription.number }
        receivers.removeAll { $0.number == subscription.number }
        return removed + didChangeReceivers()
    }

    private mutating func didChangeReceivers() -> [EngineReceiver] {
        model.wanted = receivers.reduce([]) { $0.union($1.interests) }
        receiversRevision.add(1, ordering: .releasing)
        // While one delivers, it takes note by itself.
        return drainer == .none ? renewReceivers() : []
    }

    /// Takes note of who receives by now; for the drainer. Who was known before is returned to be let go outside the lock.
    mutating func renewReceivers() -> [EngineReceiver] {
        let before = unsafe drain.pointee.receivers
        unsafe drain.pointee.receivers = receivers
        unsafe drain.pointee.knownRevision = receiversRevision.load(ordering: .relaxed)
        return before
    }

    mutating func add(_ continuation: CurrentPageWatchers.Continuation, scene: SceneID?) -> UInt64 {
        defer { noteListeners() }
        return watchers.add(continuation, scene: scene, model: model)
    }

    mutating func removeWatcher(_ number: UInt64) {
        watchers.remove(number)
        noteListeners()
    }

    mutating func add(_ tap: any EngineTap) {
        taps.add(tap, model)
        noteListeners()
    }

    /// Removes a tap; it is returned to be let go outside the lock.
    mutating func remove(_ tap: any EngineTap) -> [any EngineTap] {
        defer { noteListeners() }
        return taps.remove(tap)
    }

    /// Forgets everything; who listened is returned to be let go outside the lock.
    mutating func abandon() -> (
        continuations: [CurrentPageWatchers.Continuation], receivers: [EngineReceiver], taps: [any EngineTap]
    ) {
        let receivers = receivers
        self.receivers = []
        let left = (
            continuations: watchers.removeAll(), receivers: receivers + didChangeReceivers(), taps: taps.remove()
        )
        isAbandoned = true
        model = model.emptied()
        return left
    }
}
