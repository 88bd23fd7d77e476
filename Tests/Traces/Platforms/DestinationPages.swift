// An adapter of the guide `ConnectingAndroid`. `ReadmeTests` looks for each block of the guide in this file.
import PageViewAutomation

/// Reports the destinations of Navigation 2, by what is true when a turn of the main thread ends.
@MainActor
final class DestinationPages {
    private let engine: PageViewEngine
    private let scene: SceneID
    private let post: (@escaping @MainActor () -> Void) -> Void
    /// The activities with a `NavHost`, from the bottom to the top, and what each of them shows.
    private var hosts: [(activity: String, entries: [ShownEntry])] = []
    private var isPosted = false

    init(
        engine: PageViewEngine, scene: SceneID? = nil, post: @escaping (@escaping @MainActor () -> Void) -> Void
    ) {
        (self.engine, self.scene, self.post) = (engine, scene ?? engine.mainScene, post)
    }

    /// `OnDestinationChangedListener`, with `currentBackStackEntry.id`. Floating are dialogs and bottom sheets.
    func changed(to key: String, _ page: PageViewNotifier, isFloating: Bool, in activity: String) {
        let host = hosts.firstIndex { $0.activity == activity } ?? hosts.endIndex
        if host == hosts.endIndex { hosts.append((activity, [])) }
        if let index = hosts[host].entries.firstIndex(where: { $0.key == key }) {
            hosts[host].entries.removeSubrange((index + 1)...)
        } else {
            if !isFloating { hosts[host].entries = [] }
            let level = isFloating ? hosts[host].entries.count : 0
            hosts[host].entries.append(ShownEntry(key, page, in: activity, level: level))
        }
        showLater()
    }

    /// An opaque activity has resumed, with or without a `NavHost`: it covers what the others show.
    func resumed(_ activity: String) {
        let index = hosts.firstIndex { $0.activity == activity }
        hosts.append(index.map { hosts.remove(at: $0) } ?? (activity, []))
        showLater()
    }

    /// The activity finished, or lost its `NavHost`.
    func closed(_ activity: String) {
        hosts.removeAll { $0.activity == activity }
        showLater()
    }

    private func showLater() {
        if !isPosted { post { self.show() } }
        isPosted = true
    }

    private func show() {
        isPosted = false
        engine.show(
            hosts.flatMap { host in
                [ShownEntry(host.activity, isVisible: host.activity == hosts.last?.activity)] + host.entries
            }, in: scene)
    }
}
