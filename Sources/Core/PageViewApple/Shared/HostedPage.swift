package import PageViewAutomation

/// The component of a view controller that is a page, with its scene and its container.
///
/// This type uses no UI framework, so it can be tested on any platform. It has one owner, on one actor. When it is deallocated,
/// the component is destroyed.
package final class HostedPage {
    private let engine: PageViewEngine
    private let handle: ComponentHandle
    private var scene: SceneID?
    private var container: ComponentID?

    /// Creates the component.
    ///
    /// - Parameters:
    ///   - notifier: The notifier of the page.
    ///   - engine: The engine that receives the reports.
    ///   - scene: The scene of the page's window; `nil` if it has no window.
    ///   - container: The page that contains this page, if there is one.
    package init(_ notifier: PageViewNotifier, engine: PageViewEngine, in scene: SceneID?, container: ComponentID?) {
        self.engine = engine
        self.scene = scene
        self.container = container
        handle = engine.makeHandle(in: scene, parent: container, isAttached: scene != nil)
        engine.declare(notifier, for: handle.id)
    }

    /// The component in the engine.
    package var component: ComponentID { handle.id }

    /// Reports a transition. Before it, reports the changes of the container and the scene.
    ///
    /// - Parameters:
    ///   - event: The transition.
    ///   - scene: The current scene of the page's window; `nil` if it has no window.
    ///   - container: The page that currently contains this page, if there is one.
    package func report(_ event: ComponentEvent, in scene: SceneID?, container: ComponentID?) {
        if container != self.container {
            self.container = container
            handle.move(into: container)
        }
        attach(to: scene)
        // A page without a window is not visible. If it is still live in the engine, its disappearance was not reported.
        // `didDisappear` ends the appearance itself, so the detach follows it.
        if scene == nil, event == .willAppear || event == .didAppear { detach() }
        handle.report(event)
        if scene == nil, event == .didDisappear { detach() }
    }

    /// Reports the scene of the page's window, if it has changed. A `scene` of `nil` has no effect.
    package func attach(to scene: SceneID?) {
        guard let scene, scene != self.scene else { return }
        self.scene = scene
        handle.attach(to: scene)
    }

    private func detach() {
        guard scene != nil else { return }
        scene = nil
        handle.report(.detach)
    }
}
