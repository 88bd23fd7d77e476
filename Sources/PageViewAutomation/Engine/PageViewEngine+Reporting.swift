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

    /// Makes a component known, and returns the handle that its framework keeps with it: when the handle goes, the
    /// component is destroyed.
    public func makeHandle(
        tag: UInt64 = 0, in scene: SceneID? = nil, parent: ComponentID? = nil, isAttached: Bool = true
    ) -> ComponentHandle {
        ComponentHandle(
            makeComponent(tag: tag, in: scene, parent: parent, isAttached: isAttached), of: lifecycle)
    }

    /// Declares that a component is this page. The engine keeps no reference to it.
    public func declare(_ page: some AnalyticsPage, for component: ComponentID) {
        declare(page.pageViewNotifier, for: component)
    }

    /// Declares that this notifier speaks for a component: it is a page, whatever its type. Any thread.
    ///
    /// A notifier belongs to one component at a time; two that share one are told so (rule RD-007).
    public func declare(_ notifier: PageViewNotifier, for component: ComponentID) {
        let core = core
        // First the model, so that nothing the notifier says from now on is taken for somebody else's.
        guard
            core.apply(
                about: component,
                heard: { _ in .declare(component, scene: nil, isAttached: nil, parent: nil, page: nil) },
                { $0.bind(component, to: notifier.identity) })
        else { return }
        let (others, page, payload, revision) = notifier.bind(component, of: core)
        let own = others.filter { $0.core === core }
        let shared = core.apply(about: component) { model in
            model.hears(component, revision: revision, from: notifier.identity)
                ? .update(component, PageUpdate(heard: page, payload)) : nil
        } _: { model in
            model.begin(
                component, page, payload, revision: revision, from: notifier.identity, sharedWith: own.map(\.component))
        }
        notifier.unbind(
            others.filter { $0.core.isAbandoned } + zip(own, shared).filter { !$0.1 }.map(\.0))
    }

    /// Reports what a framework says happened (rules AP-001 to AP-011).
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: When it happened; left out, now. It counts from the same beginning as the engine's clock. One that is
    ///     older than the last is taken as the last, with a diagnostic.
    public func report(_ event: NavigationEvent, at time: Timestamp? = nil) {
        core.report(event, at: time)
    }

    /// Reports what happened to a component, now or at a time.
    public func report(_ event: ComponentEvent, of component: ComponentID, at time: Timestamp? = nil) {
        core.report(.component(component, event), at: time)
    }

    /// Reports what happened to a scene, now or at a time.
    public func report(_ event: SceneEvent, of scene: SceneID, at time: Timestamp? = nil) {
        core.report(.scene(scene, event), at: time)
    }
}
