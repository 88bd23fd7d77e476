import NavigationTraces

/// One step for an engine: an event of a trace, or a call that a trace cannot express.
enum Step {
    case event(TraceEvent)
    case stop
    case start(countingVisible: Bool)

    /// Returns the events of a trace in the line notation.
    static func lines(_ text: String) throws -> [Step] {
        var reader = TraceReader(notation: .lines)
        reader.append(text.utf8)
        reader.finish()
        var steps: [Step] = []
        while let line = try reader.next() {
            if case .event(let event) = line { steps.append(.event(event)) }
        }
        return steps
    }
}

extension ReferenceModel {
    mutating func take(_ step: Step) -> [ReferenceRecord] {
        switch step {
        case .event(let event): apply(event)
        case .stop: stop()
        case .start(let isCountingVisible): start(countingVisible: isCountingVisible)
        }
    }
}
