import Foundation
import NavigationTraces

/// The history of a trace.
func history(_ text: String, _ notation: TraceNotation = .lines) throws -> TraceHistory {
    let reading = Reading(text, notation)
    if let error = reading.errors.first { throw error }
    return history(zip(reading.lines, reading.numbers))
}

/// The history of the lines of a trace, with their numbers.
func history(_ lines: some Sequence<(TraceLine, Int)>) -> TraceHistory {
    var writer = HistoryWriter()
    for (line, number) in lines { writer.take(line, number: number) }
    return writer.finish()
}

/// The picture of a history as SVG.
func svg(_ history: TraceHistory, folding: Timeline.Folding = .never) -> String {
    let place = ScenePlace(in: history)
    let bytes = SVGTimeline.write(Timeline(history), folding: folding) {
        Explanation(history.items[$0], in: place)?.text ?? ""
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The document of a history.
func html(_ history: TraceHistory) -> String {
    String(decoding: HTMLTimeline.write(Timeline(history), of: history), as: UTF8.self)
}

/// Random journeys of users, in every order of reports.
func randomHistories(_ count: UInt64, events: Int) -> [TraceHistory] {
    (1...count).map { seed in
        let framework = UIFramework.all[Int(seed) % UIFramework.all.count]
        let sessions = seed % 3 == 0 ? 3 : nil
        let lines = SimulatedSessions(seed: seed, framework: framework, events: events, sessions: sessions)
        return history(zip(Array(lines), 1...))
    }
}

/// Where the package lies.
let packageFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The journeys of the specification.
func journeys() throws -> [(name: String, history: TraceHistory)] {
    let folder = packageFolder.appending(path: "Specs/Traces")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".jsonl") || $0.hasSuffix(".trace") }
        .map { name in
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            return (name, try history(text, name.hasSuffix(".trace") ? .lines : .jsonLines))
        }
}
