public import PageViewLifecycle

/// The tree of the pages that views declare, which reports them to an engine (rules DV-003, DV-006).
///
/// Create one tree for each window, or one for several windows if the nodes know their scenes. Pass its ``environment`` down from
/// the root, and run each pass of the update loop inside ``update(_:)``. The tree reports a pass as one change: the difference
/// between the screen before the pass and the screen after it.
///
///     let pages = PageTree(engine: engine)
///
///     func render() {
///         var environment = Environment()  // your framework's own, with a value for the pages
///         environment.pages = pages.environment
///         pages.update { root.reconcile(in: environment) }
///     }
///
/// A tree keeps no node and no view alive. Any thread may call it; it applies the changes of several threads one after another.
public final class PageTree: Sendable {
    /// The time at which a tree reports a change that is made outside a pass (rule DV-007).
    public enum ReportTiming: Sendable {
        /// The tree reports each change at once.
        case immediate
        /// The tree reports when the closure runs its argument, such as in the next turn of a run loop.
        ///
        /// Until then the framework can undo a change. This timing is for frameworks that report an appearance before they know
        /// whether the user will see it.
        case deferred(@Sendable (_ work: @escaping @Sendable () -> Void) -> Void)
    }

    private struct State {
        var pages = PageTreeState()
        /// The number of nested passes in progress.
        var passCount = 0
        /// Whether the closure of a deferred timing has been called, and the tree has not reported since.
        var isScheduled = false
    }

    /// The engine that receives the reports.
    public let engine: PageViewEngine
    /// The scene of all pages that are not attached to another scene.
    public let scene: SceneID
    private let timing: ReportTiming
    private let protected = Locked(State())

    /// Creates a tree without pages.
    ///
    /// - Parameters:
    ///   - engine: The engine that receives the reports.
    ///   - scene: The scene of the pages; by default, the main scene.
    ///   - timing: When the tree reports a change that is made outside a pass.
    public init(engine: PageViewEngine, scene: SceneID? = nil, timing: ReportTiming = .immediate) {
        self.engine = engine
        self.scene = scene ?? engine.mainScene
        self.timing = timing
    }

    /// The environment at the root of the tree.
    public var environment: PageEnvironment { PageEnvironment(self) }

    // MARK: The update loop

    /// Runs one pass of the update loop, and reports its changes. Only the outermost of nested passes reports.
    public func update<Result, Failure: Error>(_ pass: () throws(Failure) -> Result) throws(Failure) -> Result {
        beginUpdate()
        defer { endUpdate() }
        return try pass()
    }

    /// Begins a pass of an update loop that is not one call; see ``update(_:)``.
    public func beginUpdate() {
        protected.withLock { $0.passCount += 1 }
    }

    /// Ends a pass. It has no effect if no pass has begun.
    public func endUpdate() {
        let isEnd = protected.withLock { state in
            guard state.passCount > 0 else { return false }
            state.passCount -= 1
            return state.passCount == 0
        }
        if isEnd { reportChanges() }
    }

    // MARK: Reports

    /// Reports an event of the tree's scene, or of another scene that pages of the tree are in.
    ///
    /// The engine gets the report before the changes of a pass in progress. After `close`, the framework must show each page
    /// again.
    public func report(_ event: SceneEvent, of scene: SceneID? = nil) {
        let (core, own, scene) = (engine.core, self.scene, scene ?? self.scene)
        protected.withLock { state in
            if event == .close { state.pages.close(scene, own) }
            core.apply(.scene(scene, event))
        }
        core.deliver()
    }

    /// Reads the pages, or changes them without a report.
    func withPages<Answer: Sendable>(_ body: @Sendable (inout PageTreeState) -> Answer) -> Answer {
        protected.withLock { body(&$0.pages) }
    }

    /// Makes a change, and reports it when it is due. `body` returns whether it changed anything.
    func change(_ body: (inout PageTreeState) -> Bool) {
        let isDue = protected.withLock { state in
            guard body(&state.pages), state.passCount == 0 else { return false }
            guard case .deferred = timing else { return true }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isDue else { return }
        if case .deferred(let schedule) = timing { schedule { self.reportChanges() } } else { reportChanges() }
    }

    /// Reports the pending changes as one update. During a pass it has no effect, because the pass reports them when it ends.
    private func reportChanges() {
        let (core, scene) = (engine.core, scene)
        protected.withLock { state in
            state.isScheduled = false
            if state.passCount == 0 { state.pages.report(to: core, in: scene) }
        }
        core.deliver()
    }
}

/// The tree of a view and the page around it, which a framework passes down to its views (rule DV-005).
///
/// Make it a value of the framework's environment. At the root of each window, set it to ``PageTree/environment`` of the window's
/// tree. The default is ``none``. Pages there report nothing, and there is no engine to emit a diagnostic. If an expected page
/// view of such a page is missing in a test, the failure names this reason.
public struct PageEnvironment: Sendable {
    let tree: PageTree?
    /// The page around the view.
    let parent: PageTreeState.Key?

    init(tree: PageTree?, parent: PageTreeState.Key?) {
        self.tree = tree
        self.parent = parent
    }

    /// The environment without an engine, such as in a preview. Its pages report nothing.
    public static let none = PageEnvironment(tree: nil, parent: nil)

    /// Creates the environment at the root of a tree.
    public init(_ tree: PageTree) {
        self.init(tree: tree, parent: nil)
    }

    /// The engine that receives the reports of pages here; `nil` without a tree.
    public var engine: PageViewEngine? { tree?.engine }

    /// The component of the page around the view; `nil` if there is none yet.
    ///
    /// Use it for interactions and page views by hand.
    public var component: ComponentID? {
        parent.flatMap { key in tree?.withPages { $0.nodes[key]?.reported?.component } }
    }
}

/// The node of the page around the view, for the page itself.
extension PageEnvironment {
    var visibility: PageVisibility? { parent.flatMap { key in tree?.withPages { $0.nodes[key]?.visibility } } }

    /// Inserts a node with a page here, and returns the environment inside it.
    func inserting(_ page: DeclaredPage, _ visibility: PageVisibility) -> PageEnvironment {
        PageEnvironment(tree: tree, parent: tree?.withPages { $0.insert(page, in: parent, visibility) })
    }

    /// Changes the node. `body` returns whether it changed anything.
    func change(_ body: (inout PageTreeState, PageTreeState.Key) -> Bool) {
        if let tree, let parent { tree.change { body(&$0, parent) } }
    }
}

extension PageEnvironment: Equatable {
    /// Returns whether both environments have the same tree and the same page around the view.
    public static func == (left: PageEnvironment, right: PageEnvironment) -> Bool {
        left.tree === right.tree && left.parent == right.parent
    }
}
