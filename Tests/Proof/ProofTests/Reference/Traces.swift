import NavigationTraces
import TestSupport
import Testing

/// The traces of the specification.
enum Traces {
    struct Trace: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let events: [TraceEvent]
    }

    static func journeys() throws -> [Trace] {
        try TestSupport.journeys().map { Trace(testDescription: $0.name, events: $0.reading.events) }
    }

    static func examples() throws -> [Trace] {
        try zip(chapterPaths(), chapters()).flatMap { name, text in
            try SpecificationDocument(text).examples.map { example in
                let events = try example.lines().compactMap {
                    if case .event(let event) = $0.line { event } else { nil }
                }
                return Trace(testDescription: "\(name):\(example.line)", events: events)
            }
        }
    }
}
