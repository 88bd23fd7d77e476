public import PageViewLifecycle

/// The pages among the views of a declarative framework, and what an engine is told of them (rules DV-003, DV-006).
///
/// One for each window, or one for several if the nodes say which scene they are in. Hand its ``environment`` down from the
/// root, and let each pass of the update loop run inside ``update(_:)``: what is said in a pass is one change, from what was
/// on the screen before to what is on it after.
///
///     let pages = PageTree(engine: engine)
///
///     func render() {
///         var environment = Environment()  // your framework's own, with a value for the pages
///         environment.pages = pages.environment
///         pages.update { root.reconcile(in: environment) }
///     }
///
/// It keeps no node and no view alive. Any thread; what several threads say is taken one after another.
public final class PageTree: Sendable {
    /// When what is said outside of a pass is reported.
    public enum Settling: Sendable {
        /// At once, each by itself.
        case atOnce
        /// When the work that is handed to this closure runs, such as in the next turn of a run loop: until then it
        /// can be taken back. For frameworks that say what appears before they know.
        case later(@Sendable (_ work: @escaping @Sendable () -> Void) -> Void)
    }

    /// The engine that is told.
    public let engine: PageViewEngine
    /// The scene of the pages that are in no other one.
    public let scene: SceneID
    private let settling: Settling
    private let protected = Protected(PageTreeState())

    /// Creates a tree without pages.
    ///
    /// - Parameters:
    ///   - engine: The engine that is told.
    ///   - scene: The scene that the pages are in; left out, the main scene.
    ///   - settling: When what is said outside of a pass is reported.
    public init(engine: PageViewEngine, scene: SceneID? = nil, settling: Settling = .atOnce) {
        self.engine = engine
        self.scene = scene ?? engine.mainScene
        self.settling = settling
    }

    /// The environment at the root of the tree.
    public var environment: PageEnvironment { PageEnvironment(self) }

    // MARK: The update loop

    /// Runs one pass of the update loop; what follows from it has been reported when it returns. Passes may be nested:
    /// the outermost one counts.
    public func update<Result, Failure: Error>(_ pass: () throws(Failure) -> Result) throws(Failure) -> Result {
        beginUpdate()
        defer { endUpdate() }
        return try pass()
    }

    /// Begins a pass, for update loops that are not one call; see ``update(_:)``.
    public func beginUpdate() {
        protected.withLock { $0.passes += 1 }
    }

    /// Ends a pass. One that has not begun is ignored.
    public func endUpdate() {
        let isEnd = protected.withLock { state in
            guard state.passes > 0 else { return false }
            state.passes -= 1
            return state.passes == 0
        }
        if isEnd { settle() }
    }

    // MARK: Scenes

    /// Reports what happened to the tree's scene. What a pass that is under way has to say comes after it.
    public func report(_ event: SceneEvent) {
        report(event, of: scene)
    }

    /// Reports what happened to a scene that pages of the tree are in. After `close` they have to be shown anew.
    public func report(_ event: SceneEvent, of scene: SceneID) {
        let own = self.scene
        drain { state in
            state.outbox.waiting.append(.event(.scene(scene, event)))
            if event == .close { state.close(scene, own) }
        }
    }

    // MARK: What nodes say

    func insert(
        _ page: DeclaredPage, in parent: PageTreeState.Key?, isAppeared: Bool, window: PageWindow
    ) -> PageTreeState.Key {
        protected.withLock { $0.insert(page, in: parent, isAppeared: isAppeared, window: window) }
    }

    /// What has been said of a node that leaves for another tree.
    func facts(of key: PageTreeState.Key) -> (isAppeared: Bool, window: PageWindow)? {
        protected.withLock { $0.facts(of: key) }
    }

    func component(of key: PageTreeState.Key) -> ComponentID? {
        protected.withLock { $0.component(of: key) }
    }

    /// Takes what a node says, and reports it when that is due. `body` tells whether it is news.
    func change(_ body: (inout PageTreeState) -> Bool) {
        let due = protected.withLock { state -> Due in
            guard body(&state), state.passes == 0 else { return .nothing }
            guard case .later(let schedule) = settling else { return .now }
            guard !state.isScheduled else { return .nothing }
            state.isScheduled = true
            return .later(schedule)
        }
        switch due {
        case .nothing: break
        case .now: settle()
        case .later(let schedule): schedule { self.settleScheduled() }
        }
    }

    private enum Due: Sendable {
        case nothing
        case now
        case later(@Sendable (@escaping @Sendable () -> Void) -> Void)
    }

    private func settleScheduled() {
        let isDue = protected.withLock { state in
            state.isScheduled = false
            // A pass that is under way reports it when it ends.
            return state.passes == 0
        }
        if isDue { settle() }
    }

    private func settle() {
        let (lifecycle, scene) = (engine.lifecycle, scene)
        drain { $0.settle(lifecycle, scene) }
    }

    /// Adds to what is to be reported, and reports it, outside the lock and in order, whoever adds meanwhile.
    private func drain(_ body: (inout PageTreeState) -> Void) {
        let isDue = protected.withLock { state in
            body(&state)
            return state.outbox.startDraining()
        }
        guard isDue else { return }
        var batch: [PageTreeReport] = []
        while let next = protected.withLock({ $0.outbox.nextBatch(returning: batch) }) {
            batch = next
            for report in batch { perform(report) }
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func perform(_ report: PageTreeReport) {
        switch report {
        case .event(let event): engine.report(event)
        case .declare(let notifier, let component): engine.declare(notifier, for: component)
        case .state(let state, let notifier): notifier.state = state
        }
    }
}
