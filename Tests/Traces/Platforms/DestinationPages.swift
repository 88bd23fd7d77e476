// An adapter of the guide `ConnectingAndroid`. `ReadmeTests` looks for each block of the guide in this file.
import PageViewAutomation

/// Reports the destinations of Navigation 2, by what is true when a turn of the main thread ends.
@MainActor
final class DestinationPages {
    private let engine: PageViewEngine
    private let post: (@escaping @MainActor () -> Void) -> Void
    private var entries: [ShownEntry] = []
    private var isPosted = false

    init(engine: PageViewEngine, post: @escaping (@escaping @MainActor () -> Void) -> Void) {
        (self.engine, self.post) = (engine, post)
    }

    /// `OnDestinationChangedListener`, with `currentBackStackEntry.id`. Floating are dialogs and bottom sheets.
    func changed(to key: String, _ page: PageViewNotifier, isFloating: Bool) {
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries.removeSubrange((index + 1)...)
        } else {
            if !isFloating { entries = [] }
            entries.append(ShownEntry(key, page, level: isFloating ? entries.count : 0))
        }
        showLater()
    }

    /// The `NavHost` left an activity that stays.
    func closed() {
        entries = []
        showLater()
    }

    private func showLater() {
        if !isPosted { post { self.show() } }
        isPosted = true
    }

    private func show() {
        isPosted = false
        engine.show(entries)
    }
}
