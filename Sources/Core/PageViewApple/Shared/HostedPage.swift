package import PageViewAutomation

/// The component of a view controller that is a page or contains pages, with its scene, its container and its level.
///
/// This type uses no UI framework, so it can be tested on any platform. When it is deallocated, the component is destroyed.
package final class HostedPage {
    private let engine: PageViewEngine
    private let handle: ComponentHandle
    /// The scene of the last window; `nil` if there was none yet.
    package private(set) var scene: SceneID?
    private var isInWindow: Bool
    private var container: ComponentID?
    private var level: Int

    package init(
        _ notifier: PageViewNotifier?, engine: PageViewEngine, in scene: SceneID?, container: ComponentID?,
        level: Int = 0
    ) {
        (self.engine, self.scene, isInWindow) = (engine, scene, scene != nil)
        (self.container, self.level) = (container, level)
        handle = engine.makeHandle(
            in: scene, parent: container, isAttached: isInWindow, level: level == 0 ? nil : level)
        if let notifier { engine.declare(notifier, for: handle.id) }
    }

    package var component: ComponentID { handle.id }

    /// Reports a transition. Before it, reports the changes of the container, the window's scene and the level.
    package func report(_ event: ComponentEvent, in scene: SceneID?, container: ComponentID?, level: Int = 0) {
        let isAppearing = event == .willAppear || event == .didAppear
        // What is dismissed is no longer presented before it has disappeared, so its level would be too low then.
        if isAppearing, let scene, level != self.level {
            (self.level, self.scene, isInWindow) = (level, scene, true)
            engine.report(.create(component, in: scene, parent: nil, attached: true, level: level))
        }
        if container != self.container {
            self.container = container
            handle.move(into: container)
        }
        attach(to: scene)
        // A page without a window is not visible. If it is still live in the engine, its disappearance was not reported.
        // `didDisappear` ends the appearance itself, so the detach follows it.
        if scene == nil, isAppearing { detach() }
        if event != .attach { handle.report(event) }
        if scene == nil, event == .didDisappear { detach() }
    }

    package func isAttached(to scene: SceneID) -> Bool { isInWindow && scene == self.scene }

    /// Reports the scene of the page's window, if it has changed. A `scene` of `nil` has no effect.
    package func attach(to scene: SceneID?) {
        guard let scene, !isAttached(to: scene) else { return }
        (self.scene, isInWindow) = (scene, true)
        handle.attach(to: scene)
    }

    private func detach() {
        guard isInWindow else { return }
        isInWindow = false
        handle.report(.detach)
    }
}
