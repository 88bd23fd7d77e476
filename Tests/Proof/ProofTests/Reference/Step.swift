import NavigationTraces
import TestSupport

/// One step for an engine: an event of a trace, or a call that a trace cannot express.
enum Step {
    case event(TraceEvent)
    case stop
    case start(countingVisible: Bool)

    /// Returns the events of a trace in the line notation.
    static func lines(_ text: String) throws -> [Step] {
        try TestSupport.lines(text).compactMap { if case .event(let event) = $0 { .event(event) } else { nil } }
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
