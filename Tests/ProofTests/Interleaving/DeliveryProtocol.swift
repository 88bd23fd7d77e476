/// The shared state of threads that report, set the state of a page, and deliver.
///
/// A step is a part of the real code that is atomic for other threads: a section under the lock of the
/// `LifecycleNotifier`, or the beginning or the end of a call of a receiver. The model assumes that the lock excludes
/// other threads. The lock of a page's notifier is held over several steps, so it is part of the model.
struct DeliveryProtocol: Hashable {
    /// A receiver of an engine (`Delivery.Entry`).
    struct Receiver: Hashable {
        let number: Int
        /// The records that the receiver got.
        var received: [Int] = []
    }

    /// An engine (`EngineCore`). It emits one record for each input while it runs.
    struct Engine: Hashable {
        var isRunning = true
        /// The threads that reported, in the order in which their reports were applied.
        var reports: [Int] = []
        /// The state of the page that this engine has.
        var page = 0
        var emittedCount = 0
        var queue: [Int] = []
        /// The records taken from the queue, and the receiver that last got the first of them.
        var batch: [Int] = []
        var lastReceiver = -1
        var deliverer: Int?
        var receivers: [Receiver]
        /// Only for a fault: the receivers when the batch was taken.
        var receiversOfBatch: [Int] = []
        /// The threads that wait for the end of the delivery.
        var waiting: Set<Int> = []
        /// The threads inside a receiver, and the called receiver.
        var inside: [Int] = []
        var called: Int?
        /// The receivers removed during a delivery, and the released receivers.
        var kept: Set<Int> = []
        var released: Set<Int> = []
        /// The steps that the first receiver takes in its first call.
        var answer: [Deed] = []
        /// Whether a stop from outside every delivery has returned.
        var isSilent = false
    }

    var engines: [Engine]
    /// The state of the page's notifier, and the thread that holds its lock.
    var page = 0
    var pageHolder: Int?
    /// The remaining steps of each thread, next step first.
    var threads: [[Deed]] = []
    let fault: Fault?
    /// The faults found in the steps so far.
    var faults: [String] = []

    /// Creates engines on one notifier. The first has two receivers, the others have one.
    init(engines: Int, _ fault: Fault?) {
        self.engines = (0..<engines).map { engine in
            Engine(receivers: (engine == 0 ? [0, 1] : [0]).map { Receiver(number: $0) })
        }
        self.fault = fault
    }

    // MARK: Steps

    /// The threads that can take a step.
    var choices: [Int] { threads.indices.filter(canStep) }

    private func canStep(_ thread: Int) -> Bool {
        switch threads[thread].first {
        case nil: false
        case .lockPage: pageHolder == nil
        case .wait(let engine): !engines[engine].waiting.contains(thread)
        default: true
        }
    }

    mutating func step(_ thread: Int) {
        let deed = threads[thread].removeFirst()
        threads[thread].insert(contentsOf: take(deed, thread), at: 0)
    }

    /// Takes a step.
    ///
    /// - Returns: The steps that the thread takes before its remaining ones.
    private mutating func take(_ deed: Deed, _ thread: Int) -> [Deed] {
        switch deed {
        case .report:
            // `LifecycleNotifier.applyAndDeliver` for one engine, `applyToAllAndDeliver` for several.
            for engine in engines.indices { report(engine, thread) }
            return engines.count == 1 ? start(0, thread) : engines.indices.map { .deliverPending($0) }
        case .reportToOne(let engine):
            report(engine, thread)
            return start(engine, thread)
        case .deliverPending(let engine):
            return start(engine, thread)
        case .lockPage:
            pageHolder = thread
        case .setPage(let value):
            page = value
        case .applyPage(let value, let engine):
            engines[engine].page = value
            apply(engine)
            // The record is lent under both locks, and delivered after the release of both.
            if let lent = start(engine, thread).first { threads[thread].insert(lent, at: endOfPage(thread)) }
        case .unlockPage:
            pageHolder = nil
        case .call(let engine, let receiver, let record):
            return call(engine, receiver, record, thread)
        case .returned(let engine):
            engines[engine].inside.removeAll { $0 == thread }
            engines[engine].called = nil
            return [.next(engine)]
        case .next(let engine):
            return next(engine, thread)
        case .remove(let engine):
            remove(engine)
        case .stop(let engine):
            apply(engine)
            engines[engine].isRunning = false
            return start(engine, thread)
        case .awaitDelivery(let engine):
            return awaitDelivery(engine, thread)
        case .wait:
            break
        case .stopped(let engine):
            if !engines[engine].inside.isEmpty { faults.append("a stop returned while a receiver was called") }
            engines[engine].isSilent = true
        }
        return []
    }

    /// Returns the position behind the change of a page and behind the deliveries that already follow it.
    private func endOfPage(_ thread: Int) -> Int {
        guard var end = threads[thread].firstIndex(of: .unlockPage).map({ $0 + 1 }) else { return 0 }
        while end < threads[thread].count, case .call = threads[thread][end] { end += 1 }
        return end
    }

    private mutating func report(_ engine: Int, _ thread: Int) {
        engines[engine].reports.append(thread)
        apply(engine)
    }

    private mutating func apply(_ engine: Int) {
        guard engines[engine].isRunning else { return }
        engines[engine].queue.append(engines[engine].emittedCount)
        engines[engine].emittedCount += 1
    }

    // MARK: Receivers

    /// `Delivery.remove`.
    private mutating func remove(_ engine: Int) {
        engines[engine].receivers.removeAll { $0.number == 0 }
        if engines[engine].deliverer != nil, fault != .releasedAtOnce {
            engines[engine].kept.insert(0)
        } else {
            release([0], engine)
        }
    }

    private mutating func release(_ receivers: Set<Int>, _ engine: Int) {
        engines[engine].released.formUnion(receivers)
        if let called = engines[engine].called, receivers.contains(called) {
            faults.append("a receiver was released during its call")
        }
    }

    // MARK: Delivery

    /// `Delivery.start`.
    private mutating func start(_ engine: Int, _ thread: Int) -> [Deed] {
        guard !engines[engine].queue.isEmpty else { return [] }
        guard engines[engine].deliverer == nil || fault == .takenByAnother else { return [] }
        engines[engine].deliverer = thread
        takeBatch(engine)
        return next(engine, thread)
    }

    private mutating func takeBatch(_ engine: Int) {
        engines[engine].batch += engines[engine].queue
        engines[engine].queue = []
        engines[engine].receiversOfBatch = engines[engine].receivers.map(\.number)
    }

    /// `Delivery.next`.
    private mutating func next(_ engine: Int, _ thread: Int) -> [Deed] {
        while true {
            while let record = engines[engine].batch.first {
                let receivers =
                    fault == .listenersReadOnce
                    ? engines[engine].receiversOfBatch : engines[engine].receivers.map(\.number)
                if let receiver = receivers.first(where: { $0 > engines[engine].lastReceiver }) {
                    engines[engine].lastReceiver = receiver
                    if fault == .clearedEarly, engines[engine].batch.count == 1 { engines[engine].deliverer = nil }
                    if !engines[engine].receivers.contains(where: { $0.number == receiver }) {
                        faults.append("a record was lent to a removed receiver")
                    }
                    return [.call(engine, receiver: receiver, record: record)]
                }
                engines[engine].batch.removeFirst()
                engines[engine].lastReceiver = -1
            }
            if engines[engine].queue.isEmpty { break }
            takeBatch(engine)
        }
        if fault != .neverCleared { engines[engine].deliverer = nil }
        if fault != .signalsForgotten { engines[engine].waiting = [] }
        release(engines[engine].kept, engine)
        engines[engine].kept = []
        return []
    }

    private mutating func call(_ engine: Int, _ receiver: Int, _ record: Int, _ thread: Int) -> [Deed] {
        if engines[engine].isSilent { faults.append("a receiver is called after a stop has returned") }
        if !engines[engine].inside.isEmpty { faults.append("two calls of receivers of one engine at a time") }
        if engines[engine].released.contains(receiver) { faults.append("a released receiver is called") }
        engines[engine].inside.append(thread)
        engines[engine].called = receiver
        // The receiver may have been removed since, because this call had already begun.
        if let index = engines[engine].receivers.firstIndex(where: { $0.number == receiver }) {
            if engines[engine].receivers[index].received.count != record { faults.append("a record out of order") }
            engines[engine].receivers[index].received.append(record)
        }
        guard receiver == 0 else { return [.returned(engine)] }
        defer { engines[engine].answer = [] }
        return engines[engine].answer + [.returned(engine)]
    }

    /// `EngineCore.stop` after the input.
    private mutating func awaitDelivery(_ engine: Int, _ thread: Int) -> [Deed] {
        let isInside = engines.contains { $0.deliverer == thread }
        if isInside, fault != .waitsInside { return [] }
        guard fault != .stopDoesNotWait else { return [.stopped(engine)] }
        if let deliverer = engines[engine].deliverer, deliverer != thread { engines[engine].waiting.insert(thread) }
        return isInside ? [.wait(engine)] : [.wait(engine), .stopped(engine)]
    }

    // MARK: The end

    /// The faults of a state in which no thread can take a step.
    var faultsAtTheEnd: [String] {
        guard threads.allSatisfy(\.isEmpty) else { return ["deadlock"] }
        var faults: [String] = []
        for engine in engines {
            if engine.receivers.contains(where: { $0.received.count != engine.emittedCount }) {
                faults.append("a record was not delivered")
            }
            if engine.deliverer != nil { faults.append("a thread still delivers") }
            if !engine.kept.isEmpty { faults.append("a removed receiver is never released") }
            if engine.page != page { faults.append("an engine has not received the last state of the page") }
        }
        if Set(engines.map(\.reports)).count > 1 { faults.append("engines disagree about the order of reports") }
        return faults
    }
}
