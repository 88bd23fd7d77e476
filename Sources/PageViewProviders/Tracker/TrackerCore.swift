import PageViewAutomation
import PageViewLifecycle

/// The way of an event from an app or an engine to the lanes of the providers.
///
/// What is decided is decided under the lock; what is foreign, middleware, stores, clocks and providers, runs outside it.
/// The lanes take items under the lock, so that all of them have the same order; they let their providers have them after.
final class TrackerCore: Sendable {
    private let state: Protected<TrackerState>
    private let lanes: [ProviderLane]
    private let keeper: MemoryKeeper
    private let middleware: [any EventMiddleware]
    private let limits: EventLimits
    private let clock: WallClock
    let diagnostics: DiagnosticTeller
    let maker: EventMaker

    init(providers: [any TrackingProvider], options: TrackerOptions) {
        let diagnostics = DiagnosticTeller(options.onDiagnostic)
        self.diagnostics = diagnostics
        middleware = options.middleware
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
        lanes = providers.flatMap(\.parts).map {
            ProviderLane.make($0, limit: options.queueLimit, diagnostics: diagnostics)
        }
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
    var providerCounts: [ProviderCounts] { lanes.map(\.counts) }

    // MARK: Events

    /// Takes an event that happened so many nanoseconds ago.
    func take(age: Int64, _ make: (WallTime) -> EventMaker.Draft?) {
        let time = clock.now.earlier(byNanoseconds: max(0, age))
        guard let draft = make(time), let begun = state.withLock({ $0.begin(at: time) }) else { return }
        let event = TrackedEvent(
            id: begun.id, sequence: 0, name: draft.name, payload: draft.payload, page: draft.page, scene: draft.scene,
            time: time, timestamp: draft.timestamp, identity: begun.identity, details: draft.details)
        guard let event = clean(event).flatMap(process) else { return }
        accept(event)
    }

    /// The event fit to be sent; `nil` if it cannot be made so.
    private func clean(_ event: TrackedEvent) -> TrackedEvent? {
        guard !EventCleaner.isBlank(event.name) else {
            state.withLock { $0.end(\.refused) }
            diagnostics.tell(
                TrackingDiagnostic(.blankName, "expected an event with a name, found a blank one; it was refused"))
            return nil
        }
        var event = event
        var cleaner = EventCleaner(limits)
        cleaner.clean(&event.name)
        cleaner.clean(&event.payload)
        for change in cleaner.changes {
            diagnostics.tell(TrackingDiagnostic(.changedValue, change, event: event.name))
        }
        return event
    }

    /// What the middleware makes of the event; `nil` if it is dropped.
    private func process(_ event: TrackedEvent) -> TrackedEvent? {
        guard !middleware.isEmpty else { return event }
        var event = event
        for step in middleware {
            do {
                guard let next = try step.process(event) else {
                    state.withLock { $0.end(\.droppedByMiddleware) }
                    return nil
                }
                event = next
            } catch {
                state.withLock { $0.end(\.droppedByFailure) }
                diagnostics.tell(
                    TrackingDiagnostic(
                        .middlewareFailed, "\(type(of: step)) threw \(error); the event was dropped", event: event.name)
                )
                return nil
            }
        }
        return clean(event)
    }

    private func accept(_ event: TrackedEvent) {
        let (verdict, numbers) = state.withLock { state in
            let verdict = state.accept(event)
            guard case .deliver(let event) = verdict else { return (verdict, [UInt64?]()) }
            return (verdict, lanes.map { $0.put(.event(event)) })
        }
        switch verdict {
        case .deliver: deliver(numbers, event)
        case .dropFull:
            diagnostics.tell(
                TrackingDiagnostic(.holdFull, "as many events are held as may be; it was dropped", event: event.name))
        case .hold, .drop: break
        }
    }

    private func deliver(_ numbers: [UInt64?], _ event: TrackedEvent? = nil) {
        for (lane, number) in zip(lanes, numbers) {
            if let number {
                lane.deliver(number)
            } else {
                diagnostics.tell(
                    TrackingDiagnostic(
                        .queueFull, "as many events wait for the provider as may; it does not get this one",
                        event: event?.name, provider: lane.name))
            }
        }
    }

    // MARK: Consent

    func decide(_ consent: Consent, _ queued: QueuedEvents) {
        let numbers = state.withLock { state in
            let isPurging = consent == .denied && queued == .purge && state.consent != .denied
            let released = state.decide(consent)
            var numbers: [UInt64?] = lanes.map { _ in nil }
            for (index, lane) in lanes.enumerated() {
                if isPurging {
                    lane.purge()
                    numbers[index] = lane.put(.purge)
                }
                for event in released { numbers[index] = lane.put(.event(event)) ?? numbers[index] }
                if consent == .granted { numbers[index] = lane.put(.identity(state.identity)) }
            }
            return numbers
        }
        for (lane, number) in zip(lanes, numbers) { if let number { lane.deliver(number) } }
        remember()
    }

    // MARK: Identity

    func change(_ body: (inout TrackerState) -> Void) {
        let numbers = state.withLock { state in
            body(&state)
            return state.consent == .granted ? lanes.map { $0.put(.identity(state.identity)) } : []
        }
        deliver(numbers)
        remember()
    }

    private func remember() {
        keeper.save { state.withLock { $0.memory } }
    }

    // MARK: Ends

    /// Flushes every provider; whether all of them have done so within so many nanoseconds.
    func flush(atMost nanoseconds: Int64?) -> Bool {
        let numbers = state.withLock { _ in lanes.map { $0.put(.flush) } }
        deliver(numbers)
        let start = SystemClock.now
        return zip(lanes, numbers).allSatisfy { lane, number in
            let rest = nanoseconds.map { max(0, $0 - SystemClock.now.nanoseconds(since: start)) }
            return number.map { lane.wait(for: $0, atMost: rest) } ?? true
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
