import PageViewAutomation

/// The engine to which a session of a trace applies its events, with notifiers for some of the pages (SC-001).
struct LiveEngine {
    let engine: PageViewEngine
    /// The engine's time at which the trace begins.
    let start: Timestamp
    /// The time of the newest event.
    var time = Timestamp.zero
    /// The time of the engine's clock at that event. It is later than the event's if a test has advanced the clock further.
    var clockTime = Timestamp.zero
    /// The notifiers by page name. A `create` of such a page declares the notifier instead of the page in the trace.
    var notifiers: [String: PageViewNotifier] = [:]

    init(engine: PageViewEngine, start: Timestamp) {
        self.engine = engine
        self.start = start
    }

    /// Returns whether a component is destroyed. A `create` or a `show` can then use its name again (AP-010).
    func isDestroyed(_ component: ComponentID) -> Bool { engine.core.query { $0.isDestroyed(component) } }

    /// Applies an input at a time; `nil` means the time of the previous input.
    func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp?) {
        // If the clock is ahead of the trace, the clock's time applies. An event older than the previous one keeps its own time,
        // and causes a diagnostic (ORD-006).
        let time = time.map { time in
            let moment = time.later(byNanoseconds: start.nanoseconds)
            return time < self.time ? moment : max(moment, clockTime)
        }
        guard case .create(let component, let scene, let declaration) = input,
            let notifier = declaration.page.flatMap({ notifiers[$0.name.rawValue] })
        else { return engine.apply(input, at: time) }
        let container = EngineInput<ComponentID, SceneID>.Declaration(
            parent: declaration.parent, isAttached: declaration.isAttached, isExclusive: declaration.isExclusive,
            level: declaration.level)
        engine.apply(.create(component: component, scene: scene, container), at: time)
        engine.declare(notifier, for: component)
    }
}
