import PageViewLifecycle

@testable import PageViewAutomation

extension EngineModel {
    /// A model that runs, with identities of its own.
    static func started(policy: EnginePolicy = .standard) -> EngineModel {
        EngineModel(policy: policy, mainScene: SceneID(index: 0, issuer: 1, tag: 0))
    }

    /// The identity of a component in a slot.
    func componentID(_ index: UInt32, generation: UInt32 = 0) -> ComponentID {
        ComponentID(index: index, generation: generation, issuer: 1, tag: UInt64(index))
    }

    /// Reports what happened to a component.
    mutating func report(_ event: ComponentEvent, of component: ComponentID) {
        apply(.component(component, event, scene: nil))
    }

    /// Declares a page.
    mutating func declare(_ page: PageContext, isReady: Bool = true, for component: ComponentID) {
        apply(.create(component: component, scene: nil, .init(page: page, isReady: isReady)))
    }

    /// The records so far.
    var all: [EngineRecord] { (0..<records.count).map { records[$0] } }
}
