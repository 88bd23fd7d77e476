import PageViewLifecycle

/// One node of a tree: the page that its view declares, and the component that the engine knows.
///
/// Reached inside the tree's lock alone.
final class PageTreeNode {
    let key: PageTreeState.Key
    private(set) var page: DeclaredPage
    private(set) var identity: PageIdentity?
    var visibility: PageVisibility
    var isGone = false
    /// The page that contains it, as its view has declared; it does not hold if the engine has refused it.
    var declaredParent: PageTreeState.Key?
    var isParentRefused = false
    /// The page that contains it, as it holds. Weak, so that no deallocation nests deeper for deeper pages.
    weak var parent: PageTreeNode?
    /// The pages that it contains.
    var content: Set<PageTreeState.Key> = []
    private(set) var reported: ReportedPage?
    /// The component that leaves in the timing under way, because its node is gone or shows another page.
    private(set) var leaving: ReportedPage?

    init(_ key: PageTreeState.Key, _ page: DeclaredPage, in parent: PageTreeState.Key?, _ visibility: PageVisibility) {
        (self.key, self.page, declaredParent, self.visibility) = (key, page, parent, visibility)
        identity = page.identity
    }

    /// The component of the page that contains it, or of the next one around that has one. A page that is gone has its own until it
    /// is destroyed.
    private var container: ComponentID? {
        var next = parent
        while let node = next {
            if let component = node.reported ?? node.leaving { return component.component }
            next = node.parent
        }
        return nil
    }

    func declare(_ page: DeclaredPage) {
        self.page = page
        // A blank name is refused, so it is no other page (rule RD-009).
        identity = page.identity ?? identity
    }

    // MARK: ReportTiming, in the order of rule DV-003

    /// Lets the component leave if its node is gone or shows another page. Returns whether it leaves.
    func leave() -> Bool {
        guard let component = reported else { return false }
        let isAnotherPage = component.identity != nil && component.identity != identity
        guard isGone || isAnotherPage else { return false }
        (leaving, reported) = (component, nil)
        return true
    }

    /// The notifier that its component gets in the timing under way.
    var newNotifier: PageViewNotifier? {
        guard !isGone, case .notifier(let named) = page.source, named !== reported?.notifier else { return nil }
        return named
    }

    /// Takes the notifiers from components that have no use for them any more.
    func release(_ taken: Set<ObjectIdentifier>, _ reports: inout [PageTreeReport]) {
        leaving?.release(taken, &reports)
        if case .notifier(let named) = page.source, named === reported?.notifier { return }
        reported?.release(taken, &reports)
    }

    /// Creates the component, or reports what has changed of it except whether it is shown.
    func introduce(
        keepsContent: Bool, _ lifecycle: LifecycleNotifier, _ own: SceneID, _ reports: inout [PageTreeReport]
    ) {
        let container = container
        // Content that stays covers both components: the new one begins inside the old one. When the old one is destroyed, the
        // engine moves the new one into the container of the old one.
        if !content.isEmpty { leaving?.move(into: container, &reports) }
        guard !isGone else { return }
        let scene = visibility.window.scene(in: own)
        if reported == nil {
            let component = lifecycle.makeComponent()
            let parent = keepsContent ? leaving?.component ?? container : container
            reported = ReportedPage(component: component, container: container, scene: scene)
            reports.append(.event(.create(component, in: scene ?? own, parent: parent, attached: scene != nil)))
        }
        reported?.attach(to: scene, &reports)
        reported?.move(into: container, &reports)
        reported?.identity = identity
        // A page that disappears is declared afterwards: it was not in front of the user with what its view declares now.
        let isDisappearing = reported?.isShown == true && (!visibility.isAppeared || scene == nil)
        if !isDisappearing { reported?.declare(page, &reports) }
    }

    func show(_ reports: inout [PageTreeReport]) {
        if visibility.isAppeared { reported?.setShown(true, &reports) }
    }

    func hide(_ own: SceneID, _ reports: inout [PageTreeReport]) {
        leaving?.setShown(false, &reports)
        guard !isGone else { return }
        if !visibility.isAppeared { reported?.setShown(false, &reports) }
        if visibility.window.scene(in: own) == nil { reported?.detach(&reports) }
        reported?.declare(page, &reports)
    }

    func destroy(_ reports: inout [PageTreeReport]) {
        guard let component = leaving?.component else { return }
        reports.append(.event(.component(component, .destroy)))
        leaving = nil
    }

    /// Takes note that a scene has closed: the engine has ended the appearances there and detached the components.
    func close(_ scene: SceneID, _ own: SceneID) {
        guard visibility.window.scene(in: own) == scene || reported?.scene == scene else { return }
        reported?.close(scene)
        visibility.isAppeared = false
        visibility.window = visibility.window == .assumed ? .closed : .none
    }
}

/// A component as the engine knows it.
struct ReportedPage {
    let component: ComponentID
    fileprivate(set) var container: ComponentID?
    fileprivate(set) var scene: SceneID?
    fileprivate(set) var isShown = false
    /// The identity that it shows; `nil` as long as its view has given none.
    fileprivate(set) var identity: PageIdentity?
    fileprivate var page: DeclaredPage?
    /// The notifier that the view names, or one of the component's own.
    fileprivate(set) var notifier: PageViewNotifier?

    mutating func attach(to scene: SceneID?, _ reports: inout [PageTreeReport]) {
        guard let scene, scene != self.scene else { return }
        // In another window it is shown anew.
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

    /// Replaces its notifier, if another component gets it, by one of its own in the same state (rule RD-007).
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

/// What a framework has said of where its view can be seen.
struct PageVisibility: Equatable {
    /// The window of a view, as far as its framework knows windows.
    enum Window: Equatable {
        /// The window of its tree's scene, since nothing else was said.
        case assumed
        /// The same after that scene has closed, until the view is shown again.
        case closed
        /// No window.
        case none
        /// The window of this scene, or of its tree's.
        case scene(SceneID?)

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
