import PageViewLifecycle

/// One node of a page tree: what its framework has declared, and what the tree has reported of it (DV-004).
struct PageTreeNode {
    private(set) var page: DeclaredPage
    private(set) var identity: PageIdentity?
    var visibility: PageVisibility
    /// The order in which nodes became visible, or visible nodes another page.
    var order: UInt64 = 0
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

    /// Whether the component disappears in this pass.
    var isLeaving: Bool { reported?.isShown == true && !visibility.isShown }

    /// The notifier that the component gets in this pass; `nil` if it keeps the present one.
    var newNotifier: PageViewNotifier? { page.notifier === reported?.notifier ? nil : page.notifier }

    mutating func reportPlace(in container: ComponentID?, _ core: EngineCore, _ own: SceneID) {
        reported?.setWindow(visibility.scene(in: own), core)
        reported?.move(into: container, core)
    }

    mutating func reportPage(_ core: EngineCore) { reported?.declare(page, core) }

    mutating func reportVisibility(_ core: EngineCore) { reported?.setShown(visibility.isShown, core) }

    mutating func close(_ scene: SceneID, _ own: SceneID) {
        guard visibility.scene(in: own) == scene || reported?.scene == scene else { return }
        reported?.close(scene)
        visibility.close()
    }
}

/// A component as the engine knows it. Each function reports a difference, if there is one.
struct ReportedPage {
    let component: ComponentID
    /// The identity of the component's page; `nil` while the view has given none.
    var identity: PageIdentity?
    private var page: DeclaredPage?
    private(set) var scene: SceneID?
    private var container: ComponentID?
    private(set) var isShown = false

    /// Creates a component in a window, or without one in the tree's scene.
    init(in scene: SceneID?, _ own: SceneID, _ core: EngineCore) {
        (component, self.scene) = (core.lifecycle.makeComponent(), scene)
        core.apply(
            .create(component: component, scene: scene ?? own, Rules.Input.Declaration(isAttached: scene != nil)))
    }

    /// The notifier that may change the component's page; `nil` if only the tree may.
    var notifier: PageViewNotifier? { page?.notifier }

    /// Returns whether another node continues this component, whose node is gone (DV-008).
    func isContinued(by node: PageTreeNode, in scene: SceneID?) -> Bool {
        guard scene == self.scene, identity == node.identity, let identity else { return false }
        switch identity {
        case .id: return page?.name == node.page.name
        case .notifier: return true
        case .name: return false
        }
    }

    mutating func setWindow(_ scene: SceneID?, _ core: EngineCore) {
        guard scene != self.scene else { return }
        // In another window the component appears anew.
        if self.scene != nil { setShown(false, core) }
        core.apply(.component(component, scene == nil ? .detach : .attach, scene: scene))
        self.scene = scene
    }

    mutating func move(into container: ComponentID?, _ core: EngineCore) {
        guard container != self.container else { return }
        core.apply(.move(component, into: container))
        self.container = container
    }

    mutating func declare(_ page: DeclaredPage, _ core: EngineCore) {
        guard page != self.page else { return }
        self.page = page
        switch page.source {
        case .notifier(let notifier):
            notifier.declare(for: component, of: core, isDelivering: false)
        case .state(let state):
            // The core stands for the tree, so that no earlier notifier may change the page (RD-007).
            core.apply(
                .declare(
                    component: component, page: state.pageContext, payload: state.event?.payload,
                    notifier: ObjectIdentifier(core), mistake: nil))
        }
    }

    mutating func setShown(_ isShown: Bool, _ core: EngineCore) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        core.apply(.component(component, isShown ? .didAppear : .didDisappear, scene: nil))
    }

    mutating func close(_ scene: SceneID) {
        if self.scene == scene { (self.scene, isShown) = (nil, false) }
    }
}

/// The visibility of a view, as its framework has reported it (DV-006).
struct PageVisibility: Equatable {
    var isAppeared = false
    private var isAttached: Bool
    private var wasAttached: Bool
    /// Whether the view is in a window while it is shown, because the framework reports no windows.
    private var isAssumed: Bool
    /// The scene of the window; `nil` for the tree's scene.
    private var scene: SceneID?

    init(isAttached: Bool) {
        (self.isAttached, wasAttached, isAssumed) = (isAttached, isAttached, isAttached)
    }

    /// Whether the tree reports the view as shown. It is held until it has a window. A lost window has ended its appearance.
    var isShown: Bool { isAppeared && (isAttached || !wasAttached) }

    /// Returns the scene of the window, in a tree whose scene is `own`; `nil` if there is no window.
    func scene(in own: SceneID) -> SceneID? { isAttached ? scene ?? own : nil }

    mutating func appear() {
        isAppeared = true
        if isAssumed { isAttached = true }
    }

    mutating func attach(to scene: SceneID?) {
        (isAttached, wasAttached, isAssumed, self.scene) = (true, true, false, scene)
    }

    mutating func detach() { (isAttached, isAssumed) = (false, false) }

    mutating func close() { (isAppeared, isAttached) = (false, false) }
}
