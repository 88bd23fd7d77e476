public import PageViewLifecycle

/// Counts pages: it follows what a framework reports and emits exactly one page view for each appearance of a page.
///
///     let engine = PageViewEngine { pageView in send(pageView) }
///     let home = engine.makeComponent(page: homeScreen)
///     engine.report(.component(home, .didAppear))
///
/// Every method may be called from any thread, returns without suspending, never throws, and never traps on what a
/// framework reports. What an input causes has been applied when the call returns, and has been delivered too unless
/// another delivery was under way (rule ORD-003). An engine runs from its creation, and is silent once it is gone: to
/// hear of the end of what is live, ``stop()`` it first.
@safe public final class PageViewEngine: Sendable {
    /// Where the framework reports. Several engines can follow one notifier.
    public let lifecycle: LifecycleNotifier
    package let core: EngineCore
    /// The scene of components that nobody put anywhere else.
    public let mainScene: SceneID
    // Proof: it is made to be read by anybody, and the core, which this holds, keeps it. It is here as well so that a question
    // need not read what lies beside the core's count of references, which reports write.
    nonisolated(unsafe) let board: UnsafePointer<CurrentPageBoard>

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - lifecycle: Where the framework reports; left out, a new one of the engine's own.
    ///   - policy: The choices on which products differ.
    ///   - clock: Where the time of reports comes from that carry none.
    ///   - receivers: Who takes what the engine emits, in this order.
    public init(
        observing lifecycle: LifecycleNotifier = LifecycleNotifier(), policy: EnginePolicy = .standard,
        clock: EngineClock = .continuous, receivers: [any PageViewReceiver] = []
    ) {
        self.lifecycle = lifecycle
        core = EngineCore(observing: lifecycle, policy: policy, clock: clock)
        mainScene = lifecycle.mainScene
        unsafe board = UnsafePointer(core.board)
        for receiver in receivers { _ = core.addReceiver(receiver) }
        lifecycle.addFollower(core)
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
        lifecycle.removeFollower(core)
        core.abandon()
    }

    /// Adds a receiver, which gets all that is emitted from now on; from inside a receiver too.
    ///
    /// The engine keeps its receivers: one that keeps the engine in turn, as a closure does that uses it without `[weak engine]`,
    /// keeps it for ever, unless it is removed.
    @discardableResult
    public func addReceiver(_ receiver: some PageViewReceiver) -> ReceiverSubscription {
        core.addReceiver(receiver)
    }

    /// Adds a receiver that is a closure, which takes these kinds of records. One that asks the engine something captures it
    /// weakly, or both stay for ever: `{ [weak engine] record in … }`.
    @discardableResult
    public func addReceiver(
        of interests: EngineRecord.Kinds = .all, _ receive: @escaping @Sendable (EngineRecord) -> Void
    ) -> ReceiverSubscription {
        core.addReceiver(RecordClosure(interests: interests, body: receive))
    }

    /// Removes a receiver; from inside a receiver too. A call to it that is under way on another thread may finish.
    public func removeReceiver(_ subscription: ReceiverSubscription) {
        core.removeReceiver(subscription)
    }

    /// Stops: ends every live appearance, and emits nothing after it has returned (rule ORD-005).
    ///
    /// What was emitted before has been delivered when it returns: it waits for a delivery that is under way on another
    /// thread, so a receiver must not be waiting for the calling thread. Called from inside a receiver of an engine on the
    /// same notifier it does not wait; what was emitted is delivered after the current call. Receivers of engines on
    /// different notifiers may stop each other's engines: one of them does not wait.
    public func stop() {
        core.stop()
    }

    /// Starts again after a stop (rule ORD-005).
    ///
    /// - Parameter isCountingVisible: Whether pages that are visible already begin an appearance now. Otherwise each
    ///   waits for its next `didAppear`.
    public func start(countingVisible isCountingVisible: Bool = false) {
        core.apply(heard: { _ in .start(isCountingVisible: isCountingVisible) }) {
            $0.start(isCountingVisible: isCountingVisible)
        }
    }
}
