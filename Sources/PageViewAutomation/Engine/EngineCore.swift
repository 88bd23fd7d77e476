import PageViewLifecycle

/// An engine's state under its lock, and the delivery of what follows outside it.
///
/// Decisions are made under the lock, one input at a time. What there is to tell is delivered afterwards by one thread
/// at a time, in order (ORD-001, ORD-003). Pages hold on to the core through their notifiers, so it can outlive its
/// engine; it keeps no page and no component alive.
package final class EngineCore: Sendable {
    private struct State {
        var model: EngineModel
        var outbox = Outbox<EngineRecord>()
        var receivers: [(number: UInt64, receiver: any PageViewReceiver)] = []
        var receiverCount: UInt64 = 0
        var watchers = CurrentPageWatchers()

        /// Hands what the model has to tell to the outboxes; whether the caller is to deliver it.
        mutating func collect() -> (records: Bool, news: Bool) {
            watchers.look(at: model)
            return (collectRecords(), watchers.outbox.startDraining())
        }

        private mutating func collectRecords() -> Bool {
            guard !model.records.isEmpty else { return false }
            if outbox.waiting.isEmpty {
                swap(&outbox.waiting, &model.records)
            } else {
                outbox.waiting.append(contentsOf: model.records)
                model.records.removeAll(keepingCapacity: true)
            }
            return outbox.startDraining()
        }
    }

    private let protected: Protected<State>
    private let clock: EngineClock

    init(policy: EnginePolicy, mainScene: SceneID, clock: EngineClock) {
        protected = Protected(State(model: EngineModel(policy: policy, mainScene: mainScene)))
        self.clock = clock
    }

    /// Applies an input at its time, or now, and delivers what follows from it.
    func apply<Answer: Sendable>(
        at time: Timestamp? = nil, about component: ComponentID? = nil, _ input: (inout EngineModel) -> Answer
    ) -> Answer {
        // The clock is foreign code: it is asked before the lock is taken.
        let moment = time ?? clock.now
        let (answer, toDeliver) = protected.withLock { state in
            state.model.advance(to: moment, isReported: time != nil, about: component)
            let answer = input(&state.model)
            return (answer, state.collect())
        }
        if toDeliver.news { deliverNews() }
        if toDeliver.records { deliverRecords() }
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
        var batch: [EngineRecord] = []
        while let next = protected.withLock({ $0.outbox.nextBatch(returning: batch) }) {
            batch = next
            for record in batch {
                // Asked for anew for each record, so that a receiver that has been removed gets nothing more.
                for (_, receiver) in protected.withLock({ $0.receivers }) { receiver.receive(record) }
            }
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func deliverNews() {
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
        while protected.withLock({ $0.outbox.drainer != nil && $0.outbox.drainer != .current }) {
            // Another thread delivers what was emitted before the stop, and after it nothing is.
            ThreadIdentity.yield()
        }
    }

    /// The current page and each change of it, of a scene or of the engine as a whole.
    func currentPages(in scene: SceneID?) -> AsyncStream<PageAppearance?> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PageAppearance?.self, bufferingPolicy: .bufferingNewest(1))
        let (number, isDrainer) = protected.withLock { state in
            let number = state.watchers.add(continuation, scene: scene, model: state.model)
            return (number, state.watchers.outbox.startDraining())
        }
        continuation.onTermination = { [weak self] _ in
            self?.protected.withLock { $0.watchers.remove(number) }
        }
        if isDrainer { deliverNews() }
        return stream
    }

    /// Ends all of it without a word: the engine is gone, and only pages still hold on to the core.
    func abandon() {
        let (continuations, receivers) = protected.withLock { state in
            state.model.isRunning = false
            defer { state.receivers = [] }
            return (state.watchers.removeAll(), state.receivers)
        }
        for continuation in continuations { continuation.finish() }
        // The receivers go here, outside the lock: what happens then is foreign code.
        _ = consume receivers
    }

    func addReceiver(_ receiver: any PageViewReceiver) -> ReceiverSubscription {
        protected.withLock { state in
            state.receiverCount += 1
            state.receivers.append((state.receiverCount, receiver))
            return ReceiverSubscription(number: state.receiverCount)
        }
    }

    func removeReceiver(_ subscription: ReceiverSubscription) {
        // Carried out of the lock: if it goes now, what happens then is foreign code.
        let removed = protected.withLock { state in
            defer { state.receivers.removeAll { $0.number == subscription.number } }
            return state.receivers.filter { $0.number == subscription.number }
        }
        _ = consume removed
    }
}

extension EngineCore: LifecycleFollower {
    package func follow(_ event: NavigationEvent, at time: Timestamp?) {
        apply(at: time, about: event.component) { $0.apply(event) }
    }
}
