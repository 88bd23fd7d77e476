import NavigationTraces
import PageViewAutomation
import PageViewTracking

/// The events that a tracker would make of a trace; the same from the same traces (rule WF-071).
struct EventReplay {
    /// When the trace's time 0 was.
    private let beginning: WallTime
    /// The number of the trace among those that are replayed.
    private let number: UInt64
    private var replay = TraceReplay()
    private var sessions: [ExactName?: SessionEvents] = [:]
    private var sessionCount: UInt64 = 0

    /// Creates a replay of a trace.
    init(number: Int, beginning: WallTime) {
        self.number = UInt64(number)
        self.beginning = beginning
    }

    /// Takes a line of the trace; gives what becomes of it to `receive`.
    mutating func take(_ line: TraceLine, _ receive: (TrackedEvent) -> Void) {
        switch line {
        // It is the first line, if there is one.
        case .header(let header): replay = TraceReplay(policy: header.policy)
        case .event(let event):
            let name = event.session.map { ExactName($0) }
            for record in replay.apply(event) { make(record, in: name, receive) }
            if event.action == .stop { sessions[name] = nil }
        case .expectation: break
        }
    }

    private mutating func make(
        _ record: TraceReplay.Record, in session: ExactName?, _ receive: (TrackedEvent) -> Void
    ) {
        guard EventFactory.kinds.contains(record.record.kind) else { return }
        if sessions[session] == nil {
            sessionCount += 1
            sessions[session] = SessionEvents(name: session?.text, number: number << 32 | sessionCount)
        }
        let moment = beginning.later(byNanoseconds: record.record.time.nanoseconds)
        let event = sessions[session]?.event(of: record.record, at: moment) { record.session.name(of: $0) }
        if let event { receive(event) }
    }
}

/// The events of one session.
private struct SessionEvents {
    private let factory: EventFactory
    private var ids: EventIDGenerator
    private let identity: UserIdentity
    private var sequence: UInt64 = 0

    /// Creates the events of a session. Whoever bears the same name is the same user; what happens to them in two sessions,
    /// or in two traces, is not the same.
    init(name: String?, number: UInt64) {
        let user = (name.map { Array($0.utf8) } ?? [0xFF]).reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        var bits = RandomBits(seed: user)
        // A UUID of version 8: its bits follow from the name.
        let id = EventID(
            high: bits.next() & ~0xF000 | 0x8000, low: bits.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
        identity = UserIdentity(anonymousID: id)
        let seed = RandomBits.mixed(user ^ RandomBits.mixed(number))
        factory = EventFactory(seed: seed)
        ids = EventIDGenerator(seed: seed)
    }

    mutating func event(
        of record: EngineRecord, at time: WallTime, scene: (SceneID) -> String
    ) -> TrackedEvent? {
        sequence += 1
        let stamp = EventStamp(id: ids.next(at: time), sequence: sequence, time: time, identity: identity)
        return factory.event(of: record, stamp, scene: scene)
    }
}

extension WallTime {
    /// The moment so many nanoseconds later; at the far ends of the range it saturates.
    fileprivate func later(byNanoseconds more: Int64) -> WallTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(more)
        return WallTime(nanoseconds: overflow ? (more < 0 ? .min : .max) : sum)
    }
}
