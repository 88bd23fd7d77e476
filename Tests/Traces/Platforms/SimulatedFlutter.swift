import PageViewAutomation

/// Flutter: observers of navigators receive routes (the table of the guide `ConnectingFlutter`), and nothing receives a shell's
/// branches.
final class SimulatedFlutter: SimulatedNavigator {
    private let adapter: RoutePages
    private var pushed: Set<String> = []

    init(_ loop: EventLoop, _ adapter: RoutePages) {
        self.adapter = adapter
        super.init(loop)
    }

    private func navigator(of page: Page) -> String {
        guard let shell = page.container else { return "" }
        let tab = shell.tabs.first { $0.contains { $0 === page } } ?? shell.stack
        return "\(shell.key)/\((tab.first ?? page).key)"
    }

    private func previous(of page: Page) -> Page? {
        let stack = page.container.map { $0.tabs.first { $0.contains { $0 === page } } ?? $0.stack } ?? stack
        return stack.firstIndex { $0 === page }.flatMap { $0 > 0 ? stack[$0 - 1] : nil }
    }

    private func route(_ page: Page) -> NavigationValue.Screen {
        NavigationValue.Screen(
            key: page.key, page: page.notifier, isOverlay: page.presentation == .sheet,
            isPane: page.presentation == .pane)
    }

    /// Pushes a route, and those of the navigators in it. The first route of a navigator is a push too.
    private func push(_ page: Page) {
        if pushed.insert(page.key).inserted {
            loop.note("\(page.key).didPush")
            adapter.didPush(route(page), above: previous(of: page)?.key, in: navigator(of: page))
        }
        for tab in page.tabs { for inner in tab { push(inner) } }
        if !page.tabs.isEmpty { selectedTab(in: page) }
    }

    override func added(_ page: Page) {
        push(page)
        if let shell = page.container { selectedTab(in: shell) }
    }

    override func left(_ page: Page, revealing revealed: Page?) {
        loop.note(revealed == nil ? "\(page.key).didRemove" : "\(page.key).didPop")
        forget(page)
        adapter.didRemove(page.key, in: navigator(of: page))
    }

    private func forget(_ page: Page) {
        pushed.remove(page.key)
        for tab in page.tabs { for inner in tab { forget(inner) } }
    }

    override func replaced(_ old: Page, by page: Page) {
        loop.note("\(page.key).didReplace")
        pushed.insert(page.key)
        adapter.didReplace(old.key, by: route(page), in: navigator(of: old))
    }

    override func selectedTab(in container: Page) {
        for tab in container.tabs { for page in tab { push(page) } }
        adapter.showsBranch(
            container.selected, of: container.tabs.map { "\(container.key)/\($0[0].key)" }, in: container.key)
    }

    override func lock() -> Bool {
        loop.turn { adapter.setLocked(true) }
        return true
    }

    override func unlock() { loop.turn { adapter.setLocked(false) } }

    override func moved(toForeground isForeground: Bool) {
        // Frames stop in the background.
        loop.isPaused = !isForeground
        adapter.moved(toForeground: isForeground)
    }

    override func showBeside(_ page: Page) -> Bool { false }
}
