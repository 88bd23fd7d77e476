public import PageViewLifecycle

/// The pages among the views of a declarative framework, and their reports to an engine (rules DV-003, DV-006).
///
/// Make one for each window, or one for several windows if the nodes know their scenes. Hand its ``environment`` down from the
/// root, and run each pass of the update loop inside ``update(_:)``. The tree reports a pass as one change: the difference between
/// the screen before it and the screen after it.
///
///     let pages = PageTree(engine: engine)
///
///     func render() {
///         var environment = Environment()  // your framework's own, with a value for the pages
///         environment.pages = pages.environment
///         pages.update { root.reconcile(in: environment) }
///     }
///
/// A tree keeps no node and no view alive. Any thread; changes of several threads are applied one after another.
public final class PageTree: Sendable {
    /// When the tree reports a change that is made outside of a pass.
    public enum ReportTiming: Sendable {
        /// At once, each change by itself.
        case immediate
        /// When the closure runs the work that it is given, such as in the next turn of a run loop. Until then a change can be
        /// taken back. For frameworks that report an appearance before they know whether it comes about.
        case deferred(@Sendable (_ work: @escaping @Sendable () -> Void) -> Void)
    }

    private struct State {
        var pages = PageTreeState()
        /// The number of passes under way, one inside the other.
        var passCount = 0
        var isScheduled = false
    }

    /// The engine that receives the reports.
    public let engine: PageViewEngine
    /// The scene of all pages that are attached to no other one.
    public let scene: SceneID
    private let timing: ReportTiming
    private let protected = Protected(State())
    private let queue = WorkQueue<PageTreeReport>()

    /// Creates a tree without pages.
    ///
    /// - Parameters:
    ///   - engine: The engine that receives the reports.
    ///   - scene: The scene of the pages; by default, the main scene.
    ///   - timing: When the tree reports a change that is made outside of a pass.
    public init(engine: PageViewEngine, scene: SceneID? = nil, timing: ReportTiming = .immediate) {
        self.engine = engine
        self.scene = scene ?? engine.mainScene
        self.timing = timing
    }

    /// The environment at the root of the tree.
    public var environment: PageEnvironment { PageEnvironment(self) }

    // MARK: The update loop

    /// Runs one pass of the update loop, and reports it before it returns. Passes may be nested: the outermost one counts.
    public func update<Result, Failure: Error>(_ pass: () throws(Failure) -> Result) throws(Failure) -> Result {
        beginUpdate()
        defer { endUpdate() }
        return try pass()
    }

    /// Begins a pass, for update loops that are not one call; see ``update(_:)``.
    public func beginUpdate() {
        protected.withLock { $0.passCount += 1 }
    }

    /// Ends a pass. Without a beginning it has no effect.
    public func endUpdate() {
        let isEnd = protected.withLock { state in
            guard state.passCount > 0 else { return false }
            state.passCount -= 1
            return state.passCount == 0
        }
        if isEnd { settle() }
    }

    // MARK: Scenes

    /// Reports an event of the tree's scene, or of another scene that pages of the tree are in.
    ///
    /// The report comes before those of a pass that is under way. After `close` each page has to be shown anew.
    public func report(_ event: SceneEvent, of scene: SceneID? = nil) {
        let (own, scene) = (self.scene, scene ?? self.scene)
        deliver { state in
            if event == .close { state.pages.close(scene, own) }
            return [.event(.scene(scene, event))]
        }
    }

    // MARK: Changes

    /// Reads the pages, or changes them without a report.
    func withPages<Answer: Sendable>(_ body: @Sendable (inout PageTreeState) -> Answer) -> Answer {
        protected.withLock { body(&$0.pages) }
    }

    /// Makes a change, and reports it when that is due. `body` returns whether it has changed anything.
    func change(_ body: (inout PageTreeState) -> Bool) {
        let isDue = protected.withLock { state in
            guard body(&state.pages), state.passCount == 0 else { return false }
            guard case .deferred = timing else { return true }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isDue else { return }
        if case .deferred(let schedule) = timing { schedule { self.settle() } } else { settle() }
    }

    /// Reports what has changed; a pass that is under way reports it when it ends.
    private func settle() {
        let (lifecycle, scene) = (engine.lifecycle, scene)
        deliver { state in
            state.isScheduled = false
            return state.passCount == 0 ? state.pages.settle(lifecycle, scene) : []
        }
    }

    // MARK: Reports

    /// Delivers reports to the engine, in order and outside the lock. One thread delivers at a time.
    private func deliver(_ makeReports: (inout State) -> [PageTreeReport]) {
        protected.withLock { queue.append(makeReports(&$0)) }
        queue.drain { perform($0) }
    }

    private func perform(_ report: PageTreeReport) {
        switch report {
        case .event(let event): engine.report(event)
        case .declare(let notifier, let component): engine.declare(notifier, for: component)
        case .state(let state, let notifier): notifier.state = state
        }
    }
}

/// Where a page belongs: the tree, and the page around it. A framework hands it down to its views (rule DV-005).
///
/// Make it a value of the framework's environment. At the root of each window, set it to ``PageTree/environment`` of the window's
/// tree. The default is ``none``: pages there report nothing, without a diagnostic, because there is no engine to report it to.
public struct PageEnvironment: Sendable {
    let tree: PageTree?
    /// The page around the view.
    let parent: PageTreeState.Key?

    init(tree: PageTree?, parent: PageTreeState.Key?) {
        self.tree = tree
        self.parent = parent
    }

    /// The environment without an engine, such as in a preview: pages report nothing.
    public static let none = PageEnvironment(tree: nil, parent: nil)

    /// Creates the environment at the root of a tree.
    public init(_ tree: PageTree) {
        self.init(tree: tree, parent: nil)
    }

    /// The engine that receives the reports of pages here; `nil` without a tree.
    public var engine: PageViewEngine? { tree?.engine }

    /// The component of the page around the view, for interactions and page views by hand; `nil` if there is none yet.
    public var component: ComponentID? {
        parent.flatMap { key in tree?.withPages { $0.nodes[key]?.reported?.component } }
    }
}

extension PageEnvironment: Equatable {
    /// Whether pages in both belong to the same tree and the same page.
    public static func == (left: PageEnvironment, right: PageEnvironment) -> Bool {
        left.tree === right.tree && left.parent == right.parent
    }
}
