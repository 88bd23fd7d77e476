import NavigationTraces
public import PageViewAutomation

extension SimulatedApp {
    /// Performs an action of the user, and makes the reports that follow from the action.
    ///
    /// - Throws: `SimulationError` if the action is impossible (SIM-005). The app then reports nothing, and no time passes. One
    ///   exception: an action lays out a window that is not laid out yet.
    public mutating func perform(_ action: UserAction) throws(SimulationError) {
        switch action {
        case .load(let page, let payload):
            let component = try component(of: page)
            emit(.ready(component: component, scene: nil, page: nil, payload: payload))
        case .reload(let page):
            let component = try component(of: page)
            emit(.pending(component: component, scene: nil, page: nil))
        case .interact(let name, let properties):
            emit(.interaction(name: name, scene: sceneName, properties: properties))
        case .openLink(let url, let source):
            emit(.deepLink(url: url, scene: sceneName, source: source))
        case .wait(let nanoseconds):
            pass(max(0, nanoseconds))
        case .openScene(let name, let view): try openScene(name, view)
        case .activateScene(let name): try activateScene(name)
        case .closeScene: try closeScene()
        case .enterBackground: try setForeground(false, by: .enterBackground)
        case .enterForeground: try setForeground(true, by: .enterForeground)
        case .hideWindow: try setWindowShown(false)
        case .showWindow: try setWindowShown(true)
        default: try performInWindow(action)
        }
    }

    private mutating func performInWindow(_ action: UserAction) throws(SimulationError) {
        guard scene.isWindowShown else {
            throw .expected(
                "a window that is shown", found: "a hidden window of the scene \(scene.name)", advice: "show it first")
        }
        switch action {
        case .push, .minimise, .restore: break
        default: layOut()
        }
        switch action {
        case .minimise: try setForeground(false, by: .minimise)
        case .restore: try setForeground(true, by: .restore)
        case .push(let view) where !scene.isLaidOut:
            try push([view], by: .pushBeforeFirstLayout)
            scene.isLaidOut = true
        case .push(let view): try push([view], by: .push)
        case .deepPush(let views):
            guard !views.isEmpty else {
                throw .expected("a page to open", found: "none", advice: "pass at least one view")
            }
            try push(views, by: views.count == 1 ? .push : .deepPush)
        case .pushTwice(let first, let second): try push([first, second], by: .pushDuringPush)
        case .pop, .swipeBack(.completed): try pop()
        case .swipeBack(.cancelled): try swipeBackCancelled()
        case .popToRoot: try popToRoot()
        case .replaceTop(let view): try replaceTop(view)
        case .replaceBelowTop(let views): try replaceBelowTop(views)
        case .showPane(let page): try setPane(with: page, isShown: true)
        case .hidePane(let page): try setPane(with: page, isShown: false)
        case .selectTab(let page): try showTab(with: page)
        case .selectTabAndBack(let page): try selectTabAndBack(page)
        case .turnPage(let isForward, let end): try turn(forward: isForward, end)
        case .addChild(let view, let end): try addChild(view, end)
        case .removeChild(let page, let end): try removeChild(page, end)
        case .present(let view, let presentation): try present(view, presentation)
        case .dismiss: try dismiss(.completed)
        case .swipeDown(let end): try dismiss(end)
        case .replaceRoot(let view): try replaceRoot(view)
        case .recreate: try recreate()
        case .appearAgain: try appearAgain()
        case .openScene, .activateScene, .closeScene, .enterBackground, .enterForeground, .hideWindow, .showWindow,
            .load, .reload, .interact, .openLink, .wait:
            break
        }
    }

    /// The name of the active scene; `nil` if the app has only the scene `main`.
    private var sceneName: String? { scenes.count > 1 || scene.name != "main" ? scene.name : nil }

    private mutating func component(of page: String) throws(SimulationError) -> String {
        if let slot = newestSlot(of: page), let component = makeComponent(at: slot) { return component }
        throw .expected(
            "a page of the app", found: page,
            advice: pageNames.isEmpty
                ? "the app has no page" : "use one of the app's pages, \(list(pageNames)), or open this one first")
    }

    package func newestPage(_ name: String) -> ScreenTree.Node? {
        newestSlot(of: name).map { tree[$0] }
    }

    private func newestSlot(of page: String) -> ScreenTree.Slot? {
        tree.newestFirst.first { tree[$0].page.name == page && tree[$0].kind.isPage }
    }

    /// The names of all pages that the app has now, in the order of their creation.
    package var pageNames: [String] {
        tree.newestFirst.reversed().filter { tree[$0].kind.isPage }.map { tree[$0].page.name }
    }

    func list(_ names: some Sequence<String>) -> String {
        var unique: [String] = []
        for name in names where !unique.contains(name) { unique.append(name) }
        return unique.joined(separator: ", ")
    }
}

extension ScreenTree.Kind {
    var isPage: Bool { self == .page || self == .group }
}

/// Methods for the most frequent actions.
extension SimulatedApp {
    /// Pushes a page onto the stack in front of the user.
    public mutating func push(_ view: SimulatedView) throws(SimulationError) { try perform(.push(view)) }

    /// Goes back by a swipe, or begins a swipe and cancels it.
    public mutating func swipeBack(_ end: GestureEnd = .completed) throws(SimulationError) {
        try perform(.swipeBack(end))
    }

    /// Marks the newest page of this name as ready.
    public mutating func load(_ page: String, payload: Payload? = nil) throws(SimulationError) {
        try perform(.load(page, payload))
    }

    /// Lets time pass, in seconds.
    public mutating func wait(_ seconds: Double) {
        let nanoseconds = (seconds * 1e9).rounded()
        pass(nanoseconds > 0 && nanoseconds < 9e18 ? Int64(nanoseconds) : 0)
    }
}
