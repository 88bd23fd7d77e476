public import PageViewAutomation
import PageViewLifecycle

/// A dispatcher of events and page views to any number of analytics back ends (rules TK-001 to TK-013).
///
///     let tracker = Tracker(observing: engine, providers: [ConsoleTrackingProvider()])
///     tracker.track(CartEvent.opened)
///
/// Any thread may call any method. No method throws, and no input makes one crash. An event gets its identity, its times, the
/// user and the current page at the call.
///
/// A tracker runs from its creation until it is deallocated, or until ``shutDown(within:)``. Events that wait for providers at
/// that moment are still delivered if the process lives long enough.
public final class Tracker: EventTracking {
    let core: TrackerCore
    private let engine: EngineLink?

    /// Creates a tracker, and configures the providers unless the options defer that.
    ///
    /// - Parameters:
    ///   - engine: The engine to observe. Its page views, leaves, interactions and deep links become events. All other
    ///     events contain its current page. Its recordings obey the policy and the consent of the tracker (RC-009).
    ///   - providers: The back ends. Each receives every event.
    ///   - options: The tracker's options.
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
        engine?.disconnect()
        core.end()
    }

    /// Configures each provider once. The tracker keeps all events until then.
    ///
    /// Call it only if the option `configuresAtOnce` is `false`.
    public func configure() {
        core.configure()
    }

    /// Tracks an event. Its page is the current page over all scenes at the call (rule TK-004).
    public func track(_ event: any TrackingEvent) {
        track(event, in: nil)
    }

    /// Tracks an event of a scene. Its page is the current page of that scene at the call (rule TK-004).
    public func track(_ event: any TrackingEvent, in scene: SceneID?) {
        let page = engine?.currentPage(in: scene)
        let timestamp = engine?.now ?? SystemClock.now
        core.track(age: 0) { stamp in
            TrackedEvent(
                stamp, name: event.name, payload: event.payload, page: (page?.reference).map(core.factory.page),
                scene: (page?.scene ?? scene).map { engine?.name(of: $0) ?? $0.description }, timestamp: timestamp,
                details: .custom)
        }
    }

    /// Tracks an event of a scene by its name, without a type of its own.
    public func track(_ name: String, _ payload: Payload = [:], in scene: SceneID?) {
        track(NamedEvent(name, payload), in: scene)
    }

    /// Reports that an app tried to track an invalid event (EN-006). Counts it as rejected.
    package func reject(_ event: String, _ error: some Error) {
        core.reject(event, error)
    }

    // MARK: Identity

    /// The identity that the app has set (rule TK-006). It is temporary while the store cannot be read (CO-007).
    public var identity: UserIdentity { core.identity }

    /// Sets the user id, like ``identify(_:properties:)``; `nil` ends a known user, like ``reset()``.
    public func setUserID(_ userID: String?) {
        core.identify(userID)
    }

    /// Sets a user property; `nil` removes it.
    public func setUserProperty(_ key: String, value: AnalyticsValue?) {
        let kept = core.sanitized(userID: nil, properties: [key: value ?? .null]).properties
        // `map` instead of a conditional expression, in which `nil` would be the value `null`.
        core.change(kept.entries.map { entry in .property(ExactName(entry.key), value.map { _ in entry.value }) })
    }

    /// Sets a user property from a value of the app's own type. A value without content removes the property.
    @_disfavoredOverload
    public func setUserProperty(_ key: String, value: some AnalyticsValueConvertible) {
        setUserProperty(key, value: value.analyticsValue)
    }

    /// Sets the user id, and adds user properties to those already set (TK-006).
    ///
    /// Call ``reset()`` between two users. Without it, another user id also begins a new anonymous id without properties, with
    /// a diagnostic.
    public func identify(_ userID: String, properties: EventAttributes = [:]) {
        core.identify(userID, properties.payload)
    }

    /// Removes the user id and the user properties, and creates a new anonymous id.
    public func reset() {
        core.change([.reset(anonymousID: .random())])
    }

    // MARK: Consent

    /// The user's decision; before there is one, the consent in the options (rule CO-001).
    public var consent: Consent { core.consent }

    /// Records the user's decision (rules CO-002 to CO-004).
    ///
    /// A grant delivers the held events, once and in order. A denial drops them, and purges the queues of the providers.
    public func setConsent(_ consent: Consent) {
        core.decide(consent, .purge)
    }

    /// Revokes consent. After the call, the tracker accepts no event from any thread (rule CO-004).
    ///
    /// - Parameter queued: The handling of accepted events that are not delivered yet.
    public func revoke(_ queued: QueuedEvents) {
        core.decide(.denied, queued)
    }

    // MARK: Ends

    /// Flushes every provider, and waits until each has sent all events that were tracked before.
    ///
    /// The tracker does not wait for a provider that calls this method.
    ///
    /// - Parameter limit: The longest time to wait; `nil` for no limit.
    /// - Returns: Whether all providers have flushed in time. It is `false` if a provider could not be configured.
    @discardableResult
    public func flush(within limit: Duration? = nil) -> Bool {
        core.flush(atMost: limit?.saturatingNanoseconds)
    }

    /// Stops accepting events, drops held events, flushes the providers and waits for them.
    ///
    /// - Parameter limit: The longest time to wait; `nil` for no limit.
    /// - Returns: Whether all providers have received everything in time.
    @discardableResult
    public func shutDown(within limit: Duration? = nil) -> Bool {
        core.shutDown()
        return core.flush(atMost: limit?.saturatingNanoseconds)
    }

    // MARK: Counts

    /// The counts of all tracked events.
    public var counts: TrackerCounts { core.counts }

    /// The counts of the accepted events for each provider, in the order of the providers.
    public var providerCounts: [ProviderCounts] { core.providerCounts }
}

/// The connection of a tracker to an engine (TK-002, TK-004). It retains the engine's core and not the engine, so tracker and
/// engine do not keep each other alive.
struct EngineLink: Sendable {
    private let engine: EngineCore
    private let subscription: ReceiverSubscription

    init(_ engine: PageViewEngine, to tracker: TrackerCore, kinds: EngineRecord.Kinds) {
        self.engine = engine.core
        tracker.govern(engine.core)
        let (clock, mainScene) = (engine.core.clock, engine.mainScene)
        subscription = engine.addReceiver(of: kinds.intersection(EventFactory.kinds)) { record in
            tracker.track(age: clock.now.nanoseconds(since: record.time)) { stamp in
                tracker.factory.event(of: record, stamp) { Self.name(of: $0, mainScene) }
            }
        }
    }

    var now: Timestamp { engine.clock.now }

    /// Returns the current page of a scene, or over all scenes if `scene` is `nil`.
    func currentPage(in scene: SceneID?) -> PageAppearance? {
        engine.query { rules in
            if let scene { rules.currentPage(in: scene) } else { rules.currentPage }
        }
    }

    func name(of scene: SceneID) -> String { Self.name(of: scene, engine.lifecycle.mainScene) }

    private static func name(of scene: SceneID, _ mainScene: SceneID) -> String {
        scene == mainScene ? "main" : scene.description
    }

    func disconnect() { engine.removeReceiver(subscription) }
}
