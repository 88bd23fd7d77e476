import TraceAnalysis
import NavigationTraces

/// `pageview stats`: prints the statistics of all traces together (ST-001 to ST-003).
struct StatsCommand {
    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(
            arguments, flags: ["--json", "--precise", "--skip-invalid"], values: ["--steps", "--min"])
        let operands = arguments.operands.isEmpty ? [.standardInput] : arguments.operands
        let steps = try arguments.steps
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        var statistics = TraceStatistics(minimumDuration: try arguments.minimumDuration ?? 0)
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
    /// The nanoseconds of `--min`; `nil` without the option.
    var minimumDuration: Int64? {
        get throws(Misuse) { try seconds("--min") }
    }

    /// The nanoseconds of an option whose value is a length in seconds; `nil` without the option.
    func seconds(_ option: String) throws(Misuse) -> Int64? {
        guard let text = value(option) else { return nil }
        guard let seconds = WrittenSeconds(text)?.nanoseconds, seconds >= 0 else {
            throw Misuse(
                message: "expected \(option) and a number of seconds up to 9223372036, found \(option) \(text)")
        }
        return seconds
    }

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
