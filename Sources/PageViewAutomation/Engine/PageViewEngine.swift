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

/// For UI frameworks: components, scenes and their reports.
extension PageViewEngine {
    /// Issues the identity of a new scene.
    ///
    /// - Parameter tag: A number of the framework's own, which comes back in records.
    public func makeScene(tag: UInt64 = 0) -> SceneID {
        lifecycle.makeScene(tag: tag)
    }

    /// Makes a component (rule AP-001).
    ///
    /// - Parameters:
    ///   - tag: A number of the framework's own, which comes back in records.
    ///   - scene: The scene that it belongs to; left out, the main scene.
    ///   - parent: The component that contains it; a page inside a page goes before it (rule QU-002).
    ///   - isAttached: Whether it is in the scene's window already.
    /// - Returns: Its identity. Report `destroy` at its end, or let a `ComponentHandle` do so.
    public func makeComponent(
        tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil, isAttached: Bool = true
    ) -> ComponentID {
        let component = lifecycle.makeComponent(tag: tag)
        lifecycle.report(.create(component, in: scene ?? mainScene, parent: parent, attached: isAttached))
        return component
    }

    /// Makes a component that is a page. The engine keeps no reference to the page.
    public func makeComponent(
        page: some AnalyticsPage, tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil,
        isAttached: Bool = true
    ) -> ComponentID {
        let component = makeComponent(tag: tag, in: scene, parent: parent, isAttached: isAttached)
        declare(page, for: component)
        return component
    }

    /// Makes a component, and the handle that its framework keeps with it. At the end of the handle the component is destroyed.
    public func makeHandle(
        tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil, isAttached: Bool = true
    ) -> ComponentHandle {
        ComponentHandle(
            makeComponent(tag: tag, in: scene, parent: parent, isAttached: isAttached), of: lifecycle)
    }

    /// Declares that a component is this page. The engine keeps no reference to the page.
    public func declare(_ page: some AnalyticsPage, for component: ComponentID) {
        declare(page.pageViewNotifier, for: component)
    }

    /// Declares a notifier for a component, which is a page from now on, whatever its type. Any thread.
    ///
    /// A notifier belongs to one component at a time; sharing it gives a diagnostic (rule RD-007).
    public func declare(_ notifier: PageViewNotifier, for component: ComponentID) {
        notifier.declare(for: component, of: core)
    }

    /// Reports what happened (rules AP-001 to AP-013).
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: When it happened, by the engine's clock; left out, now. A time that is older than the last gives a diagnostic and
    ///     is taken as the last.
    public func report(_ event: NavigationEvent, at time: Timestamp? = nil) {
        lifecycle.report(event, at: time)
    }

    /// Reports what happened to a component, now or at a time.
    public func report(_ event: ComponentEvent, of component: ComponentID, at time: Timestamp? = nil) {
        lifecycle.report(event, of: component, at: time)
    }

    /// Reports what happened to a scene, now or at a time.
    public func report(_ event: SceneEvent, of scene: SceneID, at time: Timestamp? = nil) {
        lifecycle.report(.scene(scene, event), at: time)
    }

    /// Reports each element of a sequence, until it ends or the task is cancelled.
    ///
    /// Compiled into the programs that use it: others are not linked with what sequences need.
    @_alwaysEmitIntoClient
    public func observe<Events: AsyncSequence>(_ events: Events) async rethrows
    where Events.Element == NavigationEvent {
        for try await event in events {
            if Task.isCancelled { return }
            report(event)
        }
    }

    /// Applies an input that may carry names and states which a framework sets in several calls; for replays.
    package func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp? = nil) {
        core.perform(input, at: time)
    }
}

/// A receiver of what an engine emits.
///
/// Calls come one after another, in the order in which things happened, never two at a time and never under a lock, on the
/// thread that delivers (rules ORD-001, ORD-003). A receiver may call the engine; what follows is delivered after the current
/// call. A receiver refers to its engine weakly, because the engine keeps its receivers alive.
public protocol PageViewReceiver: Sendable {
    /// The kinds of records that it takes; by default all. Read once, when it is added.
    ///
    /// Records without a subscriber are not created, so a receiver that names what it takes makes its engine faster.
    var interests: EngineRecord.Kinds { get }
    /// Receives one record, which is lent for the time of the call.
    ///
    /// Omit `borrowing`, as in `receive(_ record: EngineRecord)`, to switch over the record. Storing the record copies it.
    func receive(_ record: borrowing EngineRecord)
}

extension PageViewReceiver {
    /// All kinds of records.
    public var interests: EngineRecord.Kinds { .all }
}

/// A subscription of a receiver, for ``PageViewEngine/removeReceiver(_:)``.
public struct ReceiverSubscription: Sendable, Hashable {
    let number: UInt64
}

/// A receiver that passes page views on to a closure.
struct PageViewClosure: PageViewReceiver {
    let body: @Sendable (PageView) -> Void

    var interests: EngineRecord.Kinds { .pageViews }

    func receive(_ record: EngineRecord) {
        if case .pageView(let pageView) = record { body(pageView) }
    }
}

/// A receiver that passes records on to a closure.
struct RecordClosure: PageViewReceiver {
    let interests: EngineRecord.Kinds
    let body: @Sendable (EngineRecord) -> Void

    func receive(_ record: EngineRecord) { body(record) }
}
