package import TraceAnalysis
import NavigationSimulator
package import Foundation
package import NavigationTraces

/// The history of a trace.
package func history(_ text: String, _ notation: TraceNotation = .lines) throws -> TraceHistory {
    let reading = Reading(text, notation)
    if let error = reading.errors.first { throw error }
    return history(reading)
}

/// The history of what has been read, with the numbers that the lines have there.
package func history(_ reading: Reading) -> TraceHistory { history(zip(reading.lines, reading.numbers)) }

/// The history of lines that are a trace of their own.
package func history(_ lines: [TraceLine]) -> TraceHistory { history(zip(lines, 1...)) }

private func history(_ lines: some Sequence<(TraceLine, Int)>) -> TraceHistory {
    var writer = HistoryWriter()
    for (line, number) in lines { writer.take(line, number: number) }
    return writer.finish()
}

/// What traces come to together.
package func statistics(_ traces: [TraceLine]...) -> TraceStatistics { statistics(traces) }

/// What traces come to together.
package func statistics(_ traces: [[TraceLine]]) -> TraceStatistics {
    var statistics = TraceStatistics()
    for lines in traces {
        for line in lines { statistics.take(line) }
        statistics.endTrace()
    }
    return statistics
}

/// Random journeys of users, in every order of reports.
package func randomHistories(_ count: UInt64, events: Int) -> [TraceHistory] {
    (1...count).map { seed in
        let framework = UIFramework.all[Int(seed) % UIFramework.all.count]
        let sessions = seed % 3 == 0 ? 3 : nil
        return history(Array(SimulatedSessions(seed: seed, framework: framework, events: events, sessions: sessions)))
    }
}

/// Where the package lies.
package let packageFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The traces of the specification, by the names of their files; an error if there is one in them.
package func journeys() throws -> [(name: String, reading: Reading)] {
    let folder = packageFolder.appending(path: "Specs/Traces")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".jsonl") || $0.hasSuffix(".trace") }
        .map { name in
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            let reading = Reading(bytes, name.hasSuffix(".trace") ? .lines : .jsonLines)
            if let error = reading.errors.first { throw error }
            return (name, reading)
        }
}
