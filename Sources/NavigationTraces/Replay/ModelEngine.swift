package import PageViewAutomation

/// The rules alone, for one thread. It issues the identities itself, and its records wait in the model.
package struct ModelEngine: SessionEngine, ~Copyable {
    /// Sessions never meet, so all of them can have the same issuer.
    private static let issuer: UInt32 = 0
    private static let main = SceneID(index: 0, issuer: issuer, tag: 0)

    package var model: EngineModel
    /// The number of indices that components have had, and the indices that are free again.
    private var indexCount: UInt32 = 0
    private var freeIndices: [(index: UInt32, generation: UInt32)] = []

    package init(policy: EnginePolicy, kinds: EngineRecord.Kinds) {
        model = EngineModel(policy: policy, mainScene: Self.main)
        model.wanted = kinds
        // A trace begins at 0.
        model.apply(.note(""), at: .zero)
    }

    package var mainScene: SceneID { Self.main }

    package mutating func makeComponent(tag: UInt64) -> ComponentID {
        if let free = freeIndices.popLast() {
            return ComponentID(index: free.index, generation: free.generation, issuer: Self.issuer, tag: tag)
        }
        defer { indexCount += 1 }
        return ComponentID(index: indexCount, generation: 0, issuer: Self.issuer, tag: tag)
    }

    /// Frees the index of a component. One whose generations are used up is retired.
    package mutating func release(_ component: ComponentID) {
        guard component.generation < .max else { return }
        freeIndices.append((component.index, component.generation + 1))
    }

    /// The index of a scene is used again as soon as the model knows nothing of the scene that had it.
    package func makeScene(tag: UInt64) -> SceneID {
        SceneID(index: UInt32(truncatingIfNeeded: tag), issuer: Self.issuer, tag: tag)
    }

    package func isForgotten(_ scene: SceneID) -> Bool { model.isForgotten(scene) }

    @inline(__always)
    package mutating func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp?) {
        model.apply(input, at: time)
    }
}
