import PageViewLifecycle

/// A component as the engine knows it. Each function reports a difference, if there is one.
struct ReportedPage {
    let component: ComponentID
    /// The identity of the component's page; `nil` while the view has given none.
    var identity: PageIdentity?
    private var page: DeclaredPage?
    /// The scene of the window; `nil` without a window.
    private(set) var scene: SceneID?
    /// Whether the component has had a window.
    private var hadWindow: Bool
    private var container: ComponentID?
    private(set) var isShown = false

    /// Creates a component in a window, or without one in the tree's scene.
    init(in scene: SceneID?, _ own: SceneID, _ update: inout PageTreeUpdate) {
        (component, self.scene, hadWindow) = (update.core.lifecycle.makeComponent(), scene, scene != nil)
        update.apply(
            .create(component: component, scene: scene ?? own, Rules.Input.Declaration(isAttached: scene != nil)))
    }

    /// The notifier that may change the component's page; `nil` if only the tree may.
    var notifier: PageViewNotifier? { page?.notifier }

    /// Returns whether another node continues this component, whose node is removed (DV-008).
    func isContinued(by node: PageTreeNode, in scene: SceneID?) -> Bool {
        guard scene == self.scene, identity == node.identity, let identity else { return false }
        switch identity {
        case .id: return page?.name == node.page.name
        case .notifier: return true
        case .name: return false
        }
    }

    mutating func setWindow(_ scene: SceneID?, _ update: inout PageTreeUpdate) {
        guard scene != self.scene else { return }
        // In another window the component appears anew.
        if self.scene != nil { setShown(false, &update) }
        update.apply(.component(component, scene == nil ? .detach : .attach, scene: scene))
        (self.scene, hadWindow) = (scene, true)
    }

    mutating func move(into container: ComponentID?, _ update: inout PageTreeUpdate) {
        guard container != self.container else { return }
        update.apply(.move(component, into: container))
        self.container = container
    }

    mutating func declare(_ page: DeclaredPage, _ update: inout PageTreeUpdate) {
        guard page != self.page else { return }
        self.page = page
        switch page.source {
        case .notifier(let notifier):
            update.declare(notifier, for: component)
        case .state(let state):
            // The core stands for the tree, so that no earlier notifier may change the page (RD-007).
            update.apply(
                .declare(
                    component: component, page: state.pageContext, payload: state.event?.payload,
                    notifier: ObjectIdentifier(update.core), mistake: nil))
        }
    }

    /// Reports whether the view is shown. It is held until it has a window. The loss of a window ends its appearance.
    mutating func setAppeared(_ isAppeared: Bool, _ update: inout PageTreeUpdate) {
        setShown(isAppeared && (scene != nil || !hadWindow), &update)
    }

    private mutating func setShown(_ isShown: Bool, _ update: inout PageTreeUpdate) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        update.apply(.component(component, isShown ? .didAppear : .didDisappear, scene: nil))
    }

    mutating func close(_ scene: SceneID) {
        if self.scene == scene { (self.scene, isShown) = (nil, false) }
    }
}

/// The update of one report of a tree (DV-003).
///
/// It begins with the first difference, so a pass without one reports nothing. It delivers no records.
struct PageTreeUpdate {
    let core: EngineCore
    private var hasBegun = false

    init(of core: EngineCore) { self.core = core }

    mutating func apply(_ input: Rules.Input) {
        begin()
        core.apply(input)
    }

    mutating func declare(_ notifier: PageViewNotifier, for component: ComponentID) {
        begin()
        notifier.declare(for: component, of: core, isDelivering: false)
    }

    mutating func commit() {
        if hasBegun { core.apply(.commit) }
        hasBegun = false
    }

    private mutating func begin() {
        if !hasBegun { core.apply(.begin) }
        hasBegun = true
    }
}
