#if os(macOS) || APPKIT_STAND_IN
public import AppKit
public import PageViewAutomation

/// The windows of an app, each a scene: the engine is told when one becomes the key window or is it no more, goes to the Dock
/// or is hidden with the app, comes back, and is closed.
///
/// The first window that is seen is the engine's main scene, so that an app with one window need not know about scenes.
/// A window that is behind others counts as seen.
@MainActor
public final class WindowScenes {
    private let engine: PageViewEngine
    /// By their addresses; a window is forgotten when it closes, and one that has its address later is told from it by then.
    private var scenes: [ObjectIdentifier: Entry] = [:]
    private var isMainSceneTaken = false
    private let observation: NotificationObservation

    private struct Entry {
        weak var window: NSWindow?
        let scene: SceneID
    }

    /// Listens to what happens to windows from now on.
    ///
    /// - Parameters:
    ///   - engine: The engine that is told.
    ///   - center: Where AppKit posts it.
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

    /// The scene of a window. At its first mention the engine is told if the user cannot see it.
    public func scene(of window: NSWindow) -> SceneID {
        if let entry = scenes[ObjectIdentifier(window)], entry.window === window { return entry.scene }
        let scene = isMainSceneTaken ? engine.makeScene() : engine.mainScene
        isMainSceneTaken = true
        // A window that has gone without being closed leaves nothing behind.
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
        // In the order of the app's list, not in that of a table.
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
