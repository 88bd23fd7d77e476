import PageViewAutomation

/// What stands in a batch, as a reader of lines says it.
extension EventBatch {
    /// What a line of the chunk came to, if it was no expectation.
    package enum Line: Sendable {
        case header(TraceHeader)
        case event(TraceEvent)
        /// Lines count from 1 in the chunk.
        case error(TraceError)
    }

    /// The lines, in order.
    package var lines: [Line] {
        var lines: [Line] = []
        var interruptions = interruptions[...]
        for position in 0...events.count {
            while let next = interruptions.first, next.position == position {
                switch next.what {
                case .header(let header): lines.append(.header(header))
                case .error(let error): lines.append(.error(error))
                }
                interruptions.removeFirst()
            }
            if position < events.count, let event = event(events[position]) { lines.append(.event(event)) }
        }
        return lines
    }

    /// The event, with its names as texts; `nil` of one that lacks a key, which no reader lets through.
    private func event(_ scanned: ScannedEvent) -> TraceEvent? {
        guard let action = try? TraceEvent.Action(values(of: scanned, text)) else { return nil }
        return TraceEvent(
            time: scanned.moment,
            session: scanned.parts.contains(.session) ? text(scanned.session) : nil, action)
    }

    private func text(_ text: ScannedText) -> String {
        let bytes = bytes[...]
        return bytes.span.string(text.range)
    }
}
