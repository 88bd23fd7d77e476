import TraceAnalysis
import NavigationTraces
import PageViewAutomation

/// `pageview explain`: why there was a page view, or none (rules EX-001 to EX-004).
struct ExplainCommand {
    private var selection: ExplainSelection
    private let isJSON: Bool
    private var writer: ExplanationWriter

    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(
            arguments, flags: ["--json", "--skip-invalid"],
            values: ["--component", "--session", "--at", "--colour", "--color"])
        let operands = arguments.operands.isEmpty ? [.standardInput] : arguments.operands
        var command = ExplainCommand(
            selection: ExplainSelection(
                component: arguments.value("--component"), session: arguments.value("--session"),
                moment: try arguments.moment),
            isJSON: arguments.has("--json"), writer: ExplanationWriter(isColoured: try arguments.isColoured))
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        let inputs = Input.named(by: operands, includingDocuments: false)
        for input in inputs {
            let history = source.history(of: input) { command.selection.takes($0) }
            if inputs.count > 1, !command.isJSON { Terminal.writeLine("== \(input.name)") }
            command.explain(history)
        }
        if !inputs.isEmpty { command.selection.complain() }
        return Terminal.status
    }

    private mutating func explain(_ history: TraceHistory) {
        let place = SceneNaming(in: history)
        let included = history.items.indices.filter { selection.includes(history.items[$0]) }
        if !isJSON { writer.fitColumns(to: included.lazy.map { history.items[$0] }) }
        for index in included {
            guard let explanation = Explanation(history.items[index], in: place) else { continue }
            if isJSON { writer.writeObject(explanation) } else { writer.writeLine(explanation) }
            if writer.count >= Self.pieceLength { Terminal.write(writer.takeBytes()) }
        }
        let pages = selection.currentPages(of: history)
        if isJSON {
            if let moment = selection.moment { for page in pages { writer.writeObject(page, at: moment) } }
        } else {
            for page in pages { writer.writeLine(page) }
            for recording in selection.laterRecordings(of: history) { writer.writeLine(recording) }
        }
        Terminal.write(writer.takeBytes())
    }

    private static let pieceLength = 64 << 10
}

extension LineSource {
    /// What became of everything in an input; of its lines those that `takes` selects.
    mutating func history(of input: Input, takes: (TraceLine) -> Bool = { _ in true }) -> TraceHistory {
        var writer = HistoryWriter()
        _ = read(input) {
            writer.excess
        } take: { line, number, _ in
            if takes(line) { writer.take(line, number: number) }
        } pause: {
        }
        return writer.finish()
    }
}

extension Arguments {
    /// What `--at` says.
    fileprivate var moment: Timestamp? {
        get throws(Misuse) {
            guard let text = value("--at") else { return nil }
            guard let seconds = WrittenSeconds(text) else {
                throw Misuse(message: "expected --at and a number of seconds, found --at \(text)")
            }
            return Timestamp(nanoseconds: seconds.nanoseconds)
        }
    }

    /// Whether there are to be colours: on a terminal, unless something else is said.
    var isColoured: Bool {
        get throws(Misuse) {
            switch value("--colour") ?? value("--color") ?? "auto" {
            case "auto": return System.isTerminal(System.standardOutput) && !System.hasVariable("NO_COLOR")
            case "always": return true
            case "never": return false
            case let other: throw Misuse(message: "expected --colour auto, always or never, found --colour \(other)")
            }
        }
    }
}
