public import PageViewLifecycle

/// An engine that counts pages: it follows a framework's reports and emits one page view for each appearance of a page.
///
///     let engine = PageViewEngine { pageView in send(pageView) }
///     let home = engine.makeComponent(page: homeScreen)
///     engine.report(.component(home, .didAppear))
///
/// Every method may be called from any thread. Apart from ``observe(_:)``, none suspends or throws; only ``stop()`` waits for a
/// receiver. Invalid reports are rejected with
/// a diagnostic; they never crash. What an input causes has been applied when the call returns. It has been delivered too,
/// unless another delivery was running (rule ORD-003). An engine runs from its creation, and emits nothing at its end: to get
/// the ends of live appearances, ``stop()`` it first.
public final class PageViewEngine: Sendable {
    /// The notifier that the framework reports to. Several engines can follow one notifier.
    public let lifecycle: LifecycleNotifier
    package let core: EngineCore
    /// The scene of components that nobody put anywhere else.
    public let mainScene: SceneID

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - lifecycle: The notifier that the framework reports to; left out, a new one of the engine's own.
    ///   - policy: The choices on which products differ.
    ///   - clock: The clock of reports that carry no time.
    ///   - receivers: The receivers of what the engine emits, in this order.
    public init(
        observing lifecycle: LifecycleNotifier = LifecycleNotifier(), policy: EnginePolicy = .standard,
        clock: EngineClock = .continuous, receivers: [any PageViewReceiver] = []
    ) {
        self.lifecycle = lifecycle
        core = EngineCore(observing: lifecycle, policy: policy, clock: clock)
        mainScene = lifecycle.mainScene
        for receiver in receivers { _ = core.addReceiver(receiver) }
        lifecycle.addFollower(core)
        LiveEngines.insert(core)
    }

    /// Creates an engine that calls a closure for each page view, one at a time and in order.
    public convenience init(
        observing lifecycle: LifecycleNotifier = LifecycleNotifier(), policy: EnginePolicy = .standard,
        clock: EngineClock = .continuous, onPageView: @escaping @Sendable (PageView) -> Void
    ) {
        self.init(
            observing: lifecycle, policy: policy, clock: clock, receivers: [PageViewClosure(body: onPageView)])
    }

    deinit {
        LiveEngines.remove(core)
        lifecycle.removeFollower(core)
        core.abandon()
    }

    // MARK: Receivers

    /// Adds a receiver, which gets all that is emitted from now on; from inside a receiver too.
    ///
    /// The engine keeps its receivers alive. A receiver that keeps the engine alive in turn, as a closure does that uses it
    /// without `[weak engine]`, keeps both for ever, unless it is removed.
    @discardableResult
    public func addReceiver(_ receiver: some PageViewReceiver) -> ReceiverSubscription {
        core.addReceiver(receiver)
    }

    /// Adds a receiver that is a closure, for these kinds of records.
    ///
    /// A closure that uses the engine captures it weakly, or both stay for ever: `{ [weak engine] record in … }`.
    @discardableResult
    public func addReceiver(
        of interests: EngineRecord.Kinds = .all, _ receive: @escaping @Sendable (EngineRecord) -> Void
    ) -> ReceiverSubscription {
        core.addReceiver(RecordClosure(interests: interests, body: receive))
    }

    /// Removes a receiver; from inside a receiver too. It gets nothing more; a call to it that runs on another thread may finish.
    ///
    /// The engine releases it at once or, if a delivery is running, when that ends.
    public func removeReceiver(_ subscription: ReceiverSubscription) {
        core.removeReceiver(subscription)
    }

    // MARK: Start and stop

    /// Stops: ends every live appearance, and emits nothing after it has returned (rule ORD-005).
    ///
    /// It waits for a delivery that another thread runs, so a receiver must not wait for the calling thread. Inside a delivery of
    /// any engine it does not wait; what has been emitted is delivered after the current call.
    public func stop() {
        core.stop()
    }

    /// Starts again after a stop (rule ORD-005).
    ///
    /// - Parameter isCountingVisible: Whether pages that are visible already begin an appearance now. Otherwise each
    ///   waits for its next `didAppear`.
    public func start(countingVisible isCountingVisible: Bool = false) {
        core.perform(.start(countingVisible: isCountingVisible))
    }
}
