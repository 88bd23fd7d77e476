#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
public import PageViewAutomation
public import UIKit

/// An adapter that reports the scenes of an app to an engine.
///
/// The adapter reports when a scene enters the foreground or the background, becomes active or inactive, and disconnects. The
/// first scene is the engine's main scene, so an app with one window needs no scenes. A scene that is only inactive, such as
/// under an alert of the system, stays in the foreground.
@MainActor
public final class WindowScenes {
    private let engine: PageViewEngine
    /// The engine's scenes by the identifiers of UIKit's sessions. A session outlives the object of its scene.
    private var scenes: [String: Entry] = [:]
    private var isMainSceneTaken = false
    private let observer: NotificationObservation

    private struct Entry {
        let scene: SceneID
        var isInBackground = false
        var isCovered = false
        /// The reports that wait until the user sees the scene.
        var held: [(object: ObjectIdentifier, event: ComponentEvent, body: @MainActor () -> Void)] = []
        var isHidden: Bool { isInBackground || isCovered }
    }

    init(engine: PageViewEngine, center: NotificationCenter = .default) {
        self.engine = engine
        observer = NotificationObservation(center)
        observer.observe(UIScene.willConnectNotification, self) { _ = $0.scene(for: $1) }
        observer.observe(UIScene.willEnterForegroundNotification, self) { $0.change($1) { $0.isInBackground = false } }
        observer.observe(UIScene.didActivateNotification, self) { $0.engine.report(.active, of: $0.scene(for: $1)) }
        observer.observe(UIScene.willDeactivateNotification, self) {
            $0.engine.report(.inactive, of: $0.scene(for: $1))
        }
        observer.observe(UIScene.didEnterBackgroundNotification, self) { $0.change($1) { $0.isInBackground = true } }
        observer.observe(UIScene.didDisconnectNotification, self) { $0.close($1) }
    }

    /// Returns the scene of a window; the main scene for a window without one.
    public func scene(of window: UIWindow) -> SceneID {
        window.windowScene.map { scene(for: $0) } ?? engine.mainScene
    }

    /// Returns the engine's scene for a scene of UIKit. The first call also reports whether the user can see the scene.
    public func scene(for scene: UIScene) -> SceneID {
        let session = scene.session.persistentIdentifier
        if let known = scenes[session]?.scene { return known }
        let new = isMainSceneTaken ? engine.makeScene() : engine.mainScene
        isMainSceneTaken = true
        scenes[session] = Entry(scene: new)
        switch scene.activationState {
        case .unattached, .background: change(scene) { $0.isInBackground = true }
        case .foregroundActive: engine.report(.active, of: new)
        case .foregroundInactive: break
        @unknown default: break
        }
        return new
    }

    /// Reports whether a window above covers a scene, such as a lock screen or a privacy screen.
    ///
    /// UIKit calls no controller below such a window. For the engine, a covered scene is in the background. So a page that
    /// appears or loads under the cover counts when the cover is removed.
    public func setCovered(_ isCovered: Bool, of scene: UIScene) { change(scene) { $0.isCovered = isCovered } }

    private func change(_ scene: UIScene, _ change: (inout Entry) -> Void) {
        _ = self.scene(for: scene)
        let session = scene.session.persistentIdentifier
        guard var entry = scenes[session] else { return }
        let wasHidden = entry.isHidden
        change(&entry)
        guard wasHidden != entry.isHidden else { return scenes[session] = entry }
        let held = entry.held
        entry.held = []
        scenes[session] = entry
        // In one update, content that left and returned keeps its appearance.
        if !held.isEmpty { engine.update { for report in held { report.body() } } }
        engine.report(entry.isHidden ? .background : .foreground, of: entry.scene)
    }

    /// Holds a report about an object until the user sees the scene. Returns `false` if the user sees it now.
    ///
    /// When an app goes to the background, its split views collapse and expand, presumably for the system's snapshots. Their
    /// content leaves the window, returns, and gets callbacks, but the user sees nothing of it.
    func hold(
        _ event: ComponentEvent, of object: AnyObject, in scene: SceneID?, _ body: @escaping @MainActor () -> Void
    ) -> Bool {
        let hidden = scenes.first { $0.value.scene == scene && $0.value.isHidden }
        let object = ObjectIdentifier(object)
        guard let session = hidden?.key else {
            // The user sees the object now, so the reports that wait about it are outdated.
            for session in scenes.keys { scenes[session]?.held.removeAll { $0.object == object } }
            return false
        }
        // The last report of a kind is enough, so the list stays short.
        scenes[session]?.held.removeAll { $0.object == object && $0.event == event }
        scenes[session]?.held.append((object, event, body))
        return true
    }

    private func close(_ scene: UIScene) {
        guard let closed = scenes.removeValue(forKey: scene.session.persistentIdentifier) else { return }
        engine.report(.close, of: closed.scene)
    }
}
#endif
