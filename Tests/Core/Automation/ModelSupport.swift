import PageViewLifecycle

@testable import PageViewAutomation

extension Rules {
    /// Returns running rules with issuer 1.
    static func started(policy: EnginePolicy = .standard) -> Rules {
        Rules(policy: policy, mainScene: SceneID(index: 0, issuer: 1, tag: 0))
    }

    /// Returns the identity of the component in a slot.
    func componentID(_ index: UInt32, generation: UInt32 = 0) -> ComponentID {
        ComponentID(index: index, generation: generation, issuer: 1, tag: UInt64(index))
    }

    /// Reports an event of a component.
    mutating func report(_ event: ComponentEvent, of component: ComponentID) {
        apply(.component(component, event, scene: nil))
    }

    /// Declares a page for a component.
    mutating func declare(_ page: PageContext, isReady: Bool = true, for component: ComponentID) {
        apply(.create(component: component, scene: nil, .init(page: page, isReady: isReady)))
    }

    /// All records emitted so far.
    var all: [EngineRecord] { outbox }
}
