package import Foundation
import NavigationSimulator
package import NavigationTraces
package import TraceAnalysis

/// Returns the explanations of a trace as sentences, each after its verdict and its subject.
package func explainedSentences(_ text: String) throws -> [String] {
    try explained(text).map { "\($0.verdict.rawValue) \($0.subject): \($0.text)" }
}

/// Returns the explanations of a trace.
package func explained(_ text: String) throws -> [Explanation] { explained(try history(text)) }

/// Returns the explanations of a history.
package func explained(_ history: TraceHistory) -> [Explanation] {
    let place = SceneNaming(in: history)
    return history.items.map { Explanation($0, in: place) }
}

/// Returns the history of a trace.
package func history(_ text: String, _ notation: TraceNotation = .lines) throws -> TraceHistory {
    let reading = Reading(text, notation)
    if let error = reading.errors.first { throw error }
    return history(reading)
}

/// Returns the history of the lines that were read, with their line numbers.
package func history(_ reading: Reading) -> TraceHistory { history(zip(reading.lines, reading.numbers)) }

/// Returns the history of a trace's lines.
package func history(_ lines: [TraceLine]) -> TraceHistory { history(zip(lines, 1...)) }

private func history(_ lines: some Sequence<(TraceLine, Int)>) -> TraceHistory {
    var writer = HistoryWriter()
    for (line, number) in lines { writer.take(line, number: number) }
    return writer.finish()
}

/// Returns the statistics of all traces together.
package func statistics(_ traces: [TraceLine]...) -> TraceStatistics { statistics(traces) }

/// Returns the statistics of all traces together.
package func statistics(_ traces: [[TraceLine]]) -> TraceStatistics {
    var statistics = TraceStatistics()
    for lines in traces {
        for line in lines { statistics.take(line) }
        statistics.endTrace()
    }
    return statistics
}

/// Returns the histories of random journeys, for all frameworks in turn.
package func randomHistories(_ count: Int, events: Int) -> [TraceHistory] {
    (1...count).map { seed in
        let framework = UIFramework.all[seed % UIFramework.all.count]
        let sessions = seed % 3 == 0 ? 3 : nil
        return history(
            Array(SimulatedSessions(seed: UInt64(seed), framework: framework, events: events, sessions: sessions)))
    }
}

/// The root folder of the package.
package let packageFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Returns the traces of the specification with their file names; throws the first error in them.
package func journeys() throws -> [(name: String, reading: Reading)] { try readJourneys.get() }

/// Read once for all tests.
private let readJourneys = Result {
    let folder = packageFolder.appending(path: "Specs/Traces")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".jsonl") || $0.hasSuffix(".trace") }
        .map { name -> (name: String, reading: Reading) in
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            let reading = Reading(bytes, name.hasSuffix(".trace") ? .lines : .jsonLines)
            if let error = reading.errors.first { throw error }
            return (name, reading)
        }
}
