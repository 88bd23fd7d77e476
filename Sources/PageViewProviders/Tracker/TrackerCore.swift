import PageViewAutomation
import PageViewLifecycle

/// The way of an event from an app or an engine to the lanes of the providers.
///
/// What is decided is decided under the lock; what is foreign, middleware, stores, clocks and providers, runs outside it.
/// The lanes take items under the lock, so that all of them have the same order; they let their providers have them after.
final class TrackerCore: Sendable {
    private let state: Protected<TrackerState>
    /// In the order of the providers, and in that in which they are served: what is inline keeps nobody else waiting.
    private let ownLanes: [ProviderLane]
    private let lanes: [ProviderLane]
    private let keeper: MemoryKeeper
    private let middleware: [any EventMiddleware]
    private let privacy: PrivacyPolicy
    private let limits: EventLimits
    private let clock: WallClock
    let diagnostics: DiagnosticTeller
    let maker: EventMaker

    init(providers: [any TrackingProvider], options: TrackerOptions) {
        let diagnostics = DiagnosticTeller(options.onDiagnostic)
        self.diagnostics = diagnostics
        middleware = options.middleware
        privacy = options.privacy
        limits = options.limits
        clock = options.clock
        keeper = MemoryKeeper(options.store, diagnostics)
        let memory = keeper.load()
        let seed = options.seed ?? .random(in: .min ... .max)
        maker = EventMaker(seed: RandomBits.mixed(seed))
        state = Protected(
            TrackerState(
                consent: options.consent, decision: memory?.consent,
                identity: memory?.identity ?? UserIdentity(anonymousID: .random()),
                holdLimit: options.holdLimit, seed: seed))
        ownLanes = providers.flatMap(\.parts).map {
            ProviderLane.make($0, limit: options.queueLimit, diagnostics: diagnostics)
        }
        lanes = ownLanes.filter(\.hasThread) + ownLanes.filter { !$0.hasThread }
        // Kept from the first start on, if it may be.
        remember()
    }

    /// Makes the providers ready.
    func configure() {
        for lane in lanes { lane.configure() }
    }

    var consent: Consent { state.withLock { $0.consent } }
    var identity: UserIdentity { state.withLock { $0.identity } }
    var counts: TrackerCounts { state.withLock { $0.counts } }
    var providerCounts: [ProviderCounts] { ownLanes.map(\.counts) }

    // MARK: Events

    /// Takes an event that happened so many nanoseconds ago. `make` is called on no lock, unless it is dropped anyway.
    func take(age: Int64, _ make: (EventStamp) -> TrackedEvent?) {
        let time = clock.now.earlier(byNanoseconds: max(0, age))
        guard let stamp = state.withLock({ $0.begin(at: time, identifiedBy: privacy.coarsened(time)) }) else { return }
        guard var event = make(stamp) else { return state.withLock { $0.forget() } }
        guard clean(&event), middleware.isEmpty || process(&event) else { return }
        if !privacy.isEmpty { event = privacy.applied(to: event) }
        accept(AcceptedEvent(consume event))
    }

    /// Makes the event fit to be sent; whether it can be.
    private func clean(_ event: inout TrackedEvent) -> Bool {
        guard !EventCleaner.isBlank(event.name) else { return refuseBlank() }
        var cleaner = EventCleaner(limits)
        cleaner.clean(&event.name)
        cleaner.clean(&event.payload)
        cleaner.cleanPlaces(of: &event)
        // Cut, it may be blank.
        if cleaner.changes.isEmpty { return true }
        guard !EventCleaner.isBlank(event.name) else { return refuseBlank() }
        for change in cleaner.changes {
            diagnostics.tell(TrackingDiagnostic(.changedValue, change, event: event.name))
        }
        return true
    }

    private func refuseBlank() -> Bool {
        state.withLock { $0.end(\.refused) }
        diagnostics.tell(
            TrackingDiagnostic(.blankName, "expected an event with a name, found a blank one; it was refused"))
        return false
    }

    /// What an app calls a user, fit to be sent.
    func cleaned(userID: String?) -> String? {
        guard var userID else { return nil }
        tellChanges { $0.clean(&userID) }
        return userID
    }

    /// What an app says of a user, fit to be sent.
    func cleaned(userProperties: Payload) -> Payload {
        var userProperties = userProperties
        tellChanges { $0.clean(&userProperties) }
        return userProperties
    }

    private func tellChanges(_ body: (inout EventCleaner) -> Void) {
        var cleaner = EventCleaner(limits)
        body(&cleaner)
        diagnostics.tell(cleaner.changes.map { TrackingDiagnostic(.changedValue, "of the user: \($0)") })
    }

    /// Lets the middleware change the event; whether it is kept.
    private func process(_ event: inout TrackedEvent) -> Bool {
        for step in middleware {
            do {
                guard let next = try step.process(event) else {
                    state.withLock { $0.end(\.droppedByMiddleware) }
                    return false
                }
                event = next
            } catch {
                state.withLock { $0.end(\.droppedByFailure) }
                diagnostics.tell(
                    TrackingDiagnostic(
                        .middlewareFailed, "\(type(of: step)) threw \(error); the event was dropped", event: event.name)
                )
                return false
            }
        }
        return clean(&event)
    }

    /// Something was to be tracked that is no event.
    func refuse() {
        state.withLock { $0.refuse() }
    }

    private func accept(_ event: AcceptedEvent) {
        unsafe withUnsafeTemporaryAllocation(of: LanePlacement.self, capacity: lanes.count) { placements in
            let verdict = state.withLock { state in
                let verdict = state.accept(event)
                if case .deliver = verdict {
                    for index in lanes.indices {
                        unsafe placements.initializeElement(at: index, to: lanes[index].put(.event(event)))
                    }
                }
                return verdict
            }
            switch verdict {
            case .deliver:
                for index in lanes.indices { unsafe deliver(.event(event), lanes[index], placements[index]) }
            case .dropFull:
                diagnostics.tell(
                    TrackingDiagnostic(
                        .holdFull, "as many events are held as may be; it was dropped", event: event.event.name))
            case .hold, .drop: break
            }
        }
    }

    private func deliver(_ item: LaneItem, _ lane: ProviderLane, _ placement: LanePlacement) {
        if case .full = placement, case .event(let accepted) = item {
            diagnostics.tell(
                TrackingDiagnostic(
                    .queueFull, "as many events wait for the provider as may; it does not get this one",
                    event: accepted.event.name, provider: lane.name))
        }
        lane.deliver(item, placement)
    }

    private func deliver(_ item: LaneItem, _ placements: [LanePlacement]) {
        for (lane, placement) in zip(lanes, placements) { deliver(item, lane, placement) }
    }

    // MARK: Consent

    func decide(_ consent: Consent, _ queued: QueuedEvents) {
        // Each with what the lanes make of it.
        let steps = state.withLock { state in
            var items: [LaneItem] = []
            if consent == .denied, queued == .purge {
                for lane in lanes { lane.purge() }
                items.append(.purge)
            }
            items += state.decide(consent).map { .event($0) }
            if state.tellsIdentity { items.append(.identity(privacy.applied(to: state.identity))) }
            return items.map { item in (item, lanes.map { $0.put(item, isReleased: true) }) }
        }
        // First of all, so that it holds whatever the providers do now.
        remember()
        for (item, placements) in steps { deliver(item, placements) }
    }

    // MARK: Identity

    func change(_ body: (inout TrackerState) -> Void) {
        let step = state.withLock { state -> (LaneItem, [LanePlacement])? in
            body(&state)
            guard state.tellsIdentity else { return nil }
            let item = LaneItem.identity(privacy.applied(to: state.identity))
            return (item, lanes.map { $0.put(item) })
        }
        remember()
        if let step { deliver(step.0, step.1) }
    }

    private func remember() {
        keeper.save { state.withLock { $0.memory } }
    }

    // MARK: Ends

    /// Flushes every provider; whether all of them have done so within so many nanoseconds.
    func flush(atMost nanoseconds: Int64?) -> Bool {
        let placements = state.withLock { _ in lanes.map { $0.put(.flush) } }
        deliver(.flush, placements)
        let start = SystemClock.now
        let nanoseconds = nanoseconds.map { max(0, $0) }
        return zip(lanes, placements).allSatisfy { lane, placement in
            let rest = nanoseconds.map { max(0, $0 - SystemClock.now.nanoseconds(since: start)) }
            return lane.wait(for: placement, atMost: rest)
        }
    }

    func shutDown() {
        state.withLock { $0.shutDown() }
    }

    /// The threads of the lanes end once nothing waits for their providers.
    func end() {
        for lane in lanes { lane.end() }
    }
}
