import PageViewDelivery
import NavigationTraces

/// `pageview convert`: prints a trace in the other notation (TR-005).
struct ConvertCommand {
    static func run(_ arguments: Arguments) throws(Arguments.Misuse) -> ExitStatus {
        let target = try arguments.notation
        guard let input = try arguments.onlyInput(to: "convert") else { return Terminal.status }
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        var printer: TracePrinter?
        // Mutated in place, because a second reference to the printer's buffer would make each line copy the buffer.
        source.read(input) { line, _, notation in
            if printer == nil { printer = TracePrinter(notation: target ?? (notation == .lines ? .jsonLines : .lines)) }
            printer?.print(line)
        } pause: {
            if let bytes = printer?.takeBytes() { Terminal.write(bytes) }
        }
        return Terminal.status
    }
}

extension Arguments {
    var notation: TraceNotation? {
        get throws(Misuse) {
            try parsed("--to", "jsonl or --to trace") { ["jsonl": .jsonLines, "trace": .lines][$0] }
        }
    }
}
