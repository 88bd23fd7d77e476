import NavigationTraces
import PageViewAutomation
import PageViewDelivery
import TraceAnalysis

/// `pageview timeline`: draws the history of a trace as a picture (TL-001 to TL-010).
struct TimelineCommand {
    fileprivate enum Format: String, CaseIterable {
        case svg, html
    }

    static func run(_ arguments: Arguments) throws(Arguments.Misuse) -> ExitStatus {
        guard let output = arguments.path("-o") else {
            throw Arguments.Misuse(message: "expected -o and a file that ends in .svg or .html, found none")
        }
        let format = try arguments.format(of: output)
        let folding = try arguments.folding
        guard let input = try arguments.onlyInput(to: "draw") else { return Terminal.status }
        let file = output == .standardInput ? nil : OutputFile(path: output)
        if let file, file.isSame(as: input) {
            throw Arguments.Misuse(message: "expected -o and another file than the trace, found \(output.text)")
        }
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        let history = source.history(of: input)
        // An unreadable trace gets no picture, because the picture would show an empty history.
        if Terminal.status == .unreadableInput { return Terminal.status }
        var session: String?
        if let wanted = arguments.value("--session") {
            let names = history.sessions.compactMap(\.name)
            // The exact name has precedence over its printable form.
            session = names.first { ExactName($0) == ExactName(wanted) } ?? names.first { $0.isNamed(wanted) }
            guard session != nil else {
                throw Arguments.Misuse(
                    message:
                        "expected --session and a session of the trace, found --session \(wanted)\(NearestNames.suggestion(for: wanted, in: names))"
                )
            }
        }
        let timeline = Timeline(history, session: session)
        let naming = SceneNaming(in: history)
        let bytes =
            switch format {
            case .svg:
                SVGTimeline.write(timeline, folding: folding) {
                    Explanation(history.items[$0], in: naming).text
                }
            case .html: HTMLTimeline.write(timeline, of: history, folding: folding)
            }
        if let file { file.write(bytes) } else { Terminal.write(bytes) }
        return Terminal.status
    }
}

extension Arguments {
    fileprivate func format(of output: Path) throws(Misuse) -> TimelineCommand.Format {
        typealias Format = TimelineCommand.Format
        if let format = try parsed("--format", "svg or --format html", Format.init(rawValue:)) { return format }
        if let format = Format.allCases.first(where: { output.ends(in: ".\($0)") }) { return format }
        throw Misuse(message: "expected -o and a file that ends in .svg or .html, found -o \(output.text)")
    }

    fileprivate var folding: Timeline.Folding {
        get throws(Misuse) {
            try parsed("--fold", "auto, never or a number of seconds above 0") { text in
                if let folding = ["never": .never, "auto": .automatic][text] as Timeline.Folding? { return folding }
                return TraceReader.nanoseconds(text).flatMap { $0 > 0 ? .longer(than: $0) : nil }
            } ?? .never
        }
    }
}
