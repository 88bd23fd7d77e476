import AnalyticsJSON
public import PageViewAutomation

/// Replays the events of a trace through engines, one for each session.
///
///     var replay = TraceReplay(policy: header.policy)
///     for record in replay.apply(event) { print(record) }
///
/// A copy shares the engines of the original.
public struct TraceReplay {
    private let policy: EnginePolicy
    private var unnamed: ReplaySession?
    private var named: [ExactName: ReplaySession] = [:]
    /// The event that is being applied.
    private var batch = EventBatch()

    /// Creates a replay whose engines follow this policy.
    public init(policy: EnginePolicy = .standard) {
        self.policy = policy
    }

    /// Something an engine emitted, with the session whose names it uses.
    public struct Record {
        /// The session.
        public let session: ReplaySession
        /// What its engine emitted.
        public let record: EngineRecord
    }

    /// Applies an event to its session's engine; returns the records that it led to.
    public mutating func apply(_ event: TraceEvent) -> [Record] {
        // A note without a time means nothing, and begins no session.
        if event.time == nil, case .note = event.action.values.kind { return [] }
        let session = begin(event.session)
        let emitted = session.apply(event, in: &batch)
        let records = emitted.isEmpty ? [] : emitted.map { Record(session: session, record: $0) }
        if event.action == .stop { forget(event.session) }
        return records
    }

    /// A session that has begun and not ended.
    public func session(_ name: String?) -> ReplaySession? {
        if let name { named[ExactName(name)] } else { unnamed }
    }

    private mutating func begin(_ name: String?) -> ReplaySession {
        if let known = session(name) { return known }
        let session = ReplaySession(name: name, policy: policy)
        if let name { named[ExactName(name)] = session } else { unnamed = session }
        return session
    }

    private mutating func forget(_ name: String?) {
        if let name { named[ExactName(name)] = nil } else { unnamed = nil }
    }
}

/// One session of a trace: an engine of its own, and the names that the trace gives to components and scenes.
public final class ReplaySession {
    /// The engine that the session's events are applied to.
    package let engine: PageViewEngine

    private var session: TraceSession<LiveEngine>
    private let inbox = RecordInbox()
    /// The component that the last event named, if it named one.
    package private(set) var component: ComponentID?
    /// The time of the newest event.
    package var time: Timestamp { session.engine.time }
    /// Moves the engine's clock on, and returns what it shows then: a later time if a test has moved it on besides.
    private let moveClock: @Sendable (Timestamp) -> Timestamp

    convenience init(name: String?, policy: EnginePolicy) {
        let clock = ManualClock()
        self.init(name: name, engine: PageViewEngine(policy: policy, clock: .manual(clock))) {
            clock.now = $0
            return clock.now
        }
        // A trace begins at 0.
        engine.apply(.note(""), at: .zero)
    }

    /// Creates a session that reports to an engine of the caller's.
    ///
    /// - Parameters:
    ///   - name: The name of the session.
    ///   - engine: The engine.
    ///   - start: The engine's time at which the trace begins.
    ///   - moveClock: Moves the engine's clock on to a time, and returns what it shows then.
    package init(
        name: String?, engine: PageViewEngine, startingAt start: Timestamp = .zero,
        movingClock moveClock: @escaping @Sendable (Timestamp) -> Timestamp
    ) {
        self.engine = engine
        self.name = name
        self.moveClock = moveClock
        let bytes = name.map { Array($0.utf8) + [UInt8](repeating: 0, count: ByteSpan.padding) }
        session = TraceSession(name: bytes, engine: LiveEngine(engine: engine, start: start))
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
    package func identity(of component: ComponentID) -> String {
        let predecessors = session.names.predecessors(of: component)
        return predecessors == 0 ? name(of: component) : "\(name(of: component))~\(predecessors + 1)"
    }

    func scene(named name: String) -> SceneID { session.scene(named: name) }

    // MARK: Events

    /// The notifiers that declare pages in place of the trace, by the names of the pages.
    package var notifiers: [String: PageViewNotifier] {
        get { session.engine.notifiers }
        set { session.engine.notifiers = newValue }
    }

    /// Applies an event; returns the records that it led to.
    @discardableResult
    package func apply(_ event: TraceEvent) -> [EngineRecord] {
        var batch = EventBatch()
        return apply(event, in: &batch)
    }

    /// The same with memory that many sessions share.
    func apply(_ event: TraceEvent, in batch: inout EventBatch) -> [EngineRecord] {
        if let time = event.time { advance(to: time) }
        batch.reset([])
        batch.append(event, seed: TextHash.start)
        // Slices, because `Array.span` needs macOS 26 and iOS 26.
        let (bytes, details) = (batch.bytes[...], batch.details[...])
        session.apply(batch.events[0], bytes.span, details.span)
        component = session.namedComponent(of: batch.events[0], bytes.span)
        return inbox.takeAll()
    }

    /// Moves the time on, where nothing happens. An earlier time changes nothing.
    package func advance(to moment: Timestamp) {
        guard moment >= time else { return }
        session.engine.time = moment
        session.engine.clockTime = moveClock(moment.later(by: session.engine.start))
    }
}

/// Collects the records of an engine until the replay takes them.
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

extension ReplaySession {
    /// The answer to a query, of a scene or of the engine as a whole.
    func answer(
        to query: TraceExpectation.Query, scene name: String?
    ) -> (page: PageContext, component: String?)? {
        switch query {
        case .currentPage:
            named(name.map { engine.currentPage(in: scene(named: $0)) } ?? engine.currentPage)
        case .lastPage:
            named(name.map { engine.lastPage(in: scene(named: $0)) } ?? engine.lastPage)
        case .lastCountedPage:
            named(name.map { engine.lastCountedPage(in: scene(named: $0)) } ?? engine.lastCountedPage)
        }
    }

    private func named(_ page: PageAppearance?) -> (page: PageContext, component: String?)? {
        page.map { ($0.page, self.name(of: $0.component)) }
    }

    private func named(_ page: PageReference?) -> (page: PageContext, component: String?)? {
        page.map { ($0.page, $0.id.component.map(self.name(of:))) }
    }
}
