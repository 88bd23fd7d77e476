import PageViewAutomation

/// What Compose and React Navigation call of an adapter (the tables of `ConnectingAndroid` and `NavigationAsAValue`).
@MainActor
protocol ValueCallbacks: AnyObject {
    /// A `SideEffect` beside `NavDisplay`; `onReady` and `onStateChange`.
    func shows(_ value: NavigationValue)
    /// A `LaunchedEffect(Unit)` in a screen; `focus`.
    func enters(_ key: String, _ page: PageViewNotifier)
    /// The end of a `DisposableEffect` in a screen; `blur`.
    func leaves(_ key: String)
    /// The activity that hosts the app started or stopped; `AppState`.
    func moved(toForeground isForeground: Bool)
}

/// Navigation 3 and pagers: the app owns the back stack, and screens enter and leave the composition.
final class SimulatedCompose: SimulatedNavigator {
    /// Whether a pager also composes the pages beside the selected one.
    var composesNeighbours = false
    private let adapter: any ValueCallbacks
    private var composed: [String] = []
    private var focused: String?

    init(_ loop: EventLoop, _ adapter: any ValueCallbacks) {
        self.adapter = adapter
        super.init(loop)
    }

    override func changed() {
        // One composition for all changes of a turn.
        loop.post { [self] in compose() }
    }

    private func compose(again isAgain: Bool = false) {
        let everything = everything
        let seen = everything.filter { item in
            item.isSeen || composesNeighbours && (item.page.container?.tabs.count ?? 0) > 1
        }
        if isAgain { composed = [] }
        for key in composed where !seen.contains(where: { $0.page.key == key }) { dispose(key) }
        for (page, _) in seen where !composed.contains(page.key) { launch(page) }
        var value = value(of: stack)
        value.focused = focused
        adapter.shows(value)
    }

    private func launch(_ page: Page) {
        composed.append(page.key)
        loop.note("\(page.key).LaunchedEffect")
        adapter.enters(page.key, page.notifier)
    }

    private func dispose(_ key: String) {
        composed.removeAll { $0 == key }
        loop.note("\(key).onDispose")
        adapter.leaves(key)
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
        launch(below)
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

/// What the platform calls of an adapter for Navigation 2.
@MainActor
protocol DestinationCallbacks: AnyObject {
    func changed(to key: String, _ page: PageViewNotifier, isFloating: Bool, in activity: String)
    func resumed(_ activity: String)
    func closed(_ activity: String)
}

extension DestinationPages: DestinationCallbacks {}

/// Navigation 2: a listener that is called for each destination, also for those in between. It has no tabs of its own.
final class SimulatedDestinations: SimulatedNavigator {
    private let adapter: any DestinationCallbacks
    private let engine: PageViewEngine
    /// The activities above the first one, each with a `NavHost` of its own. They are the pages that cover fully.
    private var activities = ["main"]

    init(_ loop: EventLoop, _ adapter: any DestinationCallbacks, _ engine: PageViewEngine) {
        (self.adapter, self.engine) = (adapter, engine)
        super.init(loop)
    }

    private func tell(_ page: Page) {
        loop.note("\(page.key).onDestinationChanged")
        adapter.changed(
            to: page.key, page.notifier, isFloating: page.presentation == .sheet, in: activities[activities.count - 1])
    }

    private func activity(of page: Page) -> String { "activity of \(page.key)" }

    override func added(_ page: Page, over covered: Page?) { tell(page) }

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
