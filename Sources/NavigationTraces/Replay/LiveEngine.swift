import PageViewAutomation

/// An engine as an app has it, with a clock that the session sets, and notifiers that speak for pages.
struct LiveEngine: SessionEngine {
    let engine: PageViewEngine
    let setTime: @Sendable (Timestamp) -> Void
    /// What the framework says through notifiers instead, by the name of the page.
    var notifiers: [String: PageViewNotifier] = [:]

    var mainScene: SceneID { engine.mainScene }

    func makeComponent(tag: UInt64) -> ComponentID { engine.lifecycle.makeComponent(tag: tag) }

    // The engine's notifier hears of it by itself.
    func release(_ component: ComponentID) {}

    func makeScene(tag: UInt64) -> SceneID { engine.makeScene(tag: tag) }

    func isForgotten(_ scene: SceneID) -> Bool { engine.isForgotten(scene) }

    func advance(to time: Timestamp) { setTime(time) }

    func diagnose(_ kind: Diagnostic.Kind, _ component: ComponentID?) { engine.diagnose(kind, component) }

    func report(_ event: NavigationEvent) { engine.report(event) }

    func declare(
        _ component: ComponentID, scene: SceneID?, isAttached: Bool?, parent: ComponentID?, page: PageUpdate?
    ) {
        let notifier = page?.page.flatMap { notifiers[$0.name.rawValue] }
        engine.declare(
            component, scene: scene, isAttached: isAttached, parent: parent, page: notifier == nil ? page : nil)
        if let notifier { engine.declare(notifier, for: component) }
    }

    func update(_ component: ComponentID, with update: PageUpdate) { engine.update(component, with: update) }

    func interact(_ name: String, _ properties: Payload, in scene: SceneID?) {
        engine.interact(name, properties, in: scene)
    }

    func open(_ link: DeepLink, in scene: SceneID?) { engine.open(link, in: scene) }

    func record(_ component: ComponentID?, page: PageContext?, payload: Payload?, scene: SceneID?) {
        engine.record(component, page: page, payload: payload, scene: scene)
    }

    func stop() { engine.stop() }
}
