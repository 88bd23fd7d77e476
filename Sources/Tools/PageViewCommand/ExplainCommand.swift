import NavigationTraces
import PageViewAutomation
import TraceAnalysis

/// `pageview explain`: prints why each appearance has a page view or none (EX-001 to EX-004).
struct ExplainCommand {
    private var selection: ExplainSelection
    private let isJSON: Bool
    private var writer: ExplanationWriter

    static func run(_ arguments: Arguments) throws(Arguments.Misuse) -> ExitStatus {
        let moment = try arguments.parsed("--at", "and a number of seconds") { text in
            TraceReader.nanoseconds(text).map { Timestamp(nanoseconds: $0) }
        }
        var command = ExplainCommand(
            selection: ExplainSelection(
                component: arguments.value("--component"), session: arguments.value("--session"), moment: moment),
            isJSON: arguments.has("--json"),
            writer: ExplanationWriter(
                isColoured: try arguments.isColoured, isPrecise: arguments.has("--precise")))
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        let inputs = arguments.inputs
        for input in inputs {
            let history = source.history(of: input) { command.selection.accepts($0) }
            if inputs.count > 1, !command.isJSON { Terminal.writeLine("== \(input.name)") }
            command.explain(history)
        }
        if !inputs.isEmpty { command.selection.reportMissingNames(of: inputs) }
        return Terminal.status
    }

    private mutating func explain(_ history: TraceHistory) {
        let naming = SceneNaming(in: history)
        let included = history.items.indices.filter { selection.includes(history.items[$0]) }
        if !isJSON { writer.fitColumns(to: included.lazy.map { history.items[$0] }) }
        for index in included {
            let explanation = Explanation(history.items[index], in: naming)
            if isJSON { writer.writeObject(explanation) } else { writer.writeLine(explanation) }
            if writer.count >= Terminal.pieceLength { Terminal.write(writer.takeBytes()) }
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
}

extension LineSource {
    mutating func history(of input: Input, accepts: (TraceLine) -> Bool = { _ in true }) -> TraceHistory {
        var writer = HistoryWriter()
        read(input) {
            writer.excess
        } take: { line, number, _ in
            if accepts(line) { writer.take(line, number: number) }
        }
        return writer.finish()
    }
}

extension Arguments {
    /// Whether the output has colours: by default on a terminal, unless `NO_COLOR` is set.
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

/// The selection of `--component`, `--session` and `--at`, and whether the traces contain it (EX-003).
struct ExplainSelection {
    let component: String?
    let session: String?
    let moment: Timestamp?
    fileprivate var hasComponent = false
    fileprivate var hasSession = false
    /// Names of the traces, to suggest one if the selected name is missing.
    fileprivate var componentNames: Set<String> = []
    fileprivate var sessionNames: Set<String> = []
    /// The identities of the first appearances of a page that has the selected name.
    fileprivate var appearances: [String] = []

    private static let suggestionLimit = 10_000

    /// Records the names in a line; returns whether the line can affect the selected items.
    ///
    /// Lines of other sessions cannot affect them, because sessions are independent (SC-001).
    mutating func accepts(_ line: TraceLine) -> Bool {
        guard case .event(let event) = line else { return true }
        if let component, !hasComponent, let name = event.action.component {
            hasComponent = name.isNamed(component)
            if componentNames.count < Self.suggestionLimit { componentNames.insert(name) }
        }
        guard let session else { return true }
        guard event.session?.isNamed(session) == true else {
            if !hasSession, let name = event.session, sessionNames.count < Self.suggestionLimit {
                sessionNames.insert(name)
            }
            return false
        }
        hasSession = true
        return true
    }

    mutating func includes(_ item: TraceHistory.Item) -> Bool {
        guard matches(session: item.session) else { return false }
        guard matches(item.names) else {
            if case .appearance(let story) = item, let component, story.page?.name.rawValue.isNamed(component) == true,
                appearances.count < 3
            {
                appearances.append(story.label.printable)
            }
            return false
        }
        hasComponent = true
        return moment.map { item.exists(at: $0) } ?? true
    }

    func currentPages(of history: TraceHistory) -> [TraceHistory.CurrentPage] {
        guard let moment else { return [] }
        let later = laterRecordings(of: history)
        return history.currentPages.filter { page in
            page.isCurrent(at: moment) && matches(session: page.session) && matches([page.component, page.label])
                && !later.contains { $0.includes(page) }
        }
    }

    /// Returns the recordings that begin after the moment of `--at`. Their current pages at that moment are unknown (EX-005).
    func laterRecordings(of history: TraceHistory) -> [TraceHistory.Recording] {
        guard let moment else { return [] }
        return history.recordings.filter { moment < $0.start.time && matches(session: $0.session) }
    }

    /// Prints an error for each selected name that no trace contains.
    func reportMissingNames(of inputs: [Input]) {
        let place = inputs.count == 1 ? inputs[0].name : "pageview"
        if let component, !hasComponent {
            let others =
                appearances.isEmpty
                ? NearestNames.suggestion(for: component, in: componentNames)
                : "; the page of this name was shown as \(appearances.joined(separator: ", "))"
            report(
                "\(place): expected --component and a component or appearance, found none named \(component)", others)
        }
        if let session, !hasSession {
            let others = NearestNames.suggestion(for: session, in: sessionNames)
            report("\(place): expected --session and a session of the trace, found none named \(session)", others)
        }
    }

    private func report(_ message: String, _ others: String) {
        Terminal.printError(.notFound, message + (others.isEmpty ? "; omit the option to list all names" : others))
    }

    private func matches(session name: String?) -> Bool { session.map { name?.isNamed($0) ?? false } ?? true }

    private func matches(_ names: [String?]) -> Bool {
        component.map { component in names.contains { $0?.isNamed(component) ?? false } } ?? true
    }
}
