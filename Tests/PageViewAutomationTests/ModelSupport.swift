import PageViewLifecycle

@testable import PageViewAutomation

extension EngineModel {
    /// A model that runs, with identities of its own.
    static func started(policy: EnginePolicy = .standard) -> EngineModel {
        EngineModel(policy: policy, mainScene: SceneID(index: 0, issuer: 1, tag: 0))
    }

    /// The identity of a component in a place.
    func component(_ index: UInt32, generation: UInt32 = 0) -> ComponentID {
        ComponentID(index: index, generation: generation, issuer: 1, tag: UInt64(index))
    }

    /// The identity of a component that was not there before.
    func makePage() -> ComponentID { component(UInt32(components.count)) }
}
