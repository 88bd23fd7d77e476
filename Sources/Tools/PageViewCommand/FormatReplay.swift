import AnalyticsJSON
import NavigationTraces
import PageViewAutomation
import PageViewDelivery
import PageViewLifecycle
import PageViewTracking

/// `pageview replay --format`: prints batches in the format of a back end, a line each (WF-070).
struct FormatReplay {
    private static let eventsAtATime = 10_000

    private let format: any WireFormat
    private let beginning: WallTime
    private var source: LineSource

    init(_ format: any WireFormat, beginning: WallTime, skipsInvalid: Bool) {
        self.format = format
        self.beginning = beginning
        source = LineSource(skipsInvalid: skipsInvalid)
    }

    /// Replays an input; `number` is its index among the inputs, which seeds the event ids (WF-071).
    mutating func replay(_ input: Input, number: Int) {
        var replay = EventReplay(number: number, beginning: beginning)
        var events: [TrackedEvent] = []
        var omissions = OmissionCounts()
        let format = format
        source.read(input) { line, _, _ in
            replay.apply(line) { events.append($0) }
            if events.count >= Self.eventsAtATime { Self.write(&events, as: format, of: input, &omissions) }
        }
        Self.write(&events, as: format, of: input, &omissions)
        for message in omissions.messages { Terminal.printError("\(input.name): \(message)") }
    }

    private static func write(
        _ events: inout [TrackedEvent], as format: any WireFormat, of input: Input, _ omissions: inout OmissionCounts
    ) {
        guard let last = events.map(\.time).max() else { return }
        // The sending time is the time of the last event, because the current time would differ between runs (WF-071).
        let result = format.batches(of: events, sentAt: last)
        for batch in result.batches {
            Terminal.write(batch.bytes)
            Terminal.write("\n")
        }
        for rejection in result.rejections {
            Terminal.printError(.malformedInput, "\(input.name): \(rejection)")
        }
        omissions.add(result.omissions)
        events.removeAll(keepingCapacity: true)
    }
}

/// The numbers of values that a format omitted, by kind, with the reason of the first (WF-070).
private struct OmissionCounts {
    private var kinds: [(name: String, count: Int, reason: String)] = []

    mutating func add(_ omissions: [WireLoss]) {
        for omission in omissions {
            guard let name = omission.part?.plural else { continue }
            if let index = kinds.firstIndex(where: { $0.name == name }) {
                kinds[index].count += 1
            } else {
                kinds.append((name, 1, omission.reason))
            }
        }
    }

    var messages: [String] { kinds.map { "omitted \($0.name) (\($0.count)); the first: \($0.reason)" } }
}

extension WireLoss.Part {
    fileprivate var plural: String {
        switch self {
        case .payload: "payloads"
        case .value: "values"
        case .appContext: "parts of the app's context"
        case .deepLink: "deep links"
        case .deepLinkSource: "sources of deep links"
        case .userProperties: "properties of users"
        }
    }
}

/// The events that a tracker would make from a trace; equal inputs give equal events (WF-071).
struct EventReplay {
    private let beginning: WallTime
    private let number: UInt64
    private var replay = TraceReplay()
    private var sessions: [ExactName?: SessionEvents] = [:]
    private var sessionCount: UInt64 = 0

    init(number: Int, beginning: WallTime) {
        self.number = UInt64(number)
        self.beginning = beginning
    }

    mutating func apply(_ line: TraceLine, _ receive: (TrackedEvent) -> Void) {
        switch line {
        // A header is always the first line.
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
        let time = beginning.nanoseconds.saturatingAdding(record.record.time.nanoseconds)
        let event = sessions[session]?.event(of: record.record, at: WallTime(nanoseconds: time)) {
            record.session.name(of: $0)
        }
        if let event { receive(event) }
    }
}

private struct SessionEvents {
    private let factory: EventFactory
    private var ids: EventIDGenerator
    private let identity: UserIdentity
    private var sequence: UInt64 = 0

    /// Sessions with one name have one user. The ids of their events differ between sessions and between traces.
    init(name: String?, number: UInt64) {
        let user = (name.map { Array($0.utf8) } ?? [0xFF]).reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        var bits = RandomBits(seed: user)
        // A UUID of version 8: the name determines its bits.
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

enum FormatName: String, CaseIterable {
    case segment, snowplow, posthog, otlp

    static var list: String { allCases.map(\.rawValue).alternatives }

    func makeFormat(key: String) -> any WireFormat {
        switch self {
        case .segment: SegmentFormat(writeKey: key)
        case .snowplow: SnowplowFormat(appID: key, namespace: "replay")
        case .posthog: PostHogFormat(apiKey: key)
        case .otlp: OTLPLogsFormat(serviceName: key)
        }
    }
}

extension [String] {
    /// The texts in a sentence: `a, b or c`.
    var alternatives: String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) or \(last)"
    }
}

extension Arguments {
    /// The format of `--format`, and the wall time of the trace's time 0; `nil` without the option.
    var wireFormat: (format: any WireFormat, beginning: WallTime)? {
        get throws(Misuse) {
            guard let format = try parsed("--format", FormatName.list, FormatName.init(rawValue:)) else {
                for option in ["--began-at", "--key"] where value(option) != nil {
                    throw Misuse(message: "expected --format beside \(option), found none")
                }
                return nil
            }
            if has("--all") { throw Misuse(message: "expected --format or --all, found both") }
            if value("--idle") != nil { throw Misuse(message: "expected --format or --idle, found both") }
            let beginning = WallTime(nanoseconds: try beganAt(notBefore: 0) ?? 0)
            return (format.makeFormat(key: value("--key") ?? "pageview"), beginning)
        }
    }

    /// Returns the time of `--began-at`, in nanoseconds since 1970; `nil` without the option.
    func beganAt(notBefore earliest: Int64 = .min) throws(Misuse) -> Int64? {
        try parsed("--began-at", "and a time such as 2026-01-01T00:00:00Z") { text in
            CalendarTime(text).flatMap { $0.hasZone && $0.nanoseconds >= earliest ? $0.nanoseconds : nil }
        }
    }
}
