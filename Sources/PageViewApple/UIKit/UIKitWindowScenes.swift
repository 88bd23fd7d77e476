#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
public import PageViewAutomation
public import UIKit

/// The scenes of an app, as an engine knows them: it is told when one comes to the foreground, goes to the background, gets or
/// loses the user's attention, and is gone.
///
/// The first scene that is seen is the engine's main scene, so that an app with one window need not know about scenes.
@MainActor
public final class WindowScenes {
    private let engine: PageViewEngine
    /// By the identifiers of their sessions, which outlive the objects.
    private var scenes: [String: SceneID] = [:]
    private var isMainSceneTaken = false
    private let observation: NotificationObservation

    /// Listens to what happens to scenes from now on.
    ///
    /// - Parameters:
    ///   - engine: The engine that is told.
    ///   - center: Where UIKit posts it.
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

    /// The scene of a window; one that is in none is in the main scene.
    public func scene(of window: UIWindow) -> SceneID {
        window.windowScene.map { scene(for: $0) } ?? engine.mainScene
    }

    /// A scene as the engine knows it. At its first mention the engine is told whether the user can see it.
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
