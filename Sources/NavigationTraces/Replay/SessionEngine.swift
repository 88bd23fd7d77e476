import PageViewAutomation

/// What the events of a session are reported to: the rules alone, or an engine with all that is around them.
protocol SessionEngine: ~Copyable {
    var mainScene: SceneID { get }

    mutating func makeComponent(tag: UInt64) -> ComponentID
    /// Takes note that a component has been destroyed, once.
    mutating func release(_ component: ComponentID)
    mutating func makeScene(tag: UInt64) -> SceneID
    func isForgotten(_ scene: SceneID) -> Bool

    /// Sets the time of what is reported from now on.
    mutating func advance(to time: Timestamp)
    mutating func diagnose(_ kind: Diagnostic.Kind, _ component: ComponentID?)
    mutating func report(_ event: NavigationEvent)
    mutating func declare(
        _ component: ComponentID, scene: SceneID?, isAttached: Bool?, parent: ComponentID?, page: PageUpdate?)
    mutating func update(_ component: ComponentID, with update: PageUpdate)
    mutating func interact(_ name: String, _ properties: Payload, in scene: SceneID?)
    mutating func open(_ link: DeepLink, in scene: SceneID?)
    mutating func record(_ component: ComponentID?, page: PageContext?, payload: Payload?, scene: SceneID?)
    mutating func stop()
}
