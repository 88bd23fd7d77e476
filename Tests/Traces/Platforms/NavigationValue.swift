// The adapter of the guide `NavigationAsAValue`. `ReadmeTests` looks for each block of the guide in this file.
import PageViewAutomation

/// What an app shows: the screens of a stack, from the bottom to the top, or tabs.
struct NavigationValue {
    struct Screen {
        var key: String
        var page: PageViewNotifier?
        /// Whether the screens below remain visible: a dialog, a sheet, a transparent modal.
        var isOverlay = false
        /// Whether the screen lies beside the one below, in a pane of its own.
        var isPane = false
        /// The stack or the tabs in the screen.
        var content: NavigationValue?
    }

    var screens: [Screen] = []
    /// The index of the selected tab; `nil` for a stack.
    var selectedTab: Int?
    /// The pane that the user turned to.
    var focused: String?

    /// The entries of the screens and their content, for `show`.
    func entries(in container: String? = nil, isVisible: Bool = true, level: Int = 0) -> [ShownEntry] {
        var (level, highest) = (level, level)
        let lowest = screens.lastIndex { !$0.isOverlay && !$0.isPane } ?? 0
        let groups = screens.indices.map { index -> [ShownEntry] in
            let screen = screens[index]
            let isSeen = isVisible && (selectedTab.map { index == $0 } ?? (index >= lowest))
            // An overlay is above what it leaves visible, also if that appears later.
            if screen.isOverlay { level = highest + 1 }
            var entry = ShownEntry(screen.key, isVisible: isSeen, in: container, level: level)
            entry.notifier = screen.page
            let group = [entry] + (screen.content?.entries(in: screen.key, isVisible: isSeen, level: level) ?? [])
            highest = group.reduce(highest) { max($0, $1.level ?? 0) }
            return group
        }
        return (groups.filter { $0[0].key != focused } + groups.filter { $0[0].key == focused }).flatMap { $0 }
    }
}
