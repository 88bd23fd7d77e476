import NavigationTraces
import PageViewAutomation

/// `pageview explain`: why there was a page view, or none (rules EX-001 to EX-004).
struct ExplainCommand {
    private let component: String?
    private let session: String?
    private let moment: Timestamp?
    private let isJSON: Bool
    private var writer: ExplanationWriter

    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(
            arguments, flags: ["--json", "--skip-invalid"],
            values: ["--component", "--session", "--at", "--colour", "--color"])
        let operands = arguments.operands.isEmpty ? [.standardInput] : arguments.operands
        var command = ExplainCommand(
            component: arguments.value("--component"), session: arguments.value("--session"),
            moment: try arguments.moment, isJSON: arguments.has("--json"),
            writer: ExplanationWriter(isColoured: try arguments.isColoured))
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        let inputs = Input.named(by: operands, includingDocuments: false)
        for input in inputs {
            let history = source.history(of: input)
            if inputs.count > 1, !command.isJSON { Terminal.write("== \(input.name)\n") }
            command.explain(history)
        }
        return Terminal.status
    }

    private mutating func explain(_ history: TraceHistory) {
        let items = history.items.filter { item in
            (component == nil || item.component == component) && (session == nil || item.session == session)
                && moment.map(item.goesOn(at:)) ?? true
        }
        let explanations = items.compactMap { Explanation($0) }
        if isJSON {
            for explanation in explanations { writer.writeObject(explanation) }
        } else {
            writer.writeLines(explanations)
        }
        Terminal.write(writer.takeBytes())
        if let moment, !isJSON { sayCurrentPages(at: moment, of: history) }
    }

    /// Says which page was the current one of each scene at a moment.
    private func sayCurrentPages(at moment: Timestamp, of history: TraceHistory) {
        for page in history.currentPages
        where page.start <= moment && page.end.map({ moment < $0 }) ?? true
            && (session == nil || page.session == session)
        {
            let session = page.session.map { "[\($0)] " } ?? ""
            Terminal.write("\(session)The current page of \(page.scene) was \(page.label) (QU-001)\n")
        }
    }
}

extension LineSource {
    /// What became of everything in an input.
    mutating func history(of input: Input) -> TraceHistory {
        var writer = HistoryWriter()
        _ = read(input) { line, number, _ in
            writer.take(line, number: number)
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
