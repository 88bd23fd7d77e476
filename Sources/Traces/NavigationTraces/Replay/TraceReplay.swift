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
        package let session: ReplaySession
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

    package func session(_ name: String?) -> ReplaySession? { sessions[name.map(ExactName.init)] }
}

/// The open sessions of a trace in the order of their last events (TR-006).
private struct IdleOrder {
    /// The time in nanoseconds after which an idle session ends.
    let limit: Int64
    /// The time of the trace: the largest time so far.
    private var time: Int64 = 0
    private var sessions: [Int: ReplaySession] = [:]
    private var eventCount = 0
    /// Each session's last event has at least this number.
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

    mutating func nextIdle() -> ReplaySession? {
        while first < eventCount, sessions[first] == nil { first += 1 }
        guard let session = sessions[first] else { return nil }
        let (age, overflow) = time.subtractingReportingOverflow(session.lastEvent.time)
        return overflow || age >= limit ? session : nil
    }
}
