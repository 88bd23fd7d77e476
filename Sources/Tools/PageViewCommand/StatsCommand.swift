import TraceAnalysis
import NavigationTraces

/// `pageview stats`: prints the statistics of all traces together (ST-001 to ST-003).
struct StatsCommand {
    static func run(_ arguments: Arguments) throws(Arguments.Misuse) -> ExitStatus {
        let steps = try arguments.parsed("--steps", "and a whole number") { Int($0).flatMap { $0 >= 0 ? $0 : nil } }
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        var statistics = TraceStatistics(minimumDuration: try arguments.minimumDuration ?? 0)
        for input in arguments.inputs {
            source.read(input) {
                statistics.excess
            } take: { line, _, _ in
                statistics.take(line)
            }
            statistics.endTrace()
        }
        var writer = StatisticsWriter(isPrecise: arguments.has("--precise"))
        if arguments.has("--json") {
            writer.writeObject(statistics)
        } else {
            writer.writeTables(statistics, steps: steps ?? 10)
        }
        Terminal.write(writer.takeBytes())
        return Terminal.status
    }
}

extension Arguments {
    var minimumDuration: Int64? {
        get throws(Misuse) { try seconds("--min") }
    }

    /// The nanoseconds of an option whose value is a length in seconds; `nil` without the option.
    func seconds(_ option: String) throws(Misuse) -> Int64? {
        try parsed(option, "and a number of seconds up to 9223372036") { text in
            TraceReader.nanoseconds(text).flatMap { $0 >= 0 ? $0 : nil }
        }
    }
}
