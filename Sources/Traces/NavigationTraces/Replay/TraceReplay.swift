public import PageViewAutomation

/// Replays the events of a trace through engines, one for each session (SC-001).
///
///     var replay = TraceReplay(policy: header.policy)
///     for record in replay.apply(event) { print(record) }
///
/// A copy shares the engines of the original.
public struct TraceReplay {
    private let policy: EnginePolicy
    /// The open sessions; the key `nil` stands for the session without a name.
    private var sessions: [ExactName?: ReplaySession] = [:]
    /// The order in which idle sessions end; `nil` if they never do.
    private var idleOrder: IdleOrder?

    /// Creates a replay whose engines use this policy.
    public init(policy: EnginePolicy = .standard) { self.init(policy: policy, idleLimit: nil) }

    /// Creates a replay that ends each session after this idle time in nanoseconds; `nil` for never (TR-006).
    package init(policy: EnginePolicy = .standard, idleLimit: Int64?) {
        self.policy = policy
        idleOrder = idleLimit.map { IdleOrder(limit: $0) }
    }

    /// A record that an engine emitted, with its session.
    public struct Record {
        /// The session, which has the names of the record's components and scenes.
        public let session: ReplaySession
        /// The record that the session's engine emitted.
        public let record: EngineRecord
    }

    /// Applies an event to the engine of its session. Returns the emitted records.
    public mutating func apply(_ event: TraceEvent) -> [Record] {
        // A note without a time has no effect, and begins no session.
        if event.time == nil, event.action.values.kind == .note { return [] }
        let ended = event.time.map { endIdleSessions(at: $0) } ?? []
        let name = event.session.map(ExactName.init)
        let session = sessions[name] ?? begin(name)
        let emitted = session.apply(event)
        if case .stop = event.action { end(session) } else { idleOrder?.moveToNewest(session) }
        return ended + emitted.map { Record(session: session, record: $0) }
    }

    private mutating func begin(_ name: ExactName?) -> ReplaySession {
        let session = ReplaySession(name: name?.text, policy: policy)
        sessions[name] = session
        return session
    }

    private mutating func end(_ session: ReplaySession) {
        sessions[session.name.map(ExactName.init)] = nil
        idleOrder?.remove(session)
    }

    /// Ends the sessions that are idle at a time, as a `sessionEnd` without a time would. Returns the emitted records.
    private mutating func endIdleSessions(at time: Timestamp) -> [Record] {
        idleOrder?.advance(to: time)
        var records: [Record] = []
        while let session = idleOrder?.nextIdle() {
            records += session.apply(TraceEvent(.stop)).map { Record(session: session, record: $0) }
            end(session)
        }
        return records
    }

    /// Returns the open session with this name; `nil` stands for the session without a name.
    package func session(_ name: String?) -> ReplaySession? { sessions[name.map(ExactName.init)] }
}

/// The open sessions of a trace in the order of their last events (TR-006).
private struct IdleOrder {
    /// The time in nanoseconds after which an idle session ends.
    let limit: Int64
    /// The time of the trace: the largest time so far.
    private var time: Int64 = 0
    /// The sessions by the numbers of their last events.
    private var sessions: [Int: ReplaySession] = [:]
    private var eventCount = 0
    /// A number that no session's last event is below.
    private var first = 0

    init(limit: Int64) {
        self.limit = limit
    }

    mutating func advance(to moment: Timestamp) { time = max(time, moment.nanoseconds) }

    mutating func moveToNewest(_ session: ReplaySession) {
        remove(session)
        session.lastEvent = (eventCount, time)
        sessions[eventCount] = session
        eventCount += 1
    }

    mutating func remove(_ session: ReplaySession) { sessions[session.lastEvent.number] = nil }

    /// Returns the session that has been idle longest, if it exceeds the limit.
    mutating func nextIdle() -> ReplaySession? {
        while first < eventCount, sessions[first] == nil { first += 1 }
        guard let session = sessions[first] else { return nil }
        let (age, overflow) = time.subtractingReportingOverflow(session.lastEvent.time)
        return overflow || age >= limit ? session : nil
    }
}

/// One session of a trace: its engine, and the names of components and scenes.
public final class ReplaySession {
    /// The engine to which the session applies its events.
    package let engine: PageViewEngine

    private var session: TraceSession
    /// The number of the session's last event in the trace, and the time of the trace then, if idle sessions end.
    fileprivate var lastEvent = (number: -1, time: 0 as Int64)
    private let inbox = RecordInbox()
    /// The component that the last event named, if there is one.
    package var component: ComponentID? { action?.component.flatMap { component(named: $0) } }
    /// The components that the last event listed, if it was a `show`.
    package var shownComponents: [ComponentID] {
        guard case .show(_, let entries) = action else { return [] }
        return entries.compactMap { component(named: $0.component) }
    }
    /// The action of the last event.
    private var action: TraceEvent.Action?
    /// The time of the newest event.
    package var time: Timestamp { session.engine.time }
    /// Advances the engine's clock. Returns the clock's time, which is later if a test has advanced it further.
    private let moveClock: @Sendable (Timestamp) -> Timestamp

    package convenience init(name: String?, policy: EnginePolicy) {
        let clock = ManualClock()
        self.init(name: name, engine: PageViewEngine(policy: policy, clock: .manual(clock))) {
            clock.now = $0
            return clock.now
        }
        // The time of a trace begins at 0.
        engine.apply(.note(""), at: .zero)
    }

    /// Creates a session that uses the caller's engine.
    ///
    /// - Parameters:
    ///   - name: The name of the session.
    ///   - engine: The engine.
    ///   - start: The engine's time at which the trace begins.
    ///   - moveClock: Advances the engine's clock to a time, and returns the clock's time.
    package init(
        name: String?, engine: PageViewEngine, startingAt start: Timestamp = .zero,
        movingClock moveClock: @escaping @Sendable (Timestamp) -> Timestamp
    ) {
        self.engine = engine
        self.name = name
        self.moveClock = moveClock
        session = TraceSession(engine: LiveEngine(engine: engine, start: start))
        engine.addReceiver(inbox)
    }

    // MARK: Names

    /// The session's name; `nil` for the session without a name.
    public let name: String?

    /// Returns the name of a component in the trace. For a component of another session, returns a description of its token.
    public func name(of component: ComponentID) -> String {
        component.issuer == engine.mainScene.issuer ? session.names.name(of: component) : component.description
    }

    /// Returns the name of a scene in the trace. For a scene of another session, returns a description of its token.
    ///
    /// Call it before the next event. When a scene is closed and empty, the next event may remove its name.
    public func name(of scene: SceneID) -> String {
        scene.issuer == engine.mainScene.issuer ? session.names.name(of: scene) : scene.description
    }

    /// Returns the identity of a page view in output (TR-004).
    ///
    /// Examples are `home#1/2`, `home#1~2/1` for the second component with the name, and `manual/7` for a page view by hand.
    package func label(of id: PageViewID) -> String {
        switch id {
        case .manual(let sequence): "manual/\(sequence)"
        case .appearance(let appearance): "\(identity(of: appearance.component))/\(appearance.ordinal)"
        }
    }

    /// Returns the component's part of an identity: `home#1`, or `home#1~2` for the second with the name.
    package func identity(of component: ComponentID) -> String {
        let predecessors = session.names.predecessors(of: component)
        return predecessors == 0 ? name(of: component) : "\(name(of: component))~\(predecessors + 1)"
    }

    /// Returns the component with a name; `nil` if no event has mentioned it.
    package func component(named name: String) -> ComponentID? { session.component(named: name) }

    /// Returns the scene with a name; `nil` if no event has mentioned it.
    func scene(named name: String) -> SceneID? { session.scene(named: name) }

    // MARK: Events

    /// The notifiers that declare pages instead of the trace, by page name.
    package var notifiers: [String: PageViewNotifier] {
        get { session.engine.notifiers }
        set { session.engine.notifiers = newValue }
    }

    /// Applies an event. Returns the emitted records.
    @discardableResult
    package func apply(_ event: TraceEvent) -> [EngineRecord] {
        if let time = event.time { advance(to: time) }
        session.apply(event)
        action = event.action
        return inbox.takeAll()
    }

    /// Advances the time without an event. An earlier time has no effect.
    package func advance(to moment: Timestamp) {
        guard moment >= time else { return }
        session.engine.time = moment
        session.engine.clockTime = moveClock(moment.later(byNanoseconds: session.engine.start.nanoseconds))
    }
}

/// Collects the records of an engine until the replay takes them.
private final class RecordInbox: PageViewReceiver {
    private let records = Locked<[EngineRecord]>([])

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
    /// Returns the answer to a query, for a scene or for the whole engine; `nil` for a scene that no event has mentioned.
    func answer(
        to query: TraceExpectation.Query, scene name: String?
    ) -> (page: PageContext, component: String?)? {
        let scene = name.flatMap { self.scene(named: $0) }
        if name != nil, scene == nil { return nil }
        return switch query {
        case .currentPage: named(scene.map { engine.currentPage(in: $0) } ?? engine.currentPage)
        case .lastPage: named(scene.map { engine.lastPage(in: $0) } ?? engine.lastPage)
        case .lastCountedPage: named(scene.map { engine.lastCountedPage(in: $0) } ?? engine.lastCountedPage)
        }
    }

    private func named(_ page: PageAppearance?) -> (page: PageContext, component: String?)? {
        page.map { ($0.page, self.name(of: $0.component)) }
    }

    private func named(_ page: PageReference?) -> (page: PageContext, component: String?)? {
        page.map { ($0.page, $0.id.component.map(self.name(of:))) }
    }
}
