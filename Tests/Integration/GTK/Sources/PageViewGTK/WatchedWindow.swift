import CGTK
import PageViewAutomation

/// A window that contains a page. The GTK window retains this object as its data.
final class WatchedWindow {
    let scene: SceneID
    private let window: Window
    private let pages: GTKPageViews
    /// Whether the scene belongs to this window, and not to the window that it is transient for.
    private let hasOwnScene: Bool
    private var isOutOfSight = false

    init(_ window: Window, of pages: GTKPageViews, borrowing scene: SceneID?) {
        (self.window, self.pages) = (window, pages)
        hasOwnScene = scene == nil
        self.scene = scene ?? pages.engine.makeScene()
    }

    func connectSignals() {
        connect(window, changesOf: "is-active", activeDidChange)
        if gtk_window_is_active(window) != 0 { activeDidChange() }
        // A visible dialog implies a visible parent window, and the end of the dialog does not close the parent's
        // scene.
        guard hasOwnScene else { return }
        connect(window, "destroy") { [self] in report(.close) }
        // Each realization creates a new surface.
        connect(window, "realize", connectSurface)
        connectSurface()
    }

    private func connectSurface() {
        guard let surface = cgtk_surface_of(window) else { return }
        connect(UnsafeMutableRawPointer(surface), changesOf: "state", stateDidChange)
        stateDidChange()
    }

    /// Reports an event, and begins no update: pages of a restored window would begin as if the app had navigated.
    private func report(_ event: SceneEvent) { pages.engine.report(event, of: scene) }

    private func activeDidChange() { report(gtk_window_is_active(window) != 0 ? .active : .inactive) }

    private func stateDidChange() {
        let isOutOfSight = cgtk_is_out_of_sight(window) != 0
        guard isOutOfSight != self.isOutOfSight else { return }
        self.isOutOfSight = isOutOfSight
        report(isOutOfSight ? .background : .foreground)
    }
}
