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
