import PageViewLifecycle

/// One provider's serial queue (TK-007, TK-008, CO-004). A thread of its own drains it; without one, the caller does.
final class ProviderQueue: Sendable {
    private let provider: any TrackingProvider
    private let filter: FilteringTrackingProvider?
    let name: String
    private let diagnostics: DiagnosticReporter
    private let flushInterval: Int64?
    private let state: Locked<QueueState>
    private let condition = ConditionVariable()
    let hasThread: Bool
    /// The state of the provider. Only the drainer and revocations change it.
    private let providerState = Locked(ProviderState())
    /// The tracker's callbacks. They retain the tracker's core, so the queue releases them when it ends.
    private let hooks = Locked(Hooks())

    /// The tracker's callbacks around deliveries and purges (CO-004, CO-006).
    private struct Hooks: Sendable {
        /// Called before each delivery, so that the tracker sees whether another tracker has revoked consent.
        var beforeDelivery: @Sendable () -> Void = {}
        /// Called after a purge, so that the tracker can end the revocation.
        var afterPurge: @Sendable () -> Void = {}
    }

    /// Connects the queue to its tracker, before the first item.
    func connect(beforeDelivery: @escaping @Sendable () -> Void, afterPurge: @escaping @Sendable () -> Void) {
        hooks.withLock { $0 = Hooks(beforeDelivery: beforeDelivery, afterPurge: afterPurge) }
    }

    /// Creates the queue of a provider. If the system cannot create a thread for it, callers deliver its events.
    static func make(_ provider: any TrackingProvider, limit: Int, diagnostics: DiagnosticReporter) -> ProviderQueue {
        if provider.delivery == .queued {
            let queue = ProviderQueue(provider, limit: limit, diagnostics: diagnostics, hasThread: true)
            if SystemThread.start({ queue.run() }) { return queue }
        }
        return ProviderQueue(provider, limit: limit, diagnostics: diagnostics, hasThread: false)
    }

    private init(_ provider: any TrackingProvider, limit: Int, diagnostics: DiagnosticReporter, hasThread: Bool) {
        self.provider = provider
        self.diagnostics = diagnostics
        self.hasThread = hasThread
        name = provider.name
        filter = provider as? FilteringTrackingProvider
        provider.reportDiagnostics { diagnostics.report($0.kind, $0.message, event: $0.event, provider: $0.provider) }
        flushInterval = provider.flushInterval?.saturatingNanoseconds
        state = Locked(QueueState(provider: name, limit: limit))
    }

    var counts: ProviderCounts { state.withLock { $0.counts } }

    // MARK: Adding items

    /// Adds an item. The caller then calls ``deliver(_:_:)`` outside every lock.
    ///
    /// A caller that does other work before (`isDeferred`) does not become the drainer, because others would wait for it.
    func put(_ item: QueueItem, isReleased: Bool = false, isDeferred: Bool = false) -> QueuePlacement {
        // After `end()`, the queue's thread may have ended, so the caller delivers.
        state.withLock { state in
            let mayDrain = !isDeferred && (!hasThread || state.isEnded)
            return state.put(item, mayDrain: mayDrain, isReleased: isReleased)
        }
    }

    /// Makes sure that an added item is performed: by the queue's thread or, without one, before this function returns.
    ///
    /// If another thread drains, this one waits for the item, unless it is calling a provider.
    func deliver(_ item: QueueItem, _ placement: QueuePlacement) {
        switch placement {
        case .own(let number):
            ServingThreads.serve { drain(from: item, number) }
        case .waiting where hasThread: condition.signal()
        case .waiting(let number):
            if !drainIfFree(), !ServingThreads.isServing {
                condition.wait { state.withLock { !$0.isOpen || $0.isDone(number) } }
            }
        case .full: break
        }
    }

    /// Configures the provider before its first item. Repeated calls have no effect.
    func configure() {
        state.withLock { $0.isOpen = true }
        if hasThread { condition.signal() } else { drainIfFree() }
    }

    // MARK: Revocations

    func purge() {
        state.withLock { $0.purge() }
    }

    var hasUnfinishedRevocation: Bool { provider.hasUnfinishedRevocation }

    /// Makes the provider mark its files. The caller then adds a `.purge` item, and calls ``endRevocation()``.
    func beginRevocation() {
        providerState.withLock { $0.revocations.begun += 1 }
        attempt(.providerFailed, "the provider has not marked its events for removal") {
            try provider.beginRevocation()
        }
    }

    func endRevocation() {
        let count = providerState.withLock { providerState in
            defer { providerState.revocations.ended = providerState.revocations.purged }
            return providerState.revocations.purged - providerState.revocations.ended
        }
        for _ in 0..<count {
            let isEnded = attempt(.providerFailed, "the provider keeps its mark") { try provider.endRevocation() }
            if !isEnded { providerState.withLock { $0.revocations.ended -= 1 } }
        }
    }

    var hasFailedPurge: Bool { providerState.withLock { $0.revocations.purged < $0.revocations.tried } }

    private func performPurge() {
        // A provider that could not be configured is purged too: it may keep events from an earlier process.
        let isPurged = attempt(.providerFailed, "the provider may still hold events") { try provider.purge() }
        providerState.withLock { providerState in
            providerState.revocations.tried = min(providerState.revocations.tried + 1, providerState.revocations.begun)
            if isPurged { providerState.revocations.purged = providerState.revocations.tried }
        }
        hooks.withLock { $0 }.afterPurge()
    }

    /// Waits until an item is done, unless this thread is calling a provider. Returns whether the item is done and the
    /// provider is configured.
    func wait(for placement: QueuePlacement, atMost nanoseconds: Int64?) -> Bool {
        let number =
            switch placement {
            case .own(let number), .waiting(let number): number
            case .full: state.withLock { $0.lastNumber }
            }
        let isDone = {
            ServingThreads.isServing || !self.state.withLock({ $0.isOpen })
                ? self.state.withLock { $0.isDone(number) }
                : self.condition.wait(atMost: nanoseconds) { self.state.withLock { $0.isDone(number) } }
        }
        return isDone() && isConfigured
    }

    /// Ends the queue. Its thread performs the waiting items, and then ends.
    func end() {
        state.withLock { $0.isEnded = true }
        if hasThread { condition.signal() } else { run() }
    }

    /// Flushes the provider for the last time, and performs the items that were added meanwhile.
    private func finish() {
        flush()
        state.withLock { $0.stopDraining() }
        drainIfFree()
        hooks.withLock { $0 = Hooks() }
    }

    // MARK: Delivering

    /// Performs items until the queue has ended. Runs on the queue's thread or, without one, at the end.
    private func run() {
        ServingThreads.serve {
            while true {
                switch state.withLock({ $0.nextStep() }) {
                case .perform(let first): refreshAndDrain(from: first)
                case .wait:
                    // Another caller drains the queue, and performs the rest.
                    guard hasThread else { return }
                    wait()
                case .end: return finish()
                }
            }
        }
    }

    /// Sleeps until an item waits or the queue ends. Flushes the provider if the flush deadline comes first.
    private func wait() {
        // After `end()` the thread flushes at its end, and other threads may call the provider before that.
        let deadline = state.withLock { $0.isEnded } ? nil : providerState.withLock { $0.flushDeadline }
        let rest = deadline.map { $0.nanoseconds(since: SystemClock.now) }
        let isSignalled = condition.wait(atMost: rest) { state.withLock { $0.hasStep } }
        if !isSignalled, state.withLock({ $0.startCall() }) {
            flush()
            state.withLock { $0.stopDraining() }
            condition.signal()
        }
    }

    /// Performs all waiting items, unless another thread does. Returns whether there was one.
    @discardableResult
    private func drainIfFree() -> Bool {
        guard let first = state.withLock({ $0.start() }) else { return false }
        ServingThreads.serve { refreshAndDrain(from: first) }
        return true
    }

    private func refreshAndDrain(from first: NumberedItem) {
        hooks.withLock { $0 }.beforeDelivery()
        drain(from: first.item, first.number)
    }

    /// Performs an item, and then all items that wait. The calling thread is the drainer.
    private func drain(from item: QueueItem, _ number: UInt64) {
        var next = performAndFinish(item, number)
        while let entry = next {
            hooks.withLock { $0 }.beforeDelivery()
            next = performAndFinish(entry.item, entry.number)
        }
    }

    /// Performs an item. Returns the item that follows. If there is none, the calling thread is no longer the drainer.
    private func performAndFinish(_ item: QueueItem, _ number: UInt64) -> NumberedItem? {
        let outcome = perform(item, number)
        if flushInterval != nil { flushIfDue() }
        let (next, isOver) = state.withLock { state in
            state.finish(number, outcome)
            let next = state.next()
            return (next, next == nil && state.isEnded)
        }
        condition.signal()
        if isOver, !hasThread { hooks.withLock { $0 = Hooks() } }
        return next
    }

    private func perform(_ item: QueueItem, _ number: UInt64) -> EventOutcome? {
        switch item {
        case .configure:
            let isConfigured = attempt(.notConfigured, "the provider receives no events") { try provider.configure() }
            providerState.withLock { $0.isConfigured = isConfigured }
        case .event(let event):
            guard !isPurged(number) else { return \ProviderCounts.purged }
            return receive(event, number)
        case .identity(let identity):
            if !isPurged(number) { identify(identity) }
        case .flush:
            flush()
        case .purge:
            performPurge()
        }
        return nil
    }

    private func isPurged(_ number: UInt64) -> Bool { state.withLock { $0.isPurged(number) } }

    private var isConfigured: Bool { providerState.withLock { $0.isConfigured } }

    private func receive(_ accepted: AcceptedEvent, _ number: UInt64) -> EventOutcome? {
        guard isConfigured else { return \ProviderCounts.notConfigured }
        identify(accepted.event.identity)
        if let filter, !filter.includes(accepted.event) { return \ProviderCounts.filtered }
        // The provider's `identify` may have taken long, and a purge may have happened meanwhile.
        guard !isPurged(number) else { return \ProviderCounts.purged }
        let isDelivered = attempt(.providerFailed, "the tracker does not deliver the event again", accepted) {
            if let filter {
                try filter.receiveIncluded(accepted.event)
            } else {
                try provider.receive(accepted.event)
            }
        }
        if let flushInterval {
            providerState.withLock { providerState in
                guard providerState.flushDeadline == nil else { return }
                providerState.flushDeadline = SystemClock.now.later(byNanoseconds: flushInterval)
            }
        }
        return isDelivered ? \ProviderCounts.delivered : \ProviderCounts.failed
    }

    private func identify(_ identity: UserIdentity) {
        guard let isAnotherUser = providerState.withLock({ $0.change(to: identity) }) else { return }
        if isAnotherUser {
            attempt(.providerFailed, "the provider may still hold the previous user") { try provider.reset() }
        }
        attempt(.providerFailed, "the provider has not received the identity") { try provider.identify(identity) }
    }

    private func flushIfDue() {
        let isDue = providerState.withLock { $0.flushDeadline.map { $0 <= SystemClock.now } ?? false }
        if isDue { flush() }
    }

    private func flush() {
        hooks.withLock { $0 }.beforeDelivery()
        let isReady = providerState.withLock { providerState in
            providerState.flushDeadline = nil
            // A flush would send events that the pending purge must remove.
            return providerState.isConfigured && providerState.revocations.purged == providerState.revocations.begun
        }
        if isReady { attempt(.providerFailed, "the provider was not flushed") { try provider.flush() } }
    }

    @discardableResult
    private func attempt(
        _ kind: TrackingDiagnostic.Kind, _ consequence: StaticString, _ accepted: AcceptedEvent? = nil,
        _ body: () throws -> Void
    ) -> Bool {
        do {
            try body()
            return true
        } catch {
            diagnostics.report(
                kind, "\(name) threw \(error); \(consequence)", event: accepted?.event.name, provider: name)
            return false
        }
    }
}
