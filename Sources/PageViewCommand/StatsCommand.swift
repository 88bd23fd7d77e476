import TraceAnalysis
import NavigationTraces

/// `pageview stats`: prints the statistics of all traces together (ST-001 to ST-003).
struct StatsCommand {
    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(arguments, flags: ["--json", "--precise", "--skip-invalid"], values: ["--steps"])
        let operands = arguments.operands.isEmpty ? [.standardInput] : arguments.operands
        let steps = try arguments.steps
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        var statistics = TraceStatistics()
        for input in Input.named(by: operands, includingDocuments: false) {
            _ = source.read(input) {
                statistics.excess
            } take: { line, _, _ in
                statistics.take(line)
            } pause: {
            }
            statistics.endTrace()
        }
        var writer = StatisticsWriter(isPrecise: arguments.has("--precise"))
        if arguments.has("--json") {
            writer.writeObject(statistics)
        } else {
            writer.writeTables(statistics, steps: steps)
        }
        Terminal.write(writer.takeBytes())
        return Terminal.status
    }
}

extension Arguments {
    /// The number of steps from page to page that `--steps` shows.
    fileprivate var steps: Int {
        get throws(Misuse) {
            guard let text = value("--steps") else { return 10 }
            guard let steps = Int(text), steps >= 0 else {
                throw Misuse(message: "expected --steps and a whole number, found --steps \(text)")
            }
            return steps
        }
    }
}
