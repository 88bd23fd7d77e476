public import PageViewLifecycle

/// An engine that turns a framework's reports into one page view for each appearance of a page.
///
///     let engine = PageViewEngine { pageView in send(pageView) }
///     let home = engine.makeComponent(page: homeScreen)
///     engine.report(.component(home, .didAppear))
///
/// Any thread may call every method. Only ``stop()`` waits for a receiver.
/// Invalid reports are rejected with a diagnostic; they never crash.
///
/// When a call returns, the engine has applied it. The engine has also delivered the resulting records, unless a delivery was
/// already in progress. That delivery then includes them (rules ORD-003, ORD-004).
///
/// An engine runs from its creation. It emits nothing when it is deallocated. To get the page leaves of live appearances, call
/// ``stop()`` first.
public final class PageViewEngine: Sendable {
    /// The notifier that the framework reports to.
    public let lifecycle: LifecycleNotifier
    package let core: EngineCore
    /// The scene of components that are not put into another scene.
    public let mainScene: SceneID

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - lifecycle: The notifier that the framework reports to; by default, a new one. A notifier reports to one engine, the
    ///     newest.
    ///   - policy: The choices on which products differ.
    ///   - clock: A clock for inputs that carry no time; by default, the system's monotonic clock, which also runs while the machine
    ///     sleeps.
    ///   - receivers: The receivers of the records, in the order in which they receive each record.
    public init(
        observing lifecycle: LifecycleNotifier = LifecycleNotifier(), policy: EnginePolicy = .standard,
        clock: ManualClock? = nil, receivers: [any PageViewReceiver] = []
    ) {
        self.lifecycle = lifecycle
        core = EngineCore(observing: lifecycle, policy: policy, clock: EngineClock(manual: clock))
        mainScene = lifecycle.mainScene
        for receiver in receivers { _ = core.addReceiver(receiver) }
        core.observe()
        EngineRegistry.insert(core)
    }

    /// Creates an engine that calls a closure for each page view, in order and one at a time.
    public convenience init(
        observing lifecycle: LifecycleNotifier = LifecycleNotifier(), policy: EnginePolicy = .standard,
        clock: ManualClock? = nil, onPageView: @escaping @Sendable (PageView) -> Void
    ) {
        self.init(
            observing: lifecycle, policy: policy, clock: clock,
            receivers: [
                RecordClosure(interests: .pageViews) { if case .pageView(let pageView) = $0 { onPageView(pageView) } }
            ])
    }

    deinit {
        EngineRegistry.remove(core)
        end()
    }

    /// Ends the engine before it is deallocated. It emits nothing from now on and releases its receivers (CI-004).
    package func end() { core.engineDidEnd() }

    // MARK: Receivers

    /// Adds a receiver, which receives the records that are emitted from now on. A receiver may call this method.
    ///
    /// The engine retains its receivers. A receiver that retains the engine causes a retain cycle until it is removed.
    @discardableResult
    public func addReceiver(_ receiver: some PageViewReceiver) -> ReceiverSubscription { core.addReceiver(receiver) }

    /// Adds a closure that receives records of these kinds. It must capture the engine weakly: `{ [weak engine] record in … }`.
    @discardableResult
    public func addReceiver(
        of interests: EngineRecord.Kinds = .all, _ receive: @escaping @Sendable (EngineRecord) -> Void
    ) -> ReceiverSubscription {
        core.addReceiver(RecordClosure(interests: interests, body: receive))
    }

    /// Removes a receiver, which receives no further record. A receiver may call this method.
    ///
    /// If another thread is calling the removed receiver, that call finishes, and then the engine releases the receiver.
    public func removeReceiver(_ subscription: ReceiverSubscription) { core.removeReceiver(subscription) }

    // MARK: Start and stop

    /// Stops the engine, which ends every live appearance and then emits nothing (rule ORD-005).
    ///
    /// The call waits for a delivery on another thread, so a receiver must not wait for the calling thread. Inside a delivery of
    /// any engine the call does not wait. The pending records are then delivered after the current record.
    public func stop() { core.stop() }

    /// Starts the engine again after a stop (rule ORD-005).
    ///
    /// - Parameter isCountingVisible: Whether pages that are already visible begin an appearance now. Otherwise each begins one
    ///   at its next `didAppear`.
    public func start(countingVisible isCountingVisible: Bool = false) {
        core.perform(.start(countingVisible: isCountingVisible))
    }

    // MARK: Updates

    /// Applies several reports as one: the engine decides what they mean when `body` returns (rule AP-015).
    ///
    /// A page that appears and disappears inside an update was not in front of the user, and does not count. A page that
    /// disappears and appears again has not gone away. Use it for a transition whose reports come in several calls, and for all
    /// reports of a turn of a run loop; see ``TurnUpdate``.
    ///
    /// Updates nest; the outermost one decides. An update concerns the whole engine, so reports of other threads join it. It also
    /// decides if `body` throws. A stop of the engine ends it.
    public func update<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let update = core.beginUpdate()
        defer { core.commitUpdate(update) }
        return try body()
    }

    /// Begins an update that is not one call; see ``update(_:)``. Call ``commitUpdate(at:)`` once for each call.
    ///
    /// An update that is never committed decides nothing (rule AP-015).
    public func beginUpdate(at time: Timestamp? = nil) { core.perform(.begin, at: time) }

    /// Ends an update. Without an update, the engine emits the diagnostic `commitWithoutBegin` (rule AP-015).
    public func commitUpdate(at time: Timestamp? = nil) { core.perform(.commit, at: time) }
}

/// Components, scenes, and their reports, for UI frameworks.
extension PageViewEngine {
    /// Issues the identity of a new scene. The engine's records contain the tag, which the framework chooses.
    public func makeScene(tag: UInt64 = 0) -> SceneID { lifecycle.makeScene(tag: tag) }

    /// Creates a component (rule AP-001).
    ///
    /// - Parameters:
    ///   - page: The page that the component is, which the engine does not retain; `nil` for a component that is no page.
    ///   - tag: A number that the framework chooses. The engine's records contain it.
    ///   - scene: The scene of the component; by default, that of its container or, without one, the main scene.
    ///   - parent: The container of the component: a component that shows this one inside itself. What is presented over a page,
    ///     such as a sheet, is not inside it. A container that disappeared hides its content (rules QU-002, AP-017).
    ///   - isAttached: Whether the component is in the scene's window.
    ///   - isExclusive: Whether the component is a container that shows one part at a time, the one that appeared last (rule
    ///     AP-014).
    ///   - level: The level of the component and its content; by default, that of its container, otherwise 0. A page of a higher
    ///     level, such as a sheet, is above the pages of lower ones, whichever appeared first (rule QU-009).
    /// - Returns: The identity. Report `destroy` when the component is deallocated, or use a `ComponentHandle`.
    public func makeComponent(
        page: (any AnalyticsPage)? = nil, tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil,
        isAttached: Bool = true, isExclusive: Bool = false, level: Int? = nil
    ) -> ComponentID {
        let component = lifecycle.makeComponent(tag: tag)
        core.perform(
            .create(
                component: component, scene: scene,
                Rules.Input.Declaration(
                    parent: parent, isAttached: isAttached, isExclusive: isExclusive ? true : nil, level: level)))
        if let page { declare(page, for: component) }
        return component
    }

    /// Creates a component and its handle. When the handle is deallocated, the component is destroyed.
    ///
    /// The parameters are those of ``makeComponent(page:tag:in:parent:isAttached:isExclusive:level:)``.
    public func makeHandle(
        tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil, isAttached: Bool = true,
        isExclusive: Bool = false, level: Int? = nil
    ) -> ComponentHandle {
        ComponentHandle(
            makeComponent(
                tag: tag, in: scene, parent: parent, isAttached: isAttached, isExclusive: isExclusive, level: level),
            of: lifecycle)
    }

    /// Declares that a component is this page. The engine does not retain the page.
    ///
    /// A notifier is a page too. It belongs to one component at a time: if two components share it, or if `pageViewNotifier` returns
    /// another object at a second access, the engine emits a diagnostic (rule RD-007). Any thread.
    public func declare(_ page: some AnalyticsPage, for component: ComponentID) {
        let notifier = page.pageViewNotifier
        notifier.declare(for: component, of: core, isStored: notifier === page.pageViewNotifier)
    }

    /// Reports an event of a component or a scene (rules AP-001 to AP-014).
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: When it happened, by the engine's clock; by default, now. If the time is before the last time, the engine emits
    ///     a diagnostic and uses the last time (rule ORD-006).
    public func report(_ event: NavigationEvent, at time: Timestamp? = nil) {
        lifecycle.report(event, at: time)
    }

    /// Reports an event of a component, now or at a given time.
    public func report(_ event: ComponentEvent, of component: ComponentID, at time: Timestamp? = nil) {
        lifecycle.report(event, of: component, at: time)
    }

    /// Reports an event of a scene, now or at a given time.
    public func report(_ event: SceneEvent, of scene: SceneID, at time: Timestamp? = nil) {
        lifecycle.report(.scene(scene, event), at: time)
    }

    /// Applies an input. One input may contain properties that a framework sets in several calls.
    package func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp? = nil) {
        core.perform(input, at: time)
    }
}

/// A receiver of the records that an engine emits.
///
/// The engine calls a receiver for one record at a time, in the order in which records are emitted (rule ORD-003), on the thread
/// that delivers, and never under a lock. A receiver may call the engine, whose records then follow the current one (rule
/// ORD-004). A receiver must refer to its engine weakly, because the engine retains its receivers.
public protocol PageViewReceiver: Sendable {
    /// The kinds of records to receive; by default, all. The engine reads them once, when the receiver is added, and creates no
    /// record of other kinds (rule ORD-007).
    var interests: EngineRecord.Kinds { get }
    /// Receives one record. Omit `borrowing`, as in `receive(_ record: EngineRecord)`, to switch over the record.
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

/// A receiver that passes records of some kinds on to a closure (ORD-007).
struct RecordClosure: PageViewReceiver {
    let interests: EngineRecord.Kinds
    let body: @Sendable (EngineRecord) -> Void

    func receive(_ record: EngineRecord) { body(record) }
}
