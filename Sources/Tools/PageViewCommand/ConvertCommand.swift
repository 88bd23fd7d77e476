import PageViewDelivery
import NavigationTraces

/// `pageview convert`: prints a trace in the other notation (TR-005).
struct ConvertCommand {
    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(arguments, flags: ["--skip-invalid"], values: ["--to"])
        let target = try arguments.notation
        guard arguments.operands.count <= 1 else {
            throw Arguments.Misuse(message: "expected one trace to convert, found \(arguments.operands.count)")
        }
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        let operands = arguments.operands.isEmpty ? [.standardInput] : arguments.operands
        if let folder = arguments.operands.first(where: { (try? FileStatus(of: $0).kind) == .folder }) {
            throw Arguments.Misuse(message: "expected one trace to convert, found the folder \(folder.text)")
        }
        for input in Input.named(by: operands, includingDocuments: false, ) {
            convert(input, to: target, &source)
        }
        return Terminal.status
    }

    private static func convert(_ input: Input, to target: TraceNotation?, _ source: inout LineSource) {
        var printer: TracePrinter?
        // Mutated in place, because a second reference to the printer's buffer would make each line copy the buffer.
        _ = source.read(input) { line, _, notation in
            if printer == nil { printer = TracePrinter(notation: target ?? notation.other) }
            printer?.print(line)
        } pause: {
            if let bytes = printer?.takeBytes() { Terminal.write(bytes) }
        }
    }
}

extension Arguments {
    /// The notation of `--to`; `nil` without the option.
    var notation: TraceNotation? {
        get throws(Misuse) {
            switch value("--to") {
            case nil: return nil
            case "jsonl": return .jsonLines
            case "trace": return .lines
            case let other?: throw Misuse(message: "expected --to jsonl or --to trace, found --to \(other)")
            }
        }
    }
}

extension TraceNotation {
    fileprivate var other: TraceNotation {
        switch self {
        case .jsonLines: .lines
        case .lines: .jsonLines
        }
    }
}
