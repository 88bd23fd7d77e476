import AnalyticsJSON
public import PageViewAutomation
import Synchronization

/// One session of a trace: an engine of its own, and the names that the trace gives to components and scenes.
public final class ReplaySession {
    /// The engine that the session's events are reported to.
    package let engine: PageViewEngine

    private var session: TraceSession<LiveEngine>
    private let inbox = RecordInbox()
    /// The event that is being applied.
    private var batch = EventBatch()

    convenience init(name: String?, policy: EnginePolicy) {
        let clock = ReplayClock()
        self.init(name: name, engine: PageViewEngine(policy: policy, clock: EngineClock { clock.now })) {
            clock.now = $0
        }
    }

    /// A session that reports to an engine of somebody's, whose clock it sets.
    package init(name: String?, engine: PageViewEngine, settingTime setTime: @escaping @Sendable (Timestamp) -> Void) {
        self.engine = engine
        self.name = name
        let bytes = name.map { Array($0.utf8) + [UInt8](repeating: 0, count: ByteSpan.padding) }
        session = TraceSession(name: bytes, engine: LiveEngine(engine: engine, setTime: setTime))
        engine.addReceiver(inbox)
    }

    // MARK: Names

    /// The names of everything in it.
    var names: SessionNames { session.names }

    /// The session's name; `nil` for the one without a name.
    public let name: String?

    /// The name that the trace gives to a component; of a component of another session, what its token looks like.
    public func name(of component: ComponentID) -> String {
        component.issuer == engine.mainScene.issuer ? session.names.name(of: component) : component.description
    }

    /// The name that the trace gives to a scene; of a scene of another session, what its token looks like.
    ///
    /// Ask for it before the next event: once a scene is closed and empty, its name is forgotten, so that a trace may open
    /// and close any number.
    public func name(of scene: SceneID) -> String {
        scene.issuer == engine.mainScene.issuer ? session.names.name(of: scene) : scene.description
    }

    /// The identity of a page view as traces write it: `home#1/2`, `home#1~2/1` for the second component of a name,
    /// `manual/7` (rule TR-004).
    public func label(of id: PageViewID) -> String {
        switch id {
        case .manual(let sequence): "manual/\(sequence)"
        case .appearance(let appearance): "\(identity(of: appearance.component))/\(appearance.ordinal)"
        }
    }

    /// A component as the identities of its appearances call it: `home#1`, `home#1~2` for the second of a name.
    func identity(of component: ComponentID) -> String {
        let predecessors = session.names.predecessors(of: component)
        return predecessors == 0 ? name(of: component) : "\(name(of: component))~\(predecessors + 1)"
    }

    func scene(named name: String) -> SceneID { session.scene(named: name) }

    // MARK: Events

    /// What the framework says through notifiers instead, by the name of the page.
    package var notifiers: [String: PageViewNotifier] {
        get { session.engine.notifiers }
        set { session.engine.notifiers = newValue }
    }

    /// Reports an event; returns what the engine emitted.
    @discardableResult
    package func apply(_ event: TraceEvent) -> [EngineRecord] {
        batch.reset([])
        batch.append(event, seed: TextHash.start)
        session.apply(batch.events[0], batch.bytes.span, batch.details.span)
        return inbox.takeAll()
    }

    /// The component that the event applied last was about, if it was about one.
    var component: ComponentID? {
        let batch = batch
        guard let event = batch.events.first else { return nil }
        return session.component(of: event, batch.bytes.span)
    }

    /// The time of the event applied last.
    var time: Timestamp { session.time }

    /// Moves the time on, where nothing happens.
    package func advance(to moment: Timestamp) {
        if !session.advance(to: moment) { engine.diagnose(.timeWentBack, nil) }
    }
}

/// The time of a replay: that of the line that is being replayed.
private final class ReplayClock: Sendable {
    private let nanoseconds = Atomic<Int64>(0)

    var now: Timestamp {
        get { Timestamp(nanoseconds: nanoseconds.load(ordering: .relaxed)) }
        set { nanoseconds.store(newValue.nanoseconds, ordering: .relaxed) }
    }
}

/// Keeps what the engine emits until the replay takes it.
private final class RecordInbox: PageViewReceiver {
    private let records = Protected<[EngineRecord]>([])

    func receive(_ record: EngineRecord) {
        records.withLock { $0.append(record) }
    }

    func takeAll() -> [EngineRecord] {
        records.withLock { records in
            guard !records.isEmpty else { return [] }
            defer { records = [] }
            return records
        }
    }
}
