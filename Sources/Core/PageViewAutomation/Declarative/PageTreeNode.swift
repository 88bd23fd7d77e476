import PageViewLifecycle

/// One node of a page tree: the page that a view declares, and the page's component (DV-004).
///
/// Used only under the tree's lock.
final class PageTreeNode {
    let key: PageTreeState.Key
    private(set) var page: DeclaredPage
    private(set) var identity: PageIdentity?
    var visibility: PageVisibility
    /// Whether the framework has removed the node.
    var isRemoved = false
    /// The container that the view has declared. A rejected container is not the actual one (DV-005).
    var declaredParent: PageTreeState.Key?
    /// Whether the tree has reported the rejected container. It does so once for each declaration (DV-005).
    var hasReportedRejection = false
    /// The actual container. Weak, so that the deallocation of deeply nested pages does not recurse.
    weak var parent: PageTreeNode?
    /// The nodes whose container is this node.
    var content: Set<PageTreeState.Key> = []
    /// The component that the engine knows; `nil` before the tree has reported one.
    private(set) var reported: ReportedPage?
    /// The component that the pass destroys, because the node is removed or shows another page.
    private(set) var ending: ReportedPage?

    init(_ key: PageTreeState.Key, _ page: DeclaredPage, in parent: PageTreeState.Key?, _ visibility: PageVisibility) {
        (self.key, self.page, declaredParent, self.visibility) = (key, page, parent, visibility)
        identity = page.identity
    }

    /// The component of the nearest container that has one. A removed container keeps its component until the end of the pass.
    private var container: ComponentID? {
        var next = parent
        while let node = next {
            if let component = node.reported ?? node.ending { return component.component }
            next = node.parent
        }
        return nil
    }

    func declare(_ page: DeclaredPage) {
        self.page = page
        // The engine rejects a blank name, so a blank name does not make another page (rule RD-009).
        identity = page.identity ?? identity
    }

    // MARK: Reports, in the order of rule DV-003

    /// Marks the component for destruction if the node is removed or shows another page. Returns whether it is marked.
    func markEnding() -> Bool {
        guard let component = reported else { return false }
        let isAnotherPage = component.identity != nil && component.identity != identity
        guard isRemoved || isAnotherPage else { return false }
        (ending, reported) = (component, nil)
        return true
    }

    /// The notifier that the component gets in this pass; `nil` if it keeps the present one.
    var newNotifier: PageViewNotifier? {
        guard !isRemoved, case .notifier(let named) = page.source, named !== reported?.notifier else { return nil }
        return named
    }

    /// Replaces the notifiers that other nodes take over in this pass (rule RD-007).
    func release(_ taken: Set<ObjectIdentifier>, _ reports: inout [PageTreeReport]) {
        ending?.release(taken, &reports)
        if case .notifier(let named) = page.source, named === reported?.notifier { return }
        reported?.release(taken, &reports)
    }

    /// Creates the component, or reports its changes. Other functions report whether the component is shown.
    func createOrUpdate(
        keepsContent: Bool, _ lifecycle: LifecycleNotifier, _ own: SceneID, _ reports: inout [PageTreeReport]
    ) {
        let container = container
        // Content that stays must cover the ending and the new component, so the new one is created inside the ending one. When
        // the ending one is destroyed, the engine moves the new one into the container of the ending one.
        if !content.isEmpty { ending?.move(into: container, &reports) }
        guard !isRemoved else { return }
        let scene = visibility.window.scene(in: own)
        if reported == nil {
            let component = lifecycle.makeComponent()
            let parent = keepsContent ? ending?.component ?? container : container
            reported = ReportedPage(component: component, container: container, scene: scene)
            reports.append(.event(.create(component, in: scene ?? own, parent: parent, attached: scene != nil)))
        }
        reported?.attach(to: scene, &reports)
        reported?.move(into: container, &reports)
        reported?.identity = identity
        // A page that disappears is declared after its disappearance, because the user did not see the new declaration.
        let isDisappearing = reported?.isShown == true && (!visibility.isAppeared || scene == nil)
        if !isDisappearing { reported?.declare(page, &reports) }
    }

    /// Reports that the component appears, if its view is shown.
    func show(_ reports: inout [PageTreeReport]) {
        if visibility.isAppeared { reported?.setShown(true, &reports) }
    }

    /// Reports that the component disappears or is detached, and then its declaration.
    func hide(_ own: SceneID, _ reports: inout [PageTreeReport]) {
        ending?.setShown(false, &reports)
        guard !isRemoved else { return }
        if !visibility.isAppeared { reported?.setShown(false, &reports) }
        if visibility.window.scene(in: own) == nil { reported?.detach(&reports) }
        reported?.declare(page, &reports)
    }

    /// Reports the end of the component that is marked for destruction.
    func destroy(_ reports: inout [PageTreeReport]) {
        guard let component = ending?.component else { return }
        reports.append(.event(.component(component, .destroy)))
        ending = nil
    }

    /// Records that a scene has closed. The engine ends the appearances there and detaches the components.
    func close(_ scene: SceneID, _ own: SceneID) {
        guard visibility.window.scene(in: own) == scene || reported?.scene == scene else { return }
        reported?.close(scene)
        visibility.isAppeared = false
        visibility.window = visibility.window == .assumed ? .closed : .none
    }
}

/// A component as the engine knows it, for the reports of its next changes (DV-003).
struct ReportedPage {
    let component: ComponentID
    fileprivate(set) var container: ComponentID?
    fileprivate(set) var scene: SceneID?
    fileprivate(set) var isShown = false
    /// The identity of the component's page; `nil` while the view has given none.
    fileprivate(set) var identity: PageIdentity?
    fileprivate var page: DeclaredPage?
    /// The notifier that the view declares, otherwise a notifier of the component's own.
    fileprivate(set) var notifier: PageViewNotifier?

    mutating func attach(to scene: SceneID?, _ reports: inout [PageTreeReport]) {
        guard let scene, scene != self.scene else { return }
        // In another window the component appears anew.
        if self.scene != nil { setShown(false, &reports) }
        reports.append(.event(.attach(component, to: scene)))
        self.scene = scene
    }

    mutating func move(into container: ComponentID?, _ reports: inout [PageTreeReport]) {
        guard container != self.container else { return }
        reports.append(.event(.move(component, into: container)))
        self.container = container
    }

    mutating func declare(_ page: DeclaredPage, _ reports: inout [PageTreeReport]) {
        guard page != self.page else { return }
        switch (page.source, self.page?.source) {
        case (.notifier(let named), _): use(named, &reports)
        case (.state(let state), .state): if let notifier { reports.append(.state(state, of: notifier)) }
        case (.state(let state), _): use(PageViewNotifier(state), &reports)
        }
        self.page = page
    }

    /// Replaces a notifier that another component takes over. The new one has the same state (rule RD-007).
    mutating func release(_ taken: Set<ObjectIdentifier>, _ reports: inout [PageTreeReport]) {
        guard let notifier, taken.contains(ObjectIdentifier(notifier)) else { return }
        use(PageViewNotifier(notifier.state), &reports)
    }

    private mutating func use(_ notifier: PageViewNotifier, _ reports: inout [PageTreeReport]) {
        self.notifier = notifier
        reports.append(.declare(notifier, for: component))
    }

    mutating func setShown(_ isShown: Bool, _ reports: inout [PageTreeReport]) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        reports.append(.event(.component(component, isShown ? .didAppear : .didDisappear)))
    }

    mutating func detach(_ reports: inout [PageTreeReport]) {
        guard scene != nil else { return }
        setShown(false, &reports)
        scene = nil
        reports.append(.event(.component(component, .detach)))
    }

    mutating func close(_ scene: SceneID) {
        if self.scene == scene { (self.scene, isShown) = (nil, false) }
    }
}

/// The visibility of a view, as its framework has reported it (rule DV-006).
struct PageVisibility: Equatable {
    /// The window of a view.
    enum Window: Equatable {
        /// The window of the tree's scene, because the framework reports no windows.
        case assumed
        /// The window of the tree's scene after that scene has closed, until the view is shown again.
        case closed
        /// No window.
        case none
        /// The window of a scene; `nil` means the tree's scene.
        case scene(SceneID?)

        /// Returns the scene of the window, in a tree whose scene is `own`; `nil` if there is no window.
        func scene(in own: SceneID) -> SceneID? {
            switch self {
            case .assumed: own
            case .closed, .none: nil
            case .scene(let scene): scene ?? own
            }
        }
    }

    var isAppeared = false
    var window: Window

    mutating func appear() {
        isAppeared = true
        if window == .closed { window = .assumed }
    }
}
