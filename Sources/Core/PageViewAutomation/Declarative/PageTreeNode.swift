import PageViewLifecycle

struct PageTreeNode {
    var page: DeclaredPage
    var identity: PageIdentity?
    var visibility: PageVisibility
    var declaredContainer: PageTreeState.Key?
    var isRejected = false
    var container: PageTreeState.Key?
    var content: Set<PageTreeState.Key> = []
    var reported: ReportedPage?

    mutating func reportPlace(in own: SceneID, inside container: ComponentID?, _ update: inout PageTreeUpdate) {
        reported?.place(in: visibility.scene(in: own), inside: container, level: visibility.level, &update)
    }

    mutating func reportAppearance(_ update: inout PageTreeUpdate) {
        reported?.setAppeared(visibility.isAppeared, &update)
        if reported?.isLeaving == false { reported?.declare(page, &update) }
    }

    /// Declares a page after the pass that hides it, so that the appearance which ended keeps its old name.
    mutating func reportLeaving(_ update: inout PageTreeUpdate) {
        reported?.declare(page, &update)
        reported?.isLeaving = false
    }
}

/// The visibility of a view, as its framework has reported it (DV-006).
struct PageVisibility: Equatable {
    var isAppeared = false
    private var isAttached: Bool
    /// Whether the framework reports no windows. A shown view then counts as attached.
    private var assumesWindow: Bool
    /// The scene of the window; `nil` for the tree's scene.
    private var scene: SceneID?
    /// The number of views that this one is presented over (QU-009).
    private(set) var level = 0

    init(isAttached: Bool) { (self.isAttached, assumesWindow) = (isAttached, isAttached) }

    func scene(in own: SceneID) -> SceneID? { isAttached ? scene ?? own : nil }

    mutating func appear() { (isAppeared, isAttached) = (true, isAttached || assumesWindow) }
    mutating func attach(to scene: SceneID?, level: Int = 0) {
        (isAttached, assumesWindow, self.scene, self.level) = (true, false, scene, level)
    }
    mutating func detach() { (isAttached, assumesWindow) = (false, false) }
    mutating func close() { (isAppeared, isAttached) = (false, false) }
}

/// A component as the engine knows it. Each function reports a difference, if there is one.
struct ReportedPage {
    let component: ComponentID
    /// The identity of the component's page; `nil` while the view has given none.
    var identity: PageIdentity?
    private(set) var page: DeclaredPage?
    /// The scene of the window; `nil` without a window.
    private(set) var scene: SceneID?
    private var hasLostWindow = false
    private var container: ComponentID?
    private var level = 0
    private var isShown = false
    /// Whether the component disappears in the present report.
    var isLeaving = false

    init(in scene: SceneID?, _ own: SceneID, _ update: inout PageTreeUpdate) {
        (component, self.scene) = (update.core.lifecycle.makeComponent(), scene)
        update.core.apply(
            .create(component: component, scene: scene ?? own, Rules.Input.Declaration(isAttached: scene != nil)))
    }

    /// Returns whether another node continues this component, whose node is removed (DV-008).
    func isContinued(by node: PageTreeNode, in scene: SceneID?) -> Bool {
        guard scene == self.scene, identity == node.identity else { return false }
        switch identity {
        case .id: return page?.state.pageContext.name == node.page.state.pageContext.name
        case .notifier: return true
        case .name, nil: return false
        }
    }

    mutating func place(
        in scene: SceneID?, inside container: ComponentID?, level: Int, _ update: inout PageTreeUpdate
    ) {
        if level != self.level {
            update.core.apply(.create(component: component, scene: nil, Rules.Input.Declaration(level: level)))
            self.level = level
        }
        if scene != self.scene {
            // In another window the component appears anew.
            if self.scene != nil { setAppeared(false, &update) }
            update.core.apply(.component(component, scene == nil ? .detach : .attach, scene: scene))
            (self.scene, hasLostWindow) = (scene, scene == nil)
        }
        if container != self.container {
            update.core.apply(.move(component, into: container))
            self.container = container
        }
    }

    mutating func declare(_ page: DeclaredPage, _ update: inout PageTreeUpdate) {
        guard page != self.page else { return }
        self.page = page
        let core = update.core
        if let notifier = page.notifier { return notifier.declare(for: component, of: core, isDelivering: false) }
        // The core's identity is passed as that of a notifier, so that no earlier notifier may change the page (RD-007).
        core.apply(
            .declare(
                component: component, page: page.state.pageContext, payload: page.state.event?.payload,
                notifier: ObjectIdentifier(core), mistake: nil))
    }

    /// Reports whether the view is shown. It is held until it has a window. The loss of a window ends its appearance.
    mutating func setAppeared(_ isAppeared: Bool, _ update: inout PageTreeUpdate) {
        let isShown = isAppeared && !hasLostWindow
        guard isShown != self.isShown else { return }
        (self.isShown, isLeaving) = (isShown, !isShown)
        update.core.apply(.component(component, isShown ? .didAppear : .didDisappear, scene: nil))
    }

    mutating func close(_ scene: SceneID) {
        if self.scene == scene { (self.scene, isShown, hasLostWindow) = (nil, false, true) }
    }
}

/// The update of one report. It begins with the first difference, so a pass without one reports nothing (DV-003).
struct PageTreeUpdate {
    private let base: EngineCore
    private var hasBegun = false

    init(of core: EngineCore) { base = core }

    var core: EngineCore {
        mutating get {
            if !hasBegun { base.apply(.begin) }
            hasBegun = true
            return base
        }
    }

    mutating func commit() {
        if hasBegun { base.apply(.commit) }
        hasBegun = false
    }
}
