import PageViewDelivery
import NavigationTraces
import PageViewTracking

/// `pageview replay --format`: what analytics back ends would be sent, a batch a line (rule WF-070).
struct FormatReplay {
    /// For so many events at a time batches are made, so that a long trace needs no more memory than a short one.
    private static let eventsAtATime = 10_000

    private let format: any WireFormat
    private let beginning: WallTime
    private var source: LineSource

    /// Creates a replay into a format.
    init(_ format: any WireFormat, beginning: WallTime, skipsInvalid: Bool) {
        self.format = format
        self.beginning = beginning
        source = LineSource(skipsInvalid: skipsInvalid)
    }

    /// Replays a trace, the one of this number.
    mutating func replay(_ input: Input, number: Int) {
        var replay = EventReplay(number: number, beginning: beginning)
        var events: [TrackedEvent] = []
        var omissions = OmissionCounts()
        let format = format
        _ = source.read(input) { line, _, _ in
            replay.take(line) { events.append($0) }
            if events.count >= Self.eventsAtATime { Self.write(&events, as: format, of: input, &omissions) }
        } pause: {
        }
        Self.write(&events, as: format, of: input, &omissions)
        for message in omissions.messages { Terminal.complain("\(input.name): \(message)") }
    }

    private static func write(
        _ events: inout [TrackedEvent], as format: any WireFormat, of input: Input, _ omissions: inout OmissionCounts
    ) {
        guard let last = events.map(\.time).max() else { return }
        // As if they were sent at once; the time of now would be another each time.
        let result = format.batches(of: events, sentAt: last)
        for batch in result.batches {
            Terminal.write(batch.bytes)
            Terminal.write("\n")
        }
        for refusal in result.refusals {
            Terminal.complain(.malformedInput, "\(input.name): event \(refusal.event) refused: \(refusal.reason)")
        }
        omissions.add(result.omissions)
        events.removeAll(keepingCapacity: true)
    }
}

/// How much has been left out of events.
private struct OmissionCounts {
    private var (payloads, values, links, sources, users) = (0, 0, 0, 0, 0)

    mutating func add(_ omissions: [WireOmission]) {
        for omission in omissions {
            switch omission.part {
            case .payload: payloads += 1
            case .value: values += 1
            case .deepLink: links += 1
            case .deepLinkSource: sources += 1
            case .userProperties: users += 1
            }
        }
    }

    var messages: [String] {
        [
            (payloads, "payloads"), (values, "values"), (links, "deep links"), (sources, "sources of deep links"),
            (users, "properties of users"),
        ].filter { $0.0 > 0 }.map { "left out, because the format has no place for them: \($0.1) (\($0.0))" }
    }
}
