#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
public import PageViewAutomation
public import UIKit

/// An adapter that reports the scenes of an app to an engine.
///
/// The adapter reports when a scene enters the foreground or the background, becomes active or inactive, and disconnects. The
/// first scene is the engine's main scene, so an app with one window needs no scenes.
@MainActor
public final class WindowScenes {
    private let engine: PageViewEngine
    /// The engine's scenes by the identifiers of UIKit's sessions. A session outlives the object of its scene.
    private var scenes: [String: SceneID] = [:]
    private var isMainSceneTaken = false
    private let observation: NotificationObservation

    /// Creates an adapter that observes the scenes from now on.
    ///
    /// - Parameters:
    ///   - engine: The engine that receives the reports.
    ///   - center: The notification center of UIKit.
    public init(engine: PageViewEngine, center: NotificationCenter = .default) {
        self.engine = engine
        observation = NotificationObservation(center)
        observe(UIScene.willConnectNotification) { _ = $0.scene(for: $1) }
        observe(UIScene.willEnterForegroundNotification) { $0.report(.foreground, of: $1) }
        observe(UIScene.didActivateNotification) { $0.report(.active, of: $1) }
        observe(UIScene.willDeactivateNotification) { $0.report(.inactive, of: $1) }
        observe(UIScene.didEnterBackgroundNotification) { $0.report(.background, of: $1) }
        observe(UIScene.didDisconnectNotification) { $0.close($1) }
    }

    private func observe(_ name: Notification.Name, _ body: @escaping @MainActor (WindowScenes, UIScene) -> Void) {
        observation.observe(name, of: UIScene.self) { [weak self] scene in
            if let self { body(self, scene) }
        }
    }

    /// Returns the scene of a window; the main scene for a window without one.
    public func scene(of window: UIWindow) -> SceneID {
        window.windowScene.map { scene(for: $0) } ?? engine.mainScene
    }

    /// Returns the engine's scene for a scene of UIKit. The first call also reports whether the user can see the scene.
    public func scene(for scene: UIScene) -> SceneID {
        let session = scene.session.persistentIdentifier
        if let known = scenes[session] { return known }
        let new = isMainSceneTaken ? engine.makeScene() : engine.mainScene
        isMainSceneTaken = true
        scenes[session] = new
        switch scene.activationState {
        case .unattached, .background: engine.report(.background, of: new)
        case .foregroundActive: engine.report(.active, of: new)
        case .foregroundInactive: break
        @unknown default: break
        }
        return new
    }

    private func report(_ event: SceneEvent, of scene: UIScene) {
        engine.report(event, of: self.scene(for: scene))
    }

    private func close(_ scene: UIScene) {
        guard let closed = scenes.removeValue(forKey: scene.session.persistentIdentifier) else { return }
        engine.report(.close, of: closed)
    }
}
#endif
