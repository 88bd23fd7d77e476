public import PageViewLifecycle

/// The tree of the pages that views declare, which reports them to an engine (rules DV-003, DV-006).
///
/// Create one tree for each window, or one for several windows if the nodes know their scenes. Pass its ``environment`` down from
/// the root, and run each pass of the update loop inside ``update(_:)``:
///
///     environment.pages = pages.environment
///     pages.update { root.reconcile(in: environment) }
///
/// A tree keeps no node and no view alive. Any thread may call it.
public final class PageTree: Sendable {
    /// The time at which a tree reports a change that is made outside a pass (rule DV-007).
    public enum ReportTiming: Sendable {
        /// The tree reports each change at once.
        case immediate
        /// The tree reports when the closure runs its argument, such as in the next turn of a run loop. Until then the framework can
        /// undo a change.
        case deferred(@Sendable (_ work: @escaping @Sendable () -> Void) -> Void)
    }

    package let engine: PageViewEngine
    package let scene: SceneID
    private let timing: ReportTiming
    private let protected: Locked<PageTreeState>

    /// Creates a tree without pages.
    ///
    /// - Parameters:
    ///   - engine: The engine that receives the reports. The tree retains it.
    ///   - scene: The scene of the pages; by default, the main scene.
    ///   - timing: When the tree reports a change that is made outside a pass.
    public init(engine: PageViewEngine, scene: SceneID? = nil, timing: ReportTiming = .immediate) {
        let scene = scene ?? engine.mainScene
        (self.engine, self.scene, self.timing) = (engine, scene, timing)
        protected = Locked(PageTreeState(core: engine.core, scene: scene))
    }

    /// The environment at the root of the tree.
    public var environment: PageEnvironment { PageEnvironment(tree: self, parent: nil) }

    /// Runs one pass of the update loop, and reports its changes. Only the outermost of nested passes reports.
    public func update<Result, Failure: Error>(_ pass: () throws(Failure) -> Result) throws(Failure) -> Result {
        beginUpdate()
        defer { endUpdate() }
        return try pass()
    }

    /// Begins a pass of an update loop that is not one call; see ``update(_:)``.
    public func beginUpdate() { protected.withLock { $0.passCount += 1 } }

    /// Ends a pass. It has no effect if no pass has begun.
    public func endUpdate() {
        let isEnd = protected.withLock { state in
            guard state.passCount > 0 else { return false }
            state.passCount -= 1
            return state.passCount == 0
        }
        if isEnd { report() }
    }

    /// Reports an event of the tree's scene, or of another scene of its pages, before the changes of a pass in progress.
    ///
    /// After `close`, the framework must show each page again.
    public func report(_ event: SceneEvent, of scene: SceneID? = nil) {
        let (core, scene) = (engine.core, scene ?? self.scene)
        protected.withLock { state in
            if event == .close { state.close(scene) }
            core.apply(.scene(scene, event))
        }
        core.deliver()
    }

    /// Reads or changes the state. After a change, the caller calls `reportIfDue()`, outside every lock.
    func withState<Answer: Sendable>(_ body: (inout PageTreeState) -> Answer) -> Answer {
        protected.withLock { body(&$0) }
    }

    /// Reports the pending changes at once or as the timing requires. During a pass it has no effect.
    func reportIfDue() {
        let isDue = protected.withLock { state in
            guard state.hasChanges, state.passCount == 0, !state.isScheduled else { return false }
            if case .deferred = timing { state.isScheduled = true }
            return true
        }
        guard isDue else { return }
        if case .deferred(let schedule) = timing { schedule { self.report() } } else { report() }
    }

    private func report() {
        protected.withLock { state in
            state.isScheduled = false
            if state.passCount == 0, state.hasChanges { state.report() }
        }
        engine.core.deliver()
    }
}

/// The tree of a view and the page around it, which a framework passes down to its views (rule DV-005).
///
/// Make it a value of the framework's environment, with the default ``none``. At the root of each window, set it to the
/// ``PageTree/environment`` of the window's tree.
public struct PageEnvironment: Sendable, Equatable {
    let tree: PageTree?
    let parent: PageTreeState.Key?

    /// The environment without an engine, such as in a preview. Its pages report nothing.
    public static let none = PageEnvironment(tree: nil, parent: nil)

    /// The engine that receives the reports of pages here; `nil` without a tree.
    public var engine: PageViewEngine? { tree?.engine }

    /// The component of the page around the view, for interactions and page views by hand; `nil` if there is none yet.
    public var component: ComponentID? { withNode { $0.component(of: $1) } ?? nil }

    /// Returns whether both environments have the same tree and the same page around the view.
    public static func == (left: PageEnvironment, right: PageEnvironment) -> Bool {
        left.tree === right.tree && left.parent == right.parent
    }

    @discardableResult
    func withNode<Answer: Sendable>(_ body: (inout PageTreeState, PageTreeState.Key) -> Answer) -> Answer? {
        guard let tree, let parent else { return nil }
        return tree.withState { body(&$0, parent) }
    }
}

/// The names of the pages that views update in an environment without a tree (DV-005), where a test finds why a page view is missing.
package final class PagesWithoutTree: Sendable {
    /// The list of the test that runs in this task; `nil` without a test.
    @TaskLocal package static var current: PagesWithoutTree?

    private let names = Locked<Set<PageName>>([])

    package init() {}

    package func contains(_ name: PageName) -> Bool { names.withLock { $0.contains(name) } }

    func add(_ page: DeclaredPage) {
        // Read outside the lock, because the notifier has a lock of its own.
        let name = page.state.pageContext.name
        names.withLock { _ = $0.insert(name) }
    }
}
