import PageViewAutomation
import PageViewLifecycle

/// What a tracker has to do with an engine: it receives its records, and asks it for the current page.
///
/// Holds the engine's core, which outlives the engine and then knows no page; so neither keeps the other alive for long.
struct EngineLink: Sendable {
    private let engine: EngineCore
    private let subscription: ReceiverSubscription

    init(_ engine: PageViewEngine, to tracker: TrackerCore, kinds: EngineRecord.Kinds) {
        self.engine = engine.core
        let (clock, mainScene) = (engine.core.clock, engine.mainScene)
        subscription = engine.addReceiver(of: kinds.intersection(EventMaker.kinds)) { record in
            tracker.take(age: clock.now.nanoseconds(since: record.time)) { stamp in
                tracker.maker.event(of: record, stamp) { Self.name(of: $0, mainScene) }
            }
        }
    }

    /// The engine's time.
    var now: Timestamp { engine.clock.now }

    /// The page that is current in a scene, or over all scenes.
    func currentPage(in scene: SceneID?) -> PageAppearance? {
        engine.query { model in
            if let scene { model.currentPage(in: scene) } else { model.currentPage() }
        }
    }

    /// What a scene is called in events.
    func name(of scene: SceneID) -> String { Self.name(of: scene, engine.lifecycle.mainScene) }

    private static func name(of scene: SceneID, _ mainScene: SceneID) -> String {
        scene == mainScene ? "main" : scene.description
    }

    /// Receives no more.
    func cut() { engine.removeReceiver(subscription) }
}
