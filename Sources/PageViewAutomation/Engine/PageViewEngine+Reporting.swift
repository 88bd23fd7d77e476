public import PageViewLifecycle

/// For UI frameworks: components, scenes and what happens to them.
extension PageViewEngine {
    /// Issues the identity of a new scene; `tag` is a number of the framework's own, which comes back in records.
    public func makeScene(tag: UInt64 = 0) -> SceneID {
        lifecycle.makeScene(tag: tag)
    }

    /// Makes a component known (rule AP-001).
    ///
    /// - Parameters:
    ///   - tag: A number of the framework's own, which comes back in records.
    ///   - scene: The scene it belongs to; left out, the main scene.
    ///   - parent: The component that contains it; a page inside a page goes before it (rule QU-002).
    ///   - isAttached: Whether it is in the scene's window already.
    /// - Returns: Its identity. Report `destroy` when it is gone, or let a `ComponentHandle` do so.
    public func makeComponent(
        tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil, isAttached: Bool = true
    ) -> ComponentID {
        let component = lifecycle.makeComponent(tag: tag)
        lifecycle.report(.create(component, in: scene ?? mainScene, parent: parent, attached: isAttached))
        return component
    }

    /// Makes a component known that is a page.
    ///
    /// The engine takes what it needs from the page inside this call and keeps no reference to it.
    public func makeComponent(
        page: some AnalyticsPage, tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil,
        isAttached: Bool = true
    ) -> ComponentID {
        let component = makeComponent(tag: tag, in: scene, parent: parent, isAttached: isAttached)
        declare(page, for: component)
        return component
    }

    /// Declares that a component is this page. The engine keeps no reference to it.
    public func declare(_ page: some AnalyticsPage, for component: ComponentID) {
        declare(page.pageViewNotifier, for: component)
    }

    /// Declares that this notifier speaks for a component: it is a page, whatever its type. Any thread.
    ///
    /// A notifier belongs to one component at a time; two that share one are told so (rule RD-007).
    public func declare(_ notifier: PageViewNotifier, for component: ComponentID) {
        let others = notifier.bind(NotifierBinding(core: core, component: component))
            .filter { $0.core === core }
        let (state, revision) = notifier.revised
        let identity = notifier.identity
        let stale = core.apply { model in
            model.bind(component, to: identity, state, revision: revision, sharedWith: others.map(\.component))
        }
        notifier.unbind(stale.map { NotifierBinding(core: core, component: $0) })
        // Between the look at the notifier and the binding it may have changed, and nobody heard it.
        let newest = notifier.revised
        if newest.revision != revision {
            core.notify(component, of: newest.state, revision: newest.revision, from: identity)
        }
    }

    /// Reports what a framework says happened (rules AP-001 to AP-011).
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: When it happened; left out, now. One that is older than the last is taken as the last, with a
    ///     diagnostic.
    public func report(_ event: NavigationEvent, at time: Timestamp? = nil) {
        lifecycle.report(event, at: time)
    }

    /// Reports what happened to a component.
    public func report(_ event: ComponentEvent, of component: ComponentID) {
        lifecycle.report(.component(component, event))
    }

    /// Reports what happened to a scene.
    public func report(_ event: SceneEvent, of scene: SceneID) {
        lifecycle.report(.scene(scene, event))
    }

    /// Reports everything a stream brings, until it ends or the task is cancelled.
    public func observe(_ events: some AsyncSequence<NavigationEvent, Never>) async {
        for await event in events { report(event) }
    }
}
