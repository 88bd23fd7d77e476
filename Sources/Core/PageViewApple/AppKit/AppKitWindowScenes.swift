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
    private let observation: NotificationObservation

    private struct Entry {
        weak var window: NSWindow?
        let scene: SceneID
    }

    /// Creates an adapter that observes the windows from now on.
    ///
    /// - Parameters:
    ///   - engine: The engine that receives the reports.
    ///   - center: The notification center of AppKit.
    public init(engine: PageViewEngine, center: NotificationCenter = .default) {
        self.engine = engine
        observation = NotificationObservation(center)
        observe(NSWindow.didBecomeKeyNotification) { $0.report(.active, of: $1) }
        observe(NSWindow.didResignKeyNotification) { $0.report(.inactive, of: $1) }
        observe(NSWindow.didMiniaturizeNotification) { $0.report(.background, of: $1) }
        observe(NSWindow.didDeminiaturizeNotification) { $0.report(.foreground, of: $1) }
        observe(NSWindow.willCloseNotification) { $0.close($1) }
        observation.observe(NSApplication.didHideNotification, of: NSApplication.self) { [weak self] _ in
            self?.reportAll(.background)
        }
        observation.observe(NSApplication.didUnhideNotification, of: NSApplication.self) { [weak self] _ in
            self?.reportAll(.foreground)
        }
    }

    private func observe(_ name: Notification.Name, _ body: @escaping @MainActor (WindowScenes, NSWindow) -> Void) {
        observation.observe(name, of: NSWindow.self) { [weak self] window in
            if let self { body(self, window) }
        }
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

    private func reportAll(_ event: SceneEvent) {
        // The reports are in the order of the app's list, because a dictionary has no order.
        for window in NSApplication.shared.windows {
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
