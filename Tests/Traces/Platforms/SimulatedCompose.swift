import PageViewAutomation

/// Navigation 3 and pagers: the app owns the back stack, and screens enter and leave the composition.
final class SimulatedCompose: SimulatedNavigator {
    private let adapter: ValuePages
    private var composed: [String] = []
    private var focused: String?

    init(_ loop: EventLoop, _ adapter: ValuePages) {
        self.adapter = adapter
        super.init(loop)
    }

    override func changed() {
        // One composition for all changes of a turn.
        loop.post { [self] in compose() }
    }

    private func compose(again isAgain: Bool = false) {
        let seen = everything.filter { $0.isSeen }
        if isAgain { composed = [] }
        for key in composed where !seen.contains(where: { $0.page.key == key }) { dispose(key) }
        for (page, _) in seen where !composed.contains(page.key) { launch(page.key) }
        var value = value(of: stack)
        value.focused = focused
        adapter.shows(value)
    }

    private func launch(_ key: String) {
        composed.append(key)
        loop.note("\(key).LaunchedEffect")
    }

    private func dispose(_ key: String) {
        composed.removeAll { $0 == key }
        loop.note("\(key).onDispose")
    }

    override func rebuilt() {
        for key in composed { dispose(key) }
        compose(again: true)
    }

    /// A predictive gesture composes the screen below, and removes it again.
    override func gestureCancelled(over page: Page) {
        guard let index = stack.firstIndex(where: { $0 === page }), index > 0 else { return }
        let below = stack[index - 1]
        guard !composed.contains(below.key) else { return }
        launch(below.key)
        dispose(below.key)
    }

    override func moved(toForeground isForeground: Bool) { adapter.moved(toForeground: isForeground) }

    override func turned(to page: Page) {
        focused = page.key
        compose()
    }
}

extension SimulatedNavigator {
    /// The app's back stack as a value.
    func value(of stack: [Page]) -> NavigationValue {
        NavigationValue(
            screens: stack.map { page in
                var screen = NavigationValue.Screen(
                    key: page.key, page: page.notifier, isOverlay: page.presentation == .sheet,
                    isPane: page.presentation == .pane)
                if !page.tabs.isEmpty {
                    screen.content = NavigationValue(
                        screens: page.tabs.map { tab in
                            NavigationValue.Screen(key: "\(page.key)/\(tab[0].key)", content: value(of: tab))
                        }, selectedTab: page.selected)
                }
                return screen
            })
    }
}

/// Navigation 2: a listener that is called for each destination, also for those in between. It has no tabs of its own.
final class SimulatedDestinations: SimulatedNavigator {
    private let adapter: DestinationPages
    private let engine: PageViewEngine
    /// The activities above the first one, each with a `NavHost` of its own. They are the pages that cover fully.
    private var activities = ["main"]

    init(_ loop: EventLoop, _ adapter: DestinationPages, _ engine: PageViewEngine) {
        (self.adapter, self.engine) = (adapter, engine)
        super.init(loop)
    }

    private func tell(_ page: Page) {
        loop.note("\(page.key).onDestinationChanged")
        adapter.changed(
            to: page.key, page.notifier, isFloating: page.presentation == .sheet, in: activities[activities.count - 1])
    }

    private func activity(of page: Page) -> String { "activity of \(page.key)" }

    override func added(_ page: Page) { tell(page) }

    override func left(_ page: Page, revealing revealed: Page?) {
        // A page of another activity ends with it, and the activity below resumes. Its controller calls nothing.
        if activities.last == activity(of: page) {
            activities.removeLast()
            adapter.resumed(activities[activities.count - 1])
            adapter.closed(activity(of: page))
        } else if let revealed {
            tell(revealed)
        } else if stack.isEmpty {
            adapter.closed("main")
        }
    }

    override func coverFully(with page: Page) -> Bool {
        activities.append(activity(of: page))
        return super.coverFully(with: page)
    }
    override func replaced(_ old: Page, by page: Page) { tell(page) }
    /// A new controller calls its listener with the present destination at once.
    override func rebuilt() { if let top = stack.last { tell(top) } }
    override func moved(toForeground isForeground: Bool) {
        engine.report(isForeground ? .foreground : .background, of: engine.mainScene)
    }

    override func insert(_ page: Page, into container: Page) -> Bool { false }
    override func showTabs(_ pages: [Page], in container: Page) -> Bool { false }
    override func select(_ page: Page, in container: Page) -> Bool { false }
    override func select(_ page: Page, showing other: Page, in container: Page) -> Bool { false }
    override func push(_ page: Page, in container: Page) -> Bool { false }
    override func pop(_ page: Page, in container: Page) -> Bool { false }
    override func showBeside(_ page: Page) -> Bool { false }
    override func replaceBelowSheet(_ page: Page, with other: Page) -> Bool { false }
}
