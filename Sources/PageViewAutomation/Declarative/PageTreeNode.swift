import PageViewLifecycle

/// One page of a tree: what its view has said of it, and what the engine has been told.
struct PageTreeNode {
    // MARK: Said

    var page: DeclaredPage
    var place: PageTreePlace
    /// How many others are in it.
    var contentCount = 0
    var isAppeared: Bool
    var window: PageWindow
    /// Its scene has closed, and it has not been shown since.
    var isClosed = false
    var isGone = false
    /// Whether something has been said since the last settling.
    var isChanged = true

    init(page: DeclaredPage, in place: PageTreePlace, isAppeared: Bool, window: PageWindow) {
        self.page = page
        self.place = place
        self.isAppeared = isAppeared
        self.window = window
    }

    // MARK: Told

    private(set) var component: ComponentID?
    /// Who speaks for the component: what the view has named, or one of the node's own.
    private(set) var notifier: PageViewNotifier?
    private var toldPage: DeclaredPage?
    private var toldContainer: ComponentID?
    private var toldScene: SceneID?
    private var isShown = false

    private func scene(_ own: SceneID) -> SceneID? { isClosed ? nil : window.scene(in: own) }

    /// The notifier that is to be declared for it, unless it has been.
    var newNotifier: PageViewNotifier? {
        if case .notifier(let named) = page.source, named !== notifier { named } else { nil }
    }

    var isToBeShown: Bool { isAppeared && !isShown && component != nil }

    /// Makes it known or says what has changed of it, apart from whether it is shown.
    mutating func introduce(
        in container: ComponentID?, _ lifecycle: LifecycleNotifier, _ own: SceneID, _ reports: inout [PageTreeReport]
    ) {
        let scene = scene(own)
        if let component {
            if let scene, scene != toldScene { enter(scene, component, &reports) }
            if container != toldContainer { reports.append(.event(.move(component, into: container))) }
        } else {
            let new = lifecycle.makeComponent()
            component = new
            toldScene = scene
            reports.append(.event(.create(new, in: scene ?? own, parent: container, attached: scene != nil)))
        }
        toldContainer = container
        // What goes now says the rest when it has gone: it was not in front of the user with what it says now.
        if !isLeaving(own) { say(&reports) }
    }

    private func isLeaving(_ own: SceneID) -> Bool { isShown && (!isAppeared || self.scene(own) == nil) }

    private mutating func enter(_ scene: SceneID, _ component: ComponentID, _ reports: inout [PageTreeReport]) {
        if isShown, toldScene != nil {
            // It moves from one window to another: it is shown there anew.
            reports.append(.event(.component(component, .didDisappear)))
            isShown = false
        }
        reports.append(.event(.attach(component, to: scene)))
        toldScene = scene
    }

    private mutating func say(_ reports: inout [PageTreeReport]) {
        guard let component, page != toldPage else { return }
        switch (page.source, toldPage?.source) {
        case (.notifier(let named), _):
            notifier = named
            reports.append(.declare(named, for: component))
        case (.state(let state), .state):
            if let notifier { reports.append(.state(state, of: notifier)) }
        case (.state(let state), .notifier), (.state(let state), nil):
            let own = PageViewNotifier(state)
            notifier = own
            reports.append(.declare(own, for: component))
        }
        toldPage = page
    }

    mutating func show(_ reports: inout [PageTreeReport]) {
        guard isToBeShown, let component else { return }
        isShown = true
        reports.append(.event(.component(component, .didAppear)))
    }

    /// Says that it is shown no more, or that its window has gone.
    mutating func hide(_ own: SceneID, _ reports: inout [PageTreeReport]) {
        guard let component, !isGone else { return }
        let losesWindow = scene(own) == nil && toldScene != nil
        if isShown, !isAppeared || losesWindow {
            reports.append(.event(.component(component, .didDisappear)))
            isShown = false
        }
        if losesWindow {
            reports.append(.event(.component(component, .detach)))
            toldScene = nil
        }
        say(&reports)
    }

    mutating func destroy(_ reports: inout [PageTreeReport]) {
        guard let component else { return }
        reports.append(.event(.component(component, .destroy)))
        self.component = nil
    }

    /// What contains it is gone; as in the engine, it is in that one's own container from now on.
    mutating func inherit(from gone: PageTreeNode) {
        place.inherit(gone.place.parent)
        toldContainer = gone.toldContainer
    }

    /// Its scene has closed, if it is in that one: the engine has ended its appearance and taken its window.
    mutating func close(_ scene: SceneID, _ own: SceneID) {
        guard self.scene(own) == scene || toldScene == scene else { return }
        if toldScene == scene { (toldScene, isShown) = (nil, false) }
        isAppeared = false
        if window == .assumed { isClosed = true } else { window = .none }
    }
}
