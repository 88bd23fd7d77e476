import PageViewLifecycle

/// One node of a page tree: what its framework has declared, and what the tree has reported of it (DV-004).
struct PageTreeNode {
    private(set) var page: DeclaredPage
    private(set) var identity: PageIdentity?
    var visibility: PageVisibility
    /// The order in which nodes became visible, or visible nodes another page, since the last report. The others are last.
    var order = UInt64.max
    /// Whether the framework has removed the node.
    var isRemoved = false
    /// The container that the view has declared. A rejected container is not the actual one (DV-005).
    var declaredParent: PageTreeState.Key?
    /// Whether the tree has reported the rejected container.
    var hasReportedRejection = false
    /// The actual container.
    var parent: PageTreeState.Key?
    /// The nodes whose actual container is this node.
    var content: Set<PageTreeState.Key> = []
    /// The component that the engine knows; `nil` before the tree has reported one.
    var reported: ReportedPage?

    init(_ page: DeclaredPage, in parent: PageTreeState.Key?, _ visibility: PageVisibility) {
        (self.page, declaredParent, self.visibility) = (page, parent, visibility)
        identity = page.identity
    }

    mutating func declare(_ page: DeclaredPage) {
        self.page = page
        // The engine rejects a blank name, so a blank name does not make another page (RD-009).
        identity = page.identity ?? identity
    }

    /// Whether the component is that of another page (DV-008).
    var isAnotherPage: Bool { reported?.identity.map { $0 != identity } ?? false }

    /// Returns whether the component disappears in this pass.
    func isLeaving(_ own: SceneID) -> Bool {
        guard let reported, reported.isShown else { return false }
        return !visibility.isAppeared || (reported.scene != nil && visibility.scene(in: own) == nil)
    }

    /// The notifier that the component gets in this pass; `nil` if it keeps the present one.
    var newNotifier: PageViewNotifier? { page.notifier === reported?.notifier ? nil : page.notifier }

    mutating func reportPlace(in container: ComponentID?, _ own: SceneID, _ update: inout PageTreeUpdate) {
        reported?.setWindow(visibility.scene(in: own), &update)
        reported?.move(into: container, &update)
    }

    mutating func reportPage(_ update: inout PageTreeUpdate) { reported?.declare(page, &update) }

    mutating func reportVisibility(_ update: inout PageTreeUpdate) {
        reported?.setAppeared(visibility.isAppeared, &update)
    }

    mutating func close(_ scene: SceneID, _ own: SceneID) {
        guard visibility.scene(in: own) == scene || reported?.scene == scene else { return }
        reported?.close(scene)
        visibility.close()
    }
}

/// The visibility of a view, as its framework has reported it (DV-006).
struct PageVisibility: Equatable {
    var isAppeared = false
    private var isAttached: Bool
    /// Whether the view is in a window while it is shown, because the framework reports no windows.
    private var isAssumed: Bool
    /// The scene of the window; `nil` for the tree's scene.
    private var scene: SceneID?

    init(isAttached: Bool) {
        (self.isAttached, isAssumed) = (isAttached, isAttached)
    }

    /// Returns the scene of the window, in a tree whose scene is `own`; `nil` if there is no window.
    func scene(in own: SceneID) -> SceneID? { isAttached ? scene ?? own : nil }

    mutating func appear() {
        isAppeared = true
        if isAssumed { isAttached = true }
    }

    mutating func attach(to scene: SceneID?) {
        (isAttached, isAssumed, self.scene) = (true, false, scene)
    }

    mutating func detach() { (isAttached, isAssumed) = (false, false) }

    mutating func close() { (isAppeared, isAttached) = (false, false) }
}
