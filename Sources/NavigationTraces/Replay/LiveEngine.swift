import PageViewAutomation

/// An engine as an app has it, with notifiers for some of the pages.
struct LiveEngine: SessionEngine {
    let engine: PageViewEngine
    /// The time of the engine at which the trace begins.
    let start: Timestamp
    /// The time of the newest event, and what the engine's clock showed then.
    var time = Timestamp.zero
    var shown = Timestamp.zero
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
        let time = time.map { $0 < self.time ? $0.later(by: start) : max($0.later(by: start), shown) }
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
