#if os(macOS) || APPKIT_STAND_IN
public import AppKit
public import PageViewAutomation

/// An adapter that reports the windows of an app to an engine, each as a scene.
///
/// The adapter reports when a window:
///
/// - becomes the key window, or stops being it,
/// - is minimised or restored, or is hidden or shown with the app,
/// - closes.
///
/// The first window is the engine's main scene, so an app with one window needs no scenes. A window behind other windows counts
/// as visible. A sheet and a child window, such as a popover, are in the scene of the window that they belong to.
@MainActor
public final class WindowScenes {
    private let engine: PageViewEngine
    /// The scenes by the addresses of their windows. Each entry also contains its window, because a new window may reuse an
    /// address.
    private var scenes: [ObjectIdentifier: Entry] = [:]
    private var isMainSceneTaken = false
    private let observer: NotificationObservation

    private struct Entry {
        weak var window: NSWindow?
        let scene: SceneID
    }

    init(engine: PageViewEngine, center: NotificationCenter = .default) {
        self.engine = engine
        observer = NotificationObservation(center)
        observer.observe(NSWindow.didBecomeKeyNotification, self) { $0.report(.active, of: $1) }
        observer.observe(NSWindow.didResignKeyNotification, self) { $0.report(.inactive, of: $1) }
        observer.observe(NSWindow.didMiniaturizeNotification, self) { $0.report(.background, of: $1) }
        observer.observe(NSWindow.didDeminiaturizeNotification, self) { $0.report(.foreground, of: $1) }
        observer.observe(NSWindow.willCloseNotification, self) { $0.close($1) }
        observer.observe(NSApplication.didHideNotification, self) { $0.reportAll($1, .background) }
        observer.observe(NSApplication.didUnhideNotification, self) { $0.reportAll($1, .foreground) }
    }

    /// Returns the scene of a window. The first call for a window also reports it if it is not visible.
    public func scene(of window: NSWindow) -> SceneID {
        if let owner = window.sheetParent ?? window.parent { return scene(of: owner) }
        if let entry = scenes[ObjectIdentifier(window)], entry.window === window { return entry.scene }
        let scene = isMainSceneTaken ? engine.makeScene() : engine.mainScene
        isMainSceneTaken = true
        // A window can be deallocated without being closed, so its scene is closed here.
        for (key, entry) in scenes where entry.window == nil {
            scenes[key] = nil
            engine.report(.close, of: entry.scene)
        }
        scenes[ObjectIdentifier(window)] = Entry(window: window, scene: scene)
        if window.isMiniaturized || NSApplication.shared.isHidden { engine.report(.background, of: scene) }
        return scene
    }

    private func report(_ event: SceneEvent, of window: NSWindow) {
        engine.report(event, of: scene(of: window))
    }

    private func reportAll(_ application: NSApplication, _ event: SceneEvent) {
        // The reports are in the order of the app's list, because a dictionary has no order.
        for window in application.windows {
            guard let entry = scenes[ObjectIdentifier(window)], entry.window === window, !window.isMiniaturized else {
                continue
            }
            engine.report(event, of: entry.scene)
        }
    }

    private func close(_ window: NSWindow) {
        guard let entry = scenes[ObjectIdentifier(window)], entry.window === window else { return }
        scenes[ObjectIdentifier(window)] = nil
        engine.report(.close, of: entry.scene)
    }
}
#endif
