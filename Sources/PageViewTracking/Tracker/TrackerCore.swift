import PageViewAutomation
import PageViewLifecycle

/// The way of an event from an app or an engine to the lanes of the providers.
///
/// What is decided is decided under the lock; what is foreign, middleware, stores, clocks and providers, runs outside it.
/// The lanes take items under the lock, so that all of them have the same order; they let their providers have them after.
final class TrackerCore: Sendable {
    private let state: Protected<TrackerState>
    /// In the order of the providers, and in that in which they are served: what is inline keeps nobody else waiting.
    private let queuesInProviderOrder: [ProviderQueue]
    private let queues: [ProviderQueue]
    private let store: StoreLink?
    private let middleware: [any EventMiddleware]
    private let privacy: PrivacyPolicy
    private let limits: EventLimits
    private let clock: WallClock
    let diagnostics: DiagnosticReporter
    let factory: EventFactory

    init(providers: [any TrackingProvider], options: TrackerOptions) {
        let diagnostics = DiagnosticReporter(options.onDiagnostic, privacy: options.privacy)
        self.diagnostics = diagnostics
        middleware = options.middleware
        privacy = options.privacy
        limits = options.limits
        clock = options.clock
        store = options.store.map { StoreLink($0, diagnostics) }
        let seed = options.seed ?? .random(in: .min ... .max)
        factory = EventFactory(seed: RandomBits.mixed(seed))
        let version = store?.newVersion
        let stored = store?.load()
        if let version, let stored { store?.didAdopt(version, of: stored) }
        state = Protected(
            TrackerState(
                consent: options.consent, stored: stored, privacy: options.privacy, anonymousID: .random(),
                holdLimit: options.holdLimit, seed: seed))
        queuesInProviderOrder = providers.flatMap(\.parts).map {
            ProviderQueue.make($0, limit: options.queueLimit, diagnostics: diagnostics)
        }
        queues = queuesInProviderOrder.filter(\.hasThread) + queuesInProviderOrder.filter { !$0.hasThread }
        for queue in queues {
            queue.connect(beforeDelivery: { self.refresh() }, afterPurge: { self.save() })
        }
        if queuesInProviderOrder.contains(where: \.hasUnfinishedRevocation) {
            resumeRevocation()
        } else if state.withLock({ $0.beginsDenied }) {
            // Another tracker may have saved the denial, one that does not have these providers.
            apply(isSaved: true) { _ in TrackerState.Consequences(purges: true) }
        } else {
            // Kept from the first start on, if it may be.
            save()
        }
    }

    /// Makes the providers ready.
    func configure() {
        for queue in queues { queue.configure() }
    }

    var consent: Consent { state.withLock { $0.consent } }
    var identity: UserIdentity { state.withLock { $0.identity } }
    var counts: TrackerCounts { state.withLock { $0.counts } }
    var providerCounts: [ProviderCounts] { queuesInProviderOrder.map(\.counts) }

    // MARK: Events

    /// Takes an event that happened so many nanoseconds ago. `make` is called on no lock, unless it is dropped anyway.
    func take(age: Int64, _ make: (EventStamp) -> TrackedEvent?) {
        refresh()
        let time = clock.now.earlier(byNanoseconds: max(0, age))
        let begun = state.withLock { $0.begin(at: time, identifiedBy: privacy.coarsened(time)) }
        guard let (stamp, denials) = begun else { return }
        guard var event = make(stamp) else { return state.withLock { $0.discard() } }
        guard isNamed(event), middleware.isEmpty || process(&event) else { return }
        // On whole texts: a part of a secret cannot be told for what it is.
        if !privacy.isEmpty { event = privacy.applied(to: event) }
        guard sanitize(&event) else { return }
        // Middleware and texts take their time.
        refresh()
        accept(AcceptedEvent(consume event), after: denials)
    }

    /// Whether the event has a name; one that has none is refused.
    private func isNamed(_ event: TrackedEvent) -> Bool {
        guard EventSanitizer.isBlank(event.name) else { return true }
        state.withLock { $0.count(\.refused) }
        diagnostics.report(
            TrackingDiagnostic(.blankName, "expected an event with a name, found a blank one; it was refused"))
        return false
    }

    /// Cuts the event to the limits. Returns whether it still has a name.
    private func sanitize(_ event: inout TrackedEvent) -> Bool {
        var sanitizer = EventSanitizer(limits)
        sanitizer.sanitize(&event.name)
        sanitizer.sanitize(&event.payload)
        sanitizer.sanitizeLocation(of: &event)
        guard isNamed(event) else { return false }
        for change in sanitizer.changes {
            diagnostics.report(TrackingDiagnostic(.changedValue, change, event: event.name))
        }
        return true
    }

    /// Lets the middleware change the event; whether it is kept.
    private func process(_ event: inout TrackedEvent) -> Bool {
        for step in middleware {
            do {
                guard let next = try step.process(event) else {
                    state.withLock { $0.count(\.droppedByMiddleware) }
                    return false
                }
                event = next
            } catch {
                state.withLock { $0.count(\.droppedByFailure) }
                diagnostics.report(
                    TrackingDiagnostic(
                        .middlewareFailed, "\(type(of: step)) threw \(error); the event was dropped", event: event.name)
                )
                return false
            }
        }
        return isNamed(event)
    }

    /// Something was to be tracked that is no event.
    func refuse() {
        state.withLock { $0.refuse() }
    }

    private func accept(_ event: AcceptedEvent, after denials: UInt64) {
        unsafe withUnsafeTemporaryAllocation(of: QueuePlacement.self, capacity: queues.count) { placements in
            let verdict = state.withLock { state in
                let verdict = state.accept(event, after: denials)
                if case .deliver = verdict {
                    for index in queues.indices {
                        unsafe placements.initializeElement(at: index, to: queues[index].put(.event(event)))
                    }
                }
                return verdict
            }
            switch verdict {
            case .deliver:
                for index in queues.indices { unsafe queues[index].deliver(.event(event), placements[index]) }
                // Afterwards: a handler may track, and must not wait for this thread.
                for index in queues.indices where unsafe placements[index] == .full {
                    reportFullQueue(event, queues[index])
                }
            case .dropFull:
                diagnostics.report(
                    TrackingDiagnostic(
                        .holdFull, "as many events are held as may be; it was dropped", event: event.event.name))
            case .hold, .drop: break
            }
        }
    }

    private func reportFullQueue(_ accepted: AcceptedEvent, _ queue: ProviderQueue) {
        diagnostics.report(
            TrackingDiagnostic(
                .queueFull, "as many events wait for the provider as may; it does not get this one",
                event: accepted.event.name, provider: queue.name))
    }

    private func deliver(_ item: QueueItem, _ placements: [QueuePlacement]) {
        for (queue, placement) in zip(queues, placements) { queue.deliver(item, placement) }
    }

    // MARK: Consent

    /// Takes the user's decision.
    func decide(_ consent: Consent, _ queuedEvents: QueuedEvents) {
        // So that a grant is newer than a denial that another tracker has saved before.
        refresh()
        // While it is still denied. The providers would take newer events for those that are to be removed.
        if consent == .granted { retry() }
        apply(isSaved: false) { $0.decide(consent, queuedEvents) }
    }

    /// Tries again what has failed: to save, to remove events, and to end revocations.
    private func retry() {
        let unpurged = queues.filter(\.hasFailedPurge)
        if !unpurged.isEmpty, self.consent == .denied { putPurge(into: unpurged) }
        save()
    }

    /// Completes a revocation that was interrupted. With a store it is a denial; without one the app says what holds.
    private func resumeRevocation() {
        apply(isSaved: false) { state in
            store == nil ? TrackerState.Consequences(purges: true) : state.decide(.denied, .purge)
        }
    }

    /// Changes the state, and does what follows from that.
    ///
    /// A denial is a transaction: first the providers mark what they keep, then the store has the denial, and only then events are
    /// removed. So whatever interrupts it, the next start finds the mark or the denial, and completes it.
    private func apply(isSaved: Bool, _ change: (inout TrackerState) -> TrackerState.Consequences?) {
        let (consequences, steps) = state.withLock { state -> (TrackerState.Consequences?, [Step]) in
            guard let consequences = change(&state) else { return (nil, []) }
            guard consequences.purges else {
                return (consequences, put(consequences.items(state.identity), isDeferred: !isSaved))
            }
            for queue in queues { queue.purge() }
            return (consequences, [])
        }
        guard let consequences else { return }
        if consequences.purges { for queue in queues { queue.beginRevocation() } }
        // Before any provider hears of it.
        if !isSaved { save() }
        for step in steps { deliver(step.item, step.placements) }
        if consequences.purges {
            deliverToQueues { [.purge] + consequences.items($0.identity) }
        }
    }

    /// An item, and what became of it in each lane.
    private typealias Step = (item: QueueItem, placements: [QueuePlacement])

    /// Puts items into all lanes. To be called under the lock.
    private func put(_ items: [QueueItem], isDeferred: Bool = false) -> [Step] {
        items.map { item in (item, queues.map { $0.put(item, isReleased: true, isDeferred: isDeferred) }) }
    }

    private func deliverToQueues(_ items: (TrackerState) -> [QueueItem]) {
        for step in state.withLock({ put(items($0)) }) { deliver(step.item, step.placements) }
    }

    private func putPurge(into queues: [ProviderQueue]) {
        let placements = state.withLock { _ in queues.map { $0.put(.purge) } }
        for (queue, placement) in zip(queues, placements) { queue.deliver(.purge, placement) }
    }

    // MARK: Store

    /// Takes over what another tracker has saved, if one has.
    private func refresh() {
        guard let store, let version = store.newVersion else { return }
        let number = state.withLock { $0.beginRead() }
        let stored = store.load()
        apply(isSaved: true) { $0.adopt(stored, asOf: number) }
        // Not before: another thread must not go on with what was known before.
        store.didAdopt(version, of: stored)
    }

    /// Saves what the store does not have yet, and ends revocations once it has the denial.
    private func save() {
        if let store, state.withLock({ $0.needsSave }) {
            var save: TrackerState.Save?
            let isSaved = store.update { stored in
                let attempt = state.withLock { $0.beginSave(over: stored) }
                save = attempt
                return attempt.next
            }
            if isSaved, let save {
                apply(isSaved: true) { $0.endSave(save) }
            } else {
                state.withLock { $0.failSave() }
            }
        }
        if !state.withLock({ $0.hasUnsavedDecision }) { for queue in queues { queue.endRevocation() } }
    }

    // MARK: Identity

    /// Changes what is known of the user.
    func change(_ changes: [PendingChanges.IdentityChange]) {
        refresh()
        apply(isSaved: false) { $0.change(changes) }
    }

    /// What an app says of a user, as it may be known: first without what the privacy policy takes out, then within the limits.
    func sanitized(userID: String?, properties: Payload = [:]) -> (userID: String?, properties: Payload) {
        let known = privacy.applied(
            to: UserIdentity(anonymousID: EventID(high: 0, low: 0), userID: userID, properties: properties))
        var (userID, properties) = (known.userID, known.properties)
        var sanitizer = EventSanitizer(limits)
        if var text = userID {
            sanitizer.sanitize(&text)
            userID = text
        }
        sanitizer.sanitize(&properties)
        diagnostics.report(sanitizer.changes.map { TrackingDiagnostic(.changedValue, "of the user: \($0)") })
        return (userID, properties)
    }

    // MARK: Ends

    /// Flushes every provider; whether all of them have done so within so many nanoseconds.
    func flush(atMost nanoseconds: Int64?) -> Bool {
        refresh()
        retry()
        let placements = state.withLock { _ in queues.map { $0.put(.flush) } }
        deliver(.flush, placements)
        let start = SystemClock.now
        let nanoseconds = nanoseconds.map { max(0, $0) }
        return zip(queues, placements).allSatisfy { queue, placement in
            let rest = nanoseconds.map { max(0, $0 - SystemClock.now.nanoseconds(since: start)) }
            return queue.wait(for: placement, atMost: rest)
        }
    }

    func shutDown() {
        state.withLock { $0.shutDown() }
    }

    /// The threads of the lanes end once nothing waits for their providers.
    func end() {
        // A provider may write what it has kept, which another tracker may have denied.
        refresh()
        for queue in queues { queue.end() }
    }
}
