public import PageViewLifecycle

/// For UI frameworks: components, scenes and their reports.
extension PageViewEngine {
    /// Issues the identity of a new scene.
    ///
    /// - Parameter tag: A number of the framework's own, which comes back in records.
    public func makeScene(tag: UInt64 = 0) -> SceneID {
        lifecycle.makeScene(tag: tag)
    }

    /// Makes a component (rule AP-001).
    ///
    /// - Parameters:
    ///   - tag: A number of the framework's own, which comes back in records.
    ///   - scene: The scene that it belongs to; left out, the main scene.
    ///   - parent: The component that contains it; a page inside a page goes before it (rule QU-002).
    ///   - isAttached: Whether it is in the scene's window already.
    /// - Returns: Its identity. Report `destroy` at its end, or let a `ComponentHandle` do so.
    public func makeComponent(
        tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil, isAttached: Bool = true
    ) -> ComponentID {
        let component = lifecycle.makeComponent(tag: tag)
        lifecycle.report(.create(component, in: scene ?? mainScene, parent: parent, attached: isAttached))
        return component
    }

    /// Makes a component that is a page. The engine keeps no reference to the page.
    public func makeComponent(
        page: some AnalyticsPage, tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil,
        isAttached: Bool = true
    ) -> ComponentID {
        let component = makeComponent(tag: tag, in: scene, parent: parent, isAttached: isAttached)
        declare(page, for: component)
        return component
    }

    /// Makes a component, and the handle that its framework keeps with it. At the end of the handle the component is destroyed.
    public func makeHandle(
        tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil, isAttached: Bool = true
    ) -> ComponentHandle {
        ComponentHandle(
            makeComponent(tag: tag, in: scene, parent: parent, isAttached: isAttached), of: lifecycle)
    }

    /// Declares that a component is this page. The engine keeps no reference to the page.
    public func declare(_ page: some AnalyticsPage, for component: ComponentID) {
        declare(page.pageViewNotifier, for: component)
    }

    /// Declares a notifier for a component, which is a page from now on, whatever its type. Any thread.
    ///
    /// A notifier belongs to one component at a time; sharing it gives a diagnostic (rule RD-007).
    public func declare(_ notifier: PageViewNotifier, for component: ComponentID) {
        notifier.declare(for: component, of: core)
    }

    /// Reports what happened (rules AP-001 to AP-013).
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: When it happened, by the engine's clock; left out, now. A time that is older than the last gives a diagnostic and
    ///     is taken as the last.
    public func report(_ event: NavigationEvent, at time: Timestamp? = nil) {
        lifecycle.report(event, at: time)
    }

    /// Reports what happened to a component, now or at a time.
    public func report(_ event: ComponentEvent, of component: ComponentID, at time: Timestamp? = nil) {
        lifecycle.report(event, of: component, at: time)
    }

    /// Reports what happened to a scene, now or at a time.
    public func report(_ event: SceneEvent, of scene: SceneID, at time: Timestamp? = nil) {
        lifecycle.report(.scene(scene, event), at: time)
    }

    /// Reports each element of a sequence, until it ends or the task is cancelled.
    ///
    /// Compiled into the programs that use it: others are not linked with what sequences need.
    @_alwaysEmitIntoClient
    public func observe<Events: AsyncSequence>(_ events: Events) async rethrows
    where Events.Element == NavigationEvent {
        for try await event in events {
            if Task.isCancelled { return }
            report(event)
        }
    }

    /// Applies an input that may carry names and states which a framework sets in several calls; for replays.
    package func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp? = nil) {
        core.perform(input, at: time)
    }
}
