import NavigationTraces
import PageViewAutomation
import PageViewDelivery
import PageViewLifecycle
import PageViewTracking

/// `pageview replay --format`: prints batches in the format of a back end, a line each (WF-070).
struct FormatReplay {
    /// The number of events that are formatted at a time, which bounds the memory for a long trace.
    private static let eventsAtATime = 10_000

    private let format: any WireFormat
    private let beginning: WallTime
    private var source: LineSource

    /// Creates a replay into a wire format.
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
        _ = source.read(input) { line, _, _ in
            replay.apply(line) { events.append($0) }
            if events.count >= Self.eventsAtATime { Self.write(&events, as: format, of: input, &omissions) }
        } pause: {
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

    mutating func add(_ omissions: [WireOmission]) {
        for omission in omissions {
            let name = omission.part.kind
            if let index = kinds.firstIndex(where: { $0.name == name }) {
                kinds[index].count += 1
            } else {
                kinds.append((name, 1, omission.reason))
            }
        }
    }

    var messages: [String] { kinds.map { "omitted \($0.name) (\($0.count)); the first: \($0.reason)" } }
}

extension WireOmission.Part {
    /// The kind of part, in the plural.
    fileprivate var kind: String {
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
    /// The wall time of the trace's time 0.
    private let beginning: WallTime
    /// The index of the trace among the inputs.
    private let number: UInt64
    private var replay = TraceReplay()
    private var sessions: [ExactName?: SessionEvents] = [:]
    private var sessionCount: UInt64 = 0

    /// Creates a replay of a trace.
    init(number: Int, beginning: WallTime) {
        self.number = UInt64(number)
        self.beginning = beginning
    }

    /// Applies a line of the trace; calls `receive` with each resulting event.
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
        let moment = beginning.later(byNanoseconds: record.record.time.nanoseconds)
        let event = sessions[session]?.event(of: record.record, at: moment) { record.session.name(of: $0) }
        if let event { receive(event) }
    }
}

/// A factory for the events of one session (WF-071).
private struct SessionEvents {
    private let factory: EventFactory
    private var ids: EventIDGenerator
    private let identity: UserIdentity
    private var sequence: UInt64 = 0

    /// Creates the events of a session.
    ///
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

extension WallTime {
    /// Returns the moment that is this many nanoseconds later, clamped to the range of a wall time.
    fileprivate func later(byNanoseconds more: Int64) -> WallTime {
        WallTime(nanoseconds: nanoseconds.saturatingAdding(more))
    }
}

/// The wire formats that the command can write (WF-070).
enum FormatName: String, CaseIterable {
    case segment, snowplow, posthog, otlp

    /// The names in a sentence.
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
            guard let name = value("--format") else {
                for option in ["--began-at", "--key"] where value(option) != nil {
                    throw Misuse(message: "expected --format beside \(option), found none")
                }
                return nil
            }
            if has("--all") { throw Misuse(message: "expected --format or --all, found both") }
            if value("--idle") != nil { throw Misuse(message: "expected --format or --idle, found both") }
            return (try format(name, key: value("--key") ?? "pageview"), try beginning)
        }
    }

    private func format(_ name: String, key: String) throws(Misuse) -> any WireFormat {
        guard let format = FormatName(rawValue: name) else {
            throw Misuse(message: "expected --format \(FormatName.list), found --format \(name)")
        }
        return format.makeFormat(key: key)
    }

    private var beginning: WallTime {
        get throws(Misuse) {
            guard let text = value("--began-at") else { return WallTime(nanoseconds: 0) }
            guard let time = WallTime(iso8601: text) else {
                throw Misuse(
                    message: "expected --began-at and a time such as 2026-01-01T00:00:00Z, found --began-at \(text)")
            }
            return time
        }
    }
}

extension WallTime {
    /// Parses a time in UTC from 1970 on, such as `2026-01-01T00:00:00Z`; milliseconds are optional.
    fileprivate init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 || bytes.count == 24 else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            bytes[range].reduce(0 as Int64?) { sum, byte in
                (0x30...0x39).contains(byte) ? sum.map { $0 * 10 + Int64(byte - 0x30) } : nil
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let milliseconds = bytes.count == 24 ? number(20..<23) : 0, (1970...2261).contains(year),
            (1...12).contains(month)
        else { return nil }
        // A year begins in March here, so that the leap day is its last day.
        let (years, months) = (month > 2 ? year : year - 1, (month + 9) % 12)
        let days = 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1 - 719_468
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        self.init(nanoseconds: (seconds * 1_000 + milliseconds) * 1_000_000)
        // The description of the result equals the text only if the day and the hour are valid and the text has this form.
        let whole = bytes.count == 24 ? text : "\(text.dropLast()).000Z"
        guard description == whole else { return nil }
    }
}
