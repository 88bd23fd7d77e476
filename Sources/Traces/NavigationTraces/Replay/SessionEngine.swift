package import PageViewAutomation

/// An engine to which a session of a trace applies its events (SC-001).
///
/// It is either the rules alone, or a whole engine with clock, receivers and pages.
package protocol SessionEngine: ~Copyable {
    var mainScene: SceneID { get }

    mutating func makeComponent(tag: UInt64) -> ComponentID
    /// Returns whether a component is destroyed. A `create` or a `show` can then use its name again (AP-010).
    func isDestroyed(_ component: ComponentID) -> Bool
    mutating func makeScene(tag: UInt64) -> SceneID
    /// Returns whether a scene is closed and empty. The next mention of its name then creates a new scene (AP-009).
    func isClosedAndEmpty(_ scene: SceneID) -> Bool

    /// Applies an input at a time; `nil` means the time of the previous input.
    mutating func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp?)
    /// Applies a report about an existing component, which is the most frequent input.
    mutating func apply(_ report: ComponentEvent, to component: ComponentID, at time: Timestamp?)
}

/// The engine's rules alone, for one thread (SC-001).
///
/// It issues the identities itself. Its records remain in the rules until the caller removes them.
package struct ModelEngine: SessionEngine, ~Copyable {
    // All sessions share one issuer, because no engine gets an identity of another session.
    private static var issuer: UInt32 { 0 }

    package var rules: Rules
    private var identities = IdentityTable()

    package init(policy: EnginePolicy, kinds: EngineRecord.Kinds) {
        rules = Rules(policy: policy, mainScene: SceneID(index: 0, issuer: Self.issuer, tag: 0))
        rules.wanted = kinds
        // Sets the time to 0, which is the time of a first event without a time (TR-002).
        rules.apply(.note(""), at: .zero)
    }

    package var mainScene: SceneID { SceneID(index: 0, issuer: Self.issuer, tag: 0) }

    package mutating func makeComponent(tag: UInt64) -> ComponentID { identities.make(tag: tag, issuer: Self.issuer) }

    package func isDestroyed(_ component: ComponentID) -> Bool { rules.isDestroyed(component) }

    /// Returns and removes the emitted records.
    @inline(__always)
    package mutating func takeRecords() -> [EngineRecord] {
        guard !rules.outbox.isEmpty else { return [] }
        defer { rules.outbox = [] }
        return rules.outbox
    }

    private mutating func releaseDestroyed() {
        for component in rules.takeFreed() { identities.release(component) }
    }

    /// Returns a scene with the tag as its index. The session reuses the tag of a scene that is closed and empty.
    package func makeScene(tag: UInt64) -> SceneID {
        SceneID(index: UInt32(truncatingIfNeeded: tag), issuer: Self.issuer, tag: tag)
    }

    package func isClosedAndEmpty(_ scene: SceneID) -> Bool { rules.isClosedAndEmpty(scene) }

    @inline(__always)
    package mutating func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp?) {
        rules.apply(input, at: time)
        if rules.hasFreed { releaseDestroyed() }
    }

    @inline(__always)
    package mutating func apply(_ report: ComponentEvent, to component: ComponentID, at time: Timestamp?) {
        rules.apply(report, to: component, at: time)
    }
}

/// A whole engine, as in an app, with notifiers for some of the pages (SC-001).
struct LiveEngine: SessionEngine {
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

    var mainScene: SceneID { engine.mainScene }

    func makeComponent(tag: UInt64) -> ComponentID { engine.lifecycle.makeComponent(tag: tag) }

    func isDestroyed(_ component: ComponentID) -> Bool { engine.core.query { $0.isDestroyed(component) } }

    func makeScene(tag: UInt64) -> SceneID { engine.makeScene(tag: tag) }

    func isClosedAndEmpty(_ scene: SceneID) -> Bool { engine.isClosedAndEmpty(scene) }

    func apply(_ report: ComponentEvent, to component: ComponentID, at time: Timestamp?) {
        apply(.component(component, report, scene: nil), at: time)
    }

    func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp?) {
        // If the clock is ahead of the trace, the clock's time applies. An event older than the previous one keeps its own time,
        // and causes a diagnostic (ORD-006).
        let time = time.map { $0 < self.time ? $0.later(by: start) : max($0.later(by: start), clockTime) }
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

extension Timestamp {
    /// Returns the sum of both times. The sum saturates instead of overflowing.
    package func later(by other: Timestamp) -> Timestamp {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(other.nanoseconds)
        return Timestamp(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
    }
}
