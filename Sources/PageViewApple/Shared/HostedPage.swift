package import PageViewAutomation

/// The component of a view controller that is a page: what the engine has been told of it, apart from the transitions.
///
/// It knows no framework, so that what it does can be tried anywhere. One owner, on one actor; when it goes, the component is
/// destroyed.
package final class HostedPage {
    private let engine: PageViewEngine
    private let handle: ComponentHandle
    private var scene: SceneID?
    private var container: ComponentID?

    /// Makes the component known.
    ///
    /// - Parameters:
    ///   - notifier: Who speaks for the page.
    ///   - engine: The engine that is told.
    ///   - scene: The scene in whose window it is; `nil` is in none.
    ///   - container: The page that contains it, if there is one.
    package init(_ notifier: PageViewNotifier, engine: PageViewEngine, in scene: SceneID?, container: ComponentID?) {
        self.engine = engine
        self.scene = scene
        self.container = container
        handle = engine.makeHandle(in: scene, parent: container, isAttached: scene != nil)
        engine.declare(notifier, for: handle.id)
    }

    /// The component as the engine knows it.
    package var component: ComponentID { handle.id }

    /// Reports a transition, and before it what is around the page now.
    ///
    /// - Parameters:
    ///   - event: What the framework says.
    ///   - scene: The scene in whose window it is at this moment; `nil` is in none.
    ///   - container: The page that contains it now, if there is one.
    package func report(_ event: ComponentEvent, in scene: SceneID?, container: ComponentID?) {
        if container != self.container {
            self.container = container
            handle.move(into: container)
        }
        enter(scene)
        // Before it appears it need not be in a window yet. One that says it has appeared without any is not to be seen.
        if scene == nil, event == .didAppear { leave() }
        handle.report(event)
        if scene == nil, event == .didDisappear { leave() }
    }

    /// Says that it is in the window of a scene; `nil` says nothing.
    package func enter(_ scene: SceneID?) {
        guard let scene, scene != self.scene else { return }
        self.scene = scene
        handle.attach(to: scene)
    }

    private func leave() {
        guard scene != nil else { return }
        scene = nil
        handle.report(.detach)
    }
}
