import Foundation
import NavigationTraces
import TestSupport
import Testing

/// The traces of the specification.
enum Traces {
    struct Trace: Sendable, CustomTestStringConvertible {
        let name: String
        let events: [TraceEvent]

        var testDescription: String { name }
    }

    private static let folder = packageFolder.appending(path: "Specs")

    static func journeys() throws -> [Trace] {
        let traces = folder.appending(path: "Traces")
        return try FileManager.default.subpathsOfDirectory(atPath: traces.path).sorted()
            .filter { $0.hasSuffix(".jsonl") || $0.hasSuffix(".trace") }
            .map { name in
                var reader = TraceReader(notation: name.hasSuffix(".trace") ? .lines : .jsonLines)
                reader.append(try Data(contentsOf: traces.appending(path: name)))
                reader.finish()
                var lines: [TraceLine] = []
                while let line = try reader.next() { lines.append(line) }
                return Trace(name: name, events: events(of: lines))
            }
    }

    static func examples() throws -> [Trace] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".md") }
            .flatMap { name in
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                return try SpecificationDocument(text).examples.map { example in
                    Trace(name: "\(name):\(example.line)", events: events(of: try example.lines().map(\.line)))
                }
            }
    }

    private static func events(of lines: [TraceLine]) -> [TraceEvent] {
        lines.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }
}
