public import PageViewAutomation
import PageViewLifecycle

/// Takes events from an app and page views from an engine to any number of analytics back ends (rules TK-001 to TK-011).
///
///     let tracker = Tracker(observing: engine, providers: [ConsoleTrackingProvider()])
///     tracker.track(CartEvent.opened)
///
/// Every method may be called from any thread, never throws, and never traps on what it is given. Events get their
/// identity, their times, the user and the current page at the call. A tracker runs from its creation until it is gone, or
/// ``shutDown(within:)``; what waits for providers then is still delivered if the process lives long enough.
public final class Tracker: EventTracking {
    let core: TrackerCore
    private let engine: EngineLink?

    /// Creates a tracker, and makes the providers ready unless the options say otherwise.
    ///
    /// - Parameters:
    ///   - engine: The engine whose page views, leaves, interactions and deep links become events, and whose current page
    ///     the other events take along.
    ///   - providers: The back ends; each gets every event.
    ///   - options: How the tracker does its work.
    public init(
        observing engine: PageViewEngine? = nil, providers: [any TrackingProvider],
        options: TrackerOptions = TrackerOptions()
    ) {
        let core = TrackerCore(providers: providers, options: options)
        self.core = core
        if options.configuresAtOnce { core.configure() }
        self.engine = engine.map { EngineLink($0, to: core, kinds: options.records) }
    }

    deinit {
        engine?.cut()
        core.end()
    }

    /// Makes the providers ready, each once. Needed only if the options say that the tracker does not do so itself; until then
    /// events are kept.
    public func configure() {
        core.configure()
    }

    /// Takes an event; its page is the one that is current over all scenes at this moment (rule TK-004).
    public func track(_ event: any TrackingEvent) {
        track(event, in: nil)
    }

    /// Takes an event that happened in a scene; its page is the one that is current there at this moment (rule TK-004).
    public func track(_ event: any TrackingEvent, in scene: SceneID?) {
        let page = engine?.currentPage(in: scene)
        let timestamp = engine?.now ?? SystemClock.now
        core.take(age: 0) { stamp in
            TrackedEvent(
                stamp, name: event.name, payload: event.payload, page: (page?.reference).map(core.factory.page),
                scene: (page?.scene ?? scene).map { engine?.name(of: $0) ?? $0.description }, timestamp: timestamp,
                details: .custom)
        }
    }

    /// Takes an event of which there is no type, that happened in a scene.
    public func track(_ name: String, _ payload: Payload = [:], in scene: SceneID?) {
        track(NamedEvent(name, payload), in: scene)
    }

    /// Tells that an app wanted to track something that is no event.
    package func refuse(_ event: String, _ error: some Error) {
        core.refuse()
        core.diagnostics.report(TrackingDiagnostic(.invalidEvent, "\(error); nothing was tracked", event: event))
    }

    // MARK: Identity

    /// Who the user is, as far as the app has said (rule TK-006).
    public var identity: UserIdentity { core.identity }

    /// Says what the app calls the user from now on; `nil` for nothing, the rest stays.
    public func setUserID(_ userID: String?) {
        core.change([.userID(core.sanitized(userID: userID).userID)])
    }

    /// Says something of the user; `nil` takes it back.
    public func setUserProperty(_ key: String, value: AnalyticsValue?) {
        let kept = core.sanitized(userID: nil, properties: [key: value ?? .null]).properties
        // Not by a conditional expression: there `nil` would be the value `null`.
        core.change(kept.entries.map { entry in .property(entry.key, value.map { _ in entry.value }) })
    }

    /// Says something of the user, with a value of the app's own; one that has nothing to say takes it back.
    @_disfavoredOverload
    public func setUserProperty(_ key: String, value: some AnalyticsValueConvertible) {
        setUserProperty(key, value: value.analyticsValue)
    }

    /// Says what the app calls the user from now on, and something of them beside what has been said.
    public func identify(_ userID: String, properties: EventAttributes = [:]) {
        let known = core.sanitized(userID: userID, properties: properties.payload)
        core.change([.userID(known.userID)] + known.properties.entries.map { .property($0.key, $0.value) })
    }

    /// Forgets the user: events are about somebody unknown from now on, with a new anonymous id.
    public func reset() {
        core.change([.reset(anonymousID: .random())])
    }

    // MARK: Consent

    /// What the user has decided (rule CO-001).
    public var consent: Consent { core.consent }

    /// Says what the user has decided. Granted, what was held is delivered, once and in order; denied, it is dropped, and so
    /// is what waits for providers (rules CO-002 to CO-004).
    public func setConsent(_ consent: Consent) {
        core.decide(consent, .purge)
    }

    /// Takes consent back: once it has returned, no event is accepted, from whatever thread (rule CO-004).
    ///
    /// - Parameter queued: What becomes of events that were accepted and not delivered yet.
    public func revoke(_ queued: QueuedEvents) {
        core.decide(.denied, queued)
    }

    // MARK: Ends

    /// Lets every provider send what it has kept of the events that were tracked before, and waits until it has. A provider that
    /// calls this is not waited for.
    ///
    /// - Parameter limit: How long to wait at most; left out, for ever.
    /// - Returns: Whether all of them have; not so if one could not be made ready.
    @discardableResult
    public func flush(within limit: Duration? = nil) -> Bool {
        core.flush(atMost: limit?.wholeNanoseconds)
    }

    /// Accepts no more events, flushes and waits for the providers. What is held without consent is dropped.
    ///
    /// - Parameter limit: How long to wait at most; left out, for ever.
    /// - Returns: Whether all providers have got everything.
    @discardableResult
    public func shutDown(within limit: Duration? = nil) -> Bool {
        core.shutDown()
        return core.flush(atMost: limit?.wholeNanoseconds)
    }

    // MARK: Counts

    /// How many events came, and what became of them.
    public var counts: TrackerCounts { core.counts }

    /// What became of the events that were accepted, provider by provider in their order.
    public var providerCounts: [ProviderCounts] { core.providerCounts }
}

/// What a tracker has to do with an engine: it receives its records, and asks it for the current page.
///
/// Holds the engine's core, which outlives the engine and then knows no page; so neither keeps the other alive for long.
struct EngineLink: Sendable {
    private let engine: EngineCore
    private let subscription: ReceiverSubscription

    init(_ engine: PageViewEngine, to tracker: TrackerCore, kinds: EngineRecord.Kinds) {
        self.engine = engine.core
        let (clock, mainScene) = (engine.core.clock, engine.mainScene)
        subscription = engine.addReceiver(of: kinds.intersection(EventFactory.kinds)) { record in
            tracker.take(age: clock.now.nanoseconds(since: record.time)) { stamp in
                tracker.factory.event(of: record, stamp) { Self.name(of: $0, mainScene) }
            }
        }
    }

    /// The engine's time.
    var now: Timestamp { engine.clock.now }

    /// The page that is current in a scene, or over all scenes.
    func currentPage(in scene: SceneID?) -> PageAppearance? {
        engine.query { model in
            if let scene { model.currentPage(in: scene) } else { model.currentPage() }
        }
    }

    /// What a scene is called in events.
    func name(of scene: SceneID) -> String { Self.name(of: scene, engine.lifecycle.mainScene) }

    private static func name(of scene: SceneID, _ mainScene: SceneID) -> String {
        scene == mainScene ? "main" : scene.description
    }

    /// Receives no more.
    func cut() { engine.removeReceiver(subscription) }
}
