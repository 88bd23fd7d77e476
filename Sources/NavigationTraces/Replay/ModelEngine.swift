import PageViewAutomation

/// The rules alone, for one thread: it issues the identities itself, and what it emits waits in the model.
struct ModelEngine: SessionEngine, ~Copyable {
    /// Sessions never meet, so that all can have the same.
    private static let issuer: UInt32 = 0
    private static let main = SceneID(index: 0, issuer: issuer, tag: 0)

    var model: EngineModel
    /// How many places have been given to components, and those that are free again.
    private var placeCount: UInt32 = 0
    private var freePlaces: [(index: UInt32, generation: UInt32)] = []

    init(policy: EnginePolicy, kinds: EngineRecord.Kinds) {
        model = EngineModel(policy: policy, mainScene: Self.main)
        model.wanted = kinds
        model.advance(to: .zero, isReported: false, about: nil)
    }

    var mainScene: SceneID { Self.main }

    mutating func makeComponent(tag: UInt64) -> ComponentID {
        if let free = freePlaces.popLast() {
            return ComponentID(index: free.index, generation: free.generation, issuer: Self.issuer, tag: tag)
        }
        defer { placeCount += 1 }
        return ComponentID(index: placeCount, generation: 0, issuer: Self.issuer, tag: tag)
    }

    /// A place of a component that is gone is free for another; one whose generations are used up is retired.
    mutating func release(_ component: ComponentID) {
        guard component.generation < .max else { return }
        freePlaces.append((component.index, component.generation + 1))
    }

    /// The number of a scene is given again, once nothing is known of the one that had it.
    func makeScene(tag: UInt64) -> SceneID {
        SceneID(index: UInt32(truncatingIfNeeded: tag), issuer: Self.issuer, tag: tag)
    }

    func isForgotten(_ scene: SceneID) -> Bool { model.isForgotten(scene) }

    mutating func advance(to time: Timestamp) { model.advance(to: time, isReported: false, about: nil) }

    mutating func diagnose(_ kind: Diagnostic.Kind, _ component: ComponentID?) { model.diagnose(kind, component) }

    mutating func report(_ event: NavigationEvent) { model.apply(event) }

    mutating func declare(
        _ component: ComponentID, scene: SceneID?, isAttached: Bool?, parent: ComponentID?, page: PageUpdate?
    ) {
        model.declare(component, scene: scene, isAttached: isAttached, parent: parent, page: page)
    }

    mutating func update(_ component: ComponentID, with update: PageUpdate) {
        model.update(component, with: update)
    }

    mutating func interact(_ name: String, _ properties: Payload, in scene: SceneID?) {
        model.interact(name, properties, in: scene)
    }

    mutating func open(_ link: DeepLink, in scene: SceneID?) { model.open(link, in: scene) }

    mutating func record(_ component: ComponentID?, page: PageContext?, payload: Payload?, scene: SceneID?) {
        model.record(component, page: page, payload: payload, in: scene)
    }

    mutating func stop() { model.stop() }
}
