import PageViewAutomation
import PageViewLifecycle

/// The path of an event from an app or engine to the queues of the providers (TK-007, TK-010, CO-004).
///
/// Decisions are made under the lock. Middleware, stores, clocks and providers run outside it. Items are added to all queues
/// under the lock, so that all queues have one order. They are delivered after the lock is released.
final class TrackerCore: Sendable {
    private let state: Locked<TrackerState>
    private let queuesInProviderOrder: [ProviderQueue]
    /// The queues in the order of delivery. Inline providers come last, so that no queued provider waits for them.
    private let queues: [ProviderQueue]
    private let store: StoreLink?
    private let middleware: [any EventMiddleware]
    private let privacy: PrivacyPolicy
    private let limits: EventLimits
    private let clock: WallClock
    /// The core of the engine whose recordings obey the tracker (RC-009).
    private let recorded = Locked<EngineCore?>(nil)
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
        state = Locked(
            TrackerState(
                consent: options.consent, stored: stored, privacy: options.privacy, anonymousID: .random(),
                holdLimit: options.holdLimit, seed: seed,
                sessions: options.middleware.lazy.compactMap { $0 as? SessionMiddleware }.first))
        queuesInProviderOrder = providers.map {
            ProviderQueue.make($0, limit: options.queueLimit, diagnostics: diagnostics)
        }
        queues = queuesInProviderOrder.filter(\.hasThread) + queuesInProviderOrder.filter { !$0.hasThread }
        for queue in queues {
            queue.connect(beforeDelivery: { self.refresh() }, afterPurge: { self.save() })
        }
        if queuesInProviderOrder.contains(where: \.hasUnfinishedRevocation) {
            // Without a store, the consent in the options applies.
            apply(isSaved: false) { state in
                store == nil ? TrackerState.Consequences(purges: true) : state.decide(.denied, .purge)
            }
        } else if state.withLock({ $0.beginsDenied }) {
            // Another tracker, without these providers, may have saved the denial. So these providers must purge.
            apply(isSaved: true) { _ in TrackerState.Consequences(purges: true) }
        } else {
            // The identity is stored from the first launch on, if consent allows it.
            save()
        }
    }

    func configure() {
        for queue in queues { queue.configure() }
    }

    var consent: Consent { state.withLock { $0.consent } }
    var identity: UserIdentity { state.withLock { $0.identity } }
    var counts: TrackerCounts { state.withLock { $0.counts } }
    var providerCounts: [ProviderCounts] { queuesInProviderOrder.map(\.counts) }

    // MARK: Events

    /// Creates an event that happened `age` nanoseconds ago, applies middleware, the policy and the limits, and delivers or
    /// holds it. `make` returns `nil` for no event.
    func track(age: Int64, _ make: (EventStamp) -> TrackedEvent?) {
        refresh()
        let time = clock.now.earlier(byNanoseconds: max(0, age))
        let begun = state.withLock { $0.begin(at: time, identifiedBy: privacy.coarsened(time)) }
        guard let (stamp, start) = begun else { return }
        guard var event = make(stamp) else { return state.withLock { $0.discard() } }
        guard isNamed(event), middleware.isEmpty || process(&event) else { return }
        // The policy precedes the limits, because it cannot recognize a part of a secret (PR-012).
        if !privacy.isEmpty { event = privacy.applied(to: event) }
        guard sanitize(&event) else { return }
        // Another tracker may have revoked consent while middleware ran.
        refresh()
        accept(consume event, from: start)
    }

    private func isNamed(_ event: TrackedEvent) -> Bool {
        guard EventSanitizer.isBlank(event.name) else { return true }
        state.withLock { $0.count(\.rejected) }
        diagnostics.report(.blankName, "expected an event with a name, found a blank one; the event was rejected")
        return false
    }

    private func sanitize(_ event: inout TrackedEvent) -> Bool {
        var sanitizer = EventSanitizer(limits)
        event.name = sanitizer.changed(event.name) ?? event.name
        event.payload = sanitizer.changed(event.payload) ?? event.payload
        event.changeLocation { text, _ in sanitizer.changed(text) }
        guard isNamed(event) else { return false }
        for change in sanitizer.changes { diagnostics.report(.changedValue, change, event: event.name) }
        return true
    }

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
                    .middlewareFailed, "\(type(of: step)) threw \(error); the event was dropped", event: event.name)
                return false
            }
        }
        return isNamed(event)
    }

    func reject(_ event: String, _ error: some Error) {
        state.withLock { $0.countRejection() }
        diagnostics.report(.invalidEvent, "\(error); the event was not tracked", event: event)
    }

    private func accept(_ finished: consuming TrackedEvent, from start: TrackerState.EventStart) {
        var event = AcceptedEvent(finished)
        let (verdict, placements) = state.withLock { state in
            let verdict = state.accept(&event, from: start)
            return (verdict, verdict == .deliver ? queues.map { $0.put(.event(event)) } : [])
        }
        for (queue, placement) in zip(queues, placements) { queue.deliver(.event(event), placement) }
        // The diagnostics follow all deliveries. Their handler may track, and must not wait for this thread.
        if verdict == .dropFull {
            diagnostics.report(
                .holdFull, "the limit of held events is reached; the event was dropped", event: event.event.name)
        }
        for (queue, placement) in zip(queues, placements) where placement == .full {
            diagnostics.report(
                .queueFull, "the limit of waiting events is reached; the provider does not receive this event",
                event: event.event.name, provider: queue.name)
        }
    }

    private func deliver(_ steps: [Step]) {
        for step in steps {
            for (queue, placement) in zip(queues, step.placements) { queue.deliver(step.item, placement) }
        }
    }

    // MARK: Consent

    func decide(_ consent: Consent, _ queuedEvents: QueuedEvents) {
        // Reads a denial that another tracker has saved before, so that a grant prevails over it.
        refresh()
        // Retries before the grant. After it, the providers could not distinguish new events from the events to purge.
        if consent == .granted { retry() }
        apply(isSaved: false) { $0.decide(consent, queuedEvents) }
    }

    /// Repeats the failed steps of a revocation: saving, purging, and removing marks (CO-004).
    private func retry() {
        let unpurged = queues.filter(\.hasFailedPurge)
        if !unpurged.isEmpty, consent == .denied {
            let placements = state.withLock { _ in unpurged.map { $0.put(.purge) } }
            for (queue, placement) in zip(unpurged, placements) { queue.deliver(.purge, placement) }
        }
        save()
    }

    /// Changes the state and applies the consequences.
    ///
    /// A denial is a transaction (CO-004): the providers mark what they keep, the store saves the denial, and then events are
    /// removed. After an interruption at any point, the next launch finds the mark or the denial, and completes the
    /// transaction.
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
        // Before the denial is saved, because only this process can remove them.
        report(recorded.withLock(\.self)?.applyConsent(hasDenied: consequences.denies) ?? [])
        if consequences.purges { for queue in queues { queue.beginRevocation() } }
        // Saves before any provider receives the consequences.
        if !isSaved { save() }
        deliver(steps)
        if consequences.purges {
            deliver(state.withLock { put([.purge] + consequences.items($0.identity)) })
        }
    }

    private typealias Step = (item: QueueItem, placements: [QueuePlacement])

    private func put(_ items: [QueueItem], isDeferred: Bool = false) -> [Step] {
        items.map { item in (item, queues.map { $0.put(item, isReleased: true, isDeferred: isDeferred) }) }
    }

    // MARK: Recordings

    /// Makes the recordings of an engine obey the policy and the consent (RC-009).
    func govern(_ engine: EngineCore) {
        recorded.withLock { $0 = engine }
        let policy = privacy.isEmpty ? nil : privacy
        report(
            engine.addTracker(ObjectIdentifier(self), policy: policy) { [self] in
                state.withLock { $0.consent == .undecided ? nil : $0.consent == .granted }
            })
    }

    private func report(_ failures: [String]) {
        for failure in failures { diagnostics.report(.recordingNotRemoved, failure) }
    }

    // MARK: Store

    /// Adopts the state that another tracker has saved, if there is one (CO-006).
    private func refresh() {
        guard let store else { return }
        while let version = store.newVersion {
            let number = state.withLock { $0.beginRead() }
            let stored = store.load()
            var (isOutdated, waited) = (false, false)
            apply(isSaved: true) { state in
                // Another thread may have saved a grant meanwhile. An older denial must not undo it.
                isOutdated = state.isOutdated(read: number)
                guard !isOutdated else { return nil }
                let wasKnown = state.isIdentityKnown
                defer { waited = state.isIdentityKnown != wasKnown }
                return state.adopt(stored, asOf: number)
            }
            if isOutdated { continue }
            // Records the version only now. Otherwise another thread could continue with the old state.
            store.didAdopt(version, of: stored)
            // Saves the decision and the identity, which waited for the first read of the store (CO-007).
            if waited { save() }
            return
        }
    }

    /// Saves pending changes, and ends revocations once the store has the denial.
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
                state.withLock { $0.finishSave() }
            }
        }
        if !state.withLock({ $0.hasUnsavedDecision }) { for queue in queues { queue.endRevocation() } }
    }

    // MARK: Identity

    func identify(_ userID: String?, _ properties: Payload = [:]) {
        let known = sanitized(userID: userID, properties: properties)
        change(
            [.userID(known.userID.map(ExactName.init), newAnonymousID: .random())]
                + known.properties.entries.map { .property(ExactName($0.key), $0.value) },
            named: userID.flatMap { $0.isEmpty ? nil : ExactName($0) })
    }

    func change(_ changes: [PendingChanges.IdentityChange], named unredactedUserID: ExactName? = nil) {
        refresh()
        var replacesUser = false
        apply(isSaved: false) { state in
            let consequences = state.change(changes, named: unredactedUserID)
            replacesUser = consequences.replacesUser
            return consequences
        }
        guard replacesUser else { return }
        diagnostics.report(
            .missingReset,
            "expected a reset between two users, found none; a new anonymous id begins, without the properties of the first"
        )
    }

    /// Applies the privacy policy, and then the limits, to values of the user (PR-012, TK-009).
    func sanitized(userID: String?, properties: Payload = [:]) -> (userID: String?, properties: Payload) {
        let known = privacy.applied(
            to: UserIdentity(anonymousID: EventID(high: 0, low: 0), userID: userID, properties: properties))
        var sanitizer = EventSanitizer(limits)
        let userID = known.userID.map { sanitizer.changed($0) ?? $0 }
        let properties = sanitizer.changed(known.properties) ?? known.properties
        for change in sanitizer.changes { diagnostics.report(.changedValue, "user identity: \(change)") }
        return (userID, properties)
    }

    // MARK: Ends

    func flush(atMost nanoseconds: Int64?) -> Bool {
        refresh()
        retry()
        let placements = state.withLock { _ in queues.map { $0.put(.flush) } }
        deliver([(.flush, placements)])
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

    /// Ends the queues. Each thread ends once nothing waits for its provider.
    func end() {
        // At its end, a provider may write events. Another tracker may have revoked consent for them.
        refresh()
        recorded.withLock { engine in
            defer { engine = nil }
            return engine
        }?.removeTracker(ObjectIdentifier(self))
        for queue in queues { queue.end() }
    }
}
