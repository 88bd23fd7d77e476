package import PageViewAutomation

/// The engine that the events of a session are applied to: the rules alone, or an engine with clock, receivers and pages.
package protocol SessionEngine: ~Copyable {
    var mainScene: SceneID { get }

    mutating func makeComponent(tag: UInt64) -> ComponentID
    /// Called once for each component that has been destroyed.
    mutating func release(_ component: ComponentID)
    mutating func makeScene(tag: UInt64) -> SceneID
    func isForgotten(_ scene: SceneID) -> Bool

    /// Applies an input, at a time or at the time of the input before.
    mutating func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp?)
}

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

/// An engine as an app has it, with notifiers for some of the pages.
struct LiveEngine: SessionEngine {
    let engine: PageViewEngine
    /// The time of the engine at which the trace begins.
    let start: Timestamp
    /// The time of the newest event, and what the engine's clock showed then.
    var time = Timestamp.zero
    var clockTime = Timestamp.zero
    /// The notifiers that declare pages in place of the trace, by the names of the pages.
    var notifiers: [String: PageViewNotifier] = [:]

    var mainScene: SceneID { engine.mainScene }

    func makeComponent(tag: UInt64) -> ComponentID { engine.lifecycle.makeComponent(tag: tag) }

    // The engine's lifecycle notifier frees the identity when it receives the `destroy`.
    func release(_ component: ComponentID) {}

    func makeScene(tag: UInt64) -> SceneID { engine.makeScene(tag: tag) }

    func isForgotten(_ scene: SceneID) -> Bool { engine.isForgotten(scene) }

    func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp?) {
        // A clock that is ahead of the trace holds, but an event that is older than the one before it keeps its time and gives a
        // diagnostic.
        let time = time.map { $0 < self.time ? $0.later(by: start) : max($0.later(by: start), clockTime) }
        guard case .create(let component, let scene, let declaration) = input,
            let notifier = declaration.page.flatMap({ notifiers[$0.name.rawValue] })
        else { return engine.apply(input, at: time) }
        let container = EngineInput<ComponentID, SceneID>.Declaration(
            parent: declaration.parent, isAttached: declaration.isAttached)
        engine.apply(.create(component: component, scene: scene, container), at: time)
        engine.declare(notifier, for: component)
    }
}

extension Timestamp {
    /// The time later by another one; at the far ends of the range it saturates.
    func later(by other: Timestamp) -> Timestamp {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(other.nanoseconds)
        return Timestamp(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
    }
}
