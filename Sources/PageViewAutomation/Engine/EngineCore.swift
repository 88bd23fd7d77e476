import PageViewLifecycle

/// An engine's state under its lock, and the delivery of what follows outside it.
///
/// Decisions are made under the lock, one input at a time. What there is to tell is delivered afterwards by one thread
/// at a time, in order (ORD-001, ORD-003). Pages hold on to the core through their notifiers, so it can outlive its
/// engine; it keeps no page and no component alive.
package final class EngineCore: Sendable {
    private struct Receiver {
        let number: UInt64
        let receiver: any PageViewReceiver
        /// How many records were emitted before it was added; they are not for it.
        let since: UInt64
    }

    private struct State {
        var model: EngineModel
        var outbox = Outbox<EngineRecord>()
        var receivers: [Receiver] = []
        var receiverCount: UInt64 = 0
        /// How many records have been emitted, and how many of them have been taken out to be delivered.
        var emitted: UInt64 = 0
        var taken: UInt64 = 0
        var watchers = CurrentPageWatchers()
        var isAbandoned = false

        /// Hands what the model has to tell to the outboxes; whether something waits there.
        mutating func collect() -> Bool {
            watchers.look(at: model)
            collectRecords()
            return !outbox.waiting.isEmpty || !watchers.outbox.waiting.isEmpty
        }

        mutating func nextBatch(returning used: consuming [EngineRecord], _ position: inout UInt64) -> [EngineRecord]? {
            guard let batch = outbox.nextBatch(returning: used) else { return nil }
            position = taken
            taken += UInt64(batch.count)
            return batch
        }

        /// Another thread than this one that delivers.
        var otherDeliverer: ThreadIdentity? {
            [outbox.drainer, watchers.outbox.drainer].compactMap(\.self).first { $0 != .current }
        }

        private mutating func collectRecords() {
            guard !model.records.isEmpty else { return }
            emitted += UInt64(model.records.count)
            if outbox.waiting.isEmpty {
                swap(&outbox.waiting, &model.records)
            } else {
                outbox.waiting.append(contentsOf: model.records)
                model.records.removeAll(keepingCapacity: true)
            }
        }
    }

    private let protected: Protected<State>
    private let lifecycle: LifecycleNotifier
    private let clock: EngineClock

    init(observing lifecycle: LifecycleNotifier, policy: EnginePolicy, clock: EngineClock) {
        protected = Protected(State(model: EngineModel(policy: policy, mainScene: lifecycle.mainScene)))
        self.lifecycle = lifecycle
        self.clock = clock
    }

    /// Applies an input at its time, or now, and delivers what follows from it.
    func apply<Answer: Sendable>(
        at time: Timestamp? = nil, about component: ComponentID? = nil, _ input: (inout EngineModel) -> Answer
    ) -> Answer {
        // The clock is foreign code: it is asked before the lock is taken.
        let moment = time ?? clock.now
        let (answer, isDue) = protected.withLock { state in
            state.model.advance(to: moment, isReported: time != nil, about: component)
            let answer = input(&state.model)
            return (answer, state.collect())
        }
        if isDue { lifecycle.deliver() }
        return answer
    }

    /// Looks something up. Never waits for a receiver.
    func look<Answer: Sendable>(_ question: (borrowing EngineModel) -> Answer) -> Answer {
        protected.withLock { question($0.model) }
    }

    func notify(_ component: ComponentID, of page: PageState, revision: UInt64, from notifier: UInt64) {
        apply { $0.hear(component, page, revision: revision, from: notifier) }
    }

    private func deliverRecords() {
        guard protected.withLock({ $0.outbox.startDraining() }) else { return }
        var batch: [EngineRecord] = []
        var position: UInt64 = 0
        while let next = protected.withLock({ $0.nextBatch(returning: batch, &position) }) {
            batch = next
            for record in batch {
                deliver(record, position)
                position += 1
            }
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func deliver(_ record: EngineRecord, _ position: UInt64) {
        // Asked for anew for each record, and after each receiver: one that has been removed gets nothing more.
        let receivers = protected.withLock { $0.receivers }
        for (index, entry) in receivers.enumerated() where entry.since <= position {
            if index == 0 || protected.withLock({ $0.receivers.contains { $0.number == entry.number } }) {
                entry.receiver.receive(record)
            }
        }
    }

    private func deliverNews() {
        guard protected.withLock({ $0.watchers.outbox.startDraining() }) else { return }
        var batch: [CurrentPageWatchers.News] = []
        while let next = protected.withLock({ $0.watchers.outbox.nextBatch(returning: batch) }) {
            batch = next
            for news in batch { news.continuation.yield(news.page) }
            batch.removeAll(keepingCapacity: true)
        }
    }

    /// Ends everything, and returns when all of it has been delivered; from inside a receiver, without waiting.
    func stop() {
        apply { $0.stop() }
        guard !lifecycle.isDelivering else { return }
        // Another thread delivers what was emitted before the stop, and after it nothing is.
        StopWait.wait { protected.withLock { $0.otherDeliverer } }
    }

    /// The current page and each change of it, of a scene or of the engine as a whole.
    func currentPages(in scene: SceneID?) -> AsyncStream<PageAppearance?> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PageAppearance?.self, bufferingPolicy: .bufferingNewest(1))
        let number = protected.withLock { $0.watchers.add(continuation, scene: scene, model: $0.model) }
        continuation.onTermination = { [weak self] _ in
            self?.protected.withLock { $0.watchers.remove(number) }
        }
        deliverNews()
        return stream
    }

    /// Ends all of it without a word: the engine is gone, and only pages still hold on to the core.
    func abandon() {
        let left = protected.withLock { state in
            defer {
                state.isAbandoned = true
                state.receivers = []
                state.model = state.model.emptied()
            }
            return (continuations: state.watchers.removeAll(), receivers: state.receivers)
        }
        for continuation in left.continuations { continuation.finish() }
        // The receivers go here, outside the lock: what happens then is foreign code.
        withExtendedLifetime(left) {}
    }

    /// Whether the engine is gone.
    var isAbandoned: Bool { protected.withLock { $0.isAbandoned } }

    func addReceiver(_ receiver: any PageViewReceiver) -> ReceiverSubscription {
        protected.withLock { state in
            state.receiverCount += 1
            state.receivers.append(
                Receiver(number: state.receiverCount, receiver: receiver, since: state.emitted))
            return ReceiverSubscription(number: state.receiverCount)
        }
    }

    func removeReceiver(_ subscription: ReceiverSubscription) {
        // Carried out of the lock: if it goes now, what happens then is foreign code.
        let removed = protected.withLock { state in
            defer { state.receivers.removeAll { $0.number == subscription.number } }
            return state.receivers.filter { $0.number == subscription.number }
        }
        withExtendedLifetime(removed) {}
    }
}

extension EngineCore: LifecycleFollower {
    package var now: Timestamp { clock.now }

    package func apply(_ event: NavigationEvent, reportedAt time: Timestamp?, now: Timestamp) -> Bool {
        protected.withLock { state in
            state.model.advance(to: now, isReported: time != nil, about: event.component)
            state.model.apply(event)
            return state.collect()
        }
    }

    package func adopt(generations: [UInt32]) {
        protected.withLock { $0.model.adopt(generations: generations) }
    }

    package func deliver() {
        deliverNews()
        deliverRecords()
    }
}
