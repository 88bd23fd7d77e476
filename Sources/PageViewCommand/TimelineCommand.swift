import TraceAnalysis
import PageViewDelivery
import NavigationTraces
import PageViewAutomation

/// `pageview timeline`: what became of everything in a trace, as a picture (rules TL-001 to TL-010).
struct TimelineCommand {
    fileprivate enum Format: String {
        case svg
        case html
    }

    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(
            arguments, flags: ["--skip-invalid"], values: ["-o", "--session", "--fold", "--format"])
        guard let output = arguments.path("-o") else {
            throw Arguments.Misuse(message: "expected -o and a file that ends in .svg or .html, found none")
        }
        let format = try arguments.format(of: output)
        let folding = try arguments.folding
        guard arguments.operands.count <= 1 else {
            throw Arguments.Misuse(message: "expected one trace to draw, found \(arguments.operands.count)")
        }
        let operand = arguments.operands.first ?? .standardInput
        if (try? FileStatus(of: operand).kind) == .folder {
            throw Arguments.Misuse(message: "expected one trace to draw, found the folder \(operand.text)")
        }
        guard let input = Input.named(by: [operand], includingDocuments: false).first else { return Terminal.status }
        let file = output == .standardInput ? nil : OutputFile(output)
        if let file, file.isSame(as: input) {
            throw Arguments.Misuse(message: "expected -o and another file than the trace, found \(output.text)")
        }
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        let history = source.history(of: input)
        // A picture of what could not be read would say that nothing happened.
        if Terminal.status == .unreadableInput { return Terminal.status }
        var session: String?
        if let wanted = arguments.value("--session") {
            let names = history.sessions.compactMap(\.name)
            // As it is, or else as it is printed.
            session = names.first { ExactName($0) == ExactName(wanted) } ?? names.first { $0.isNamed(wanted) }
            guard session != nil else {
                throw Arguments.Misuse(
                    message: "expected --session and a session of the trace, found --session \(wanted)")
            }
        }
        let timeline = Timeline(history, session: session)
        let place = SceneNaming(in: history)
        let bytes =
            switch format {
            case .svg:
                SVGTimeline.write(timeline, folding: folding) {
                    Explanation(history.items[$0], in: place)?.text ?? ""
                }
            case .html: HTMLTimeline.write(timeline, of: history, folding: folding)
            }
        guard let file else {
            Terminal.write(bytes)
            return Terminal.status
        }
        do throws(SystemError) {
            try file.write(bytes)
        } catch {
            Terminal.complain(.unwritableOutput, "\(output.text): \(error.message)")
        }
        return Terminal.status
    }
}

extension Arguments {
    /// What `--format` says, or else the ending of the output's name.
    fileprivate func format(of output: Path) throws(Misuse) -> TimelineCommand.Format {
        if let name = value("--format") {
            guard let format = TimelineCommand.Format(rawValue: name) else {
                throw Misuse(message: "expected --format svg or --format html, found --format \(name)")
            }
            return format
        }
        let name = output.text
        let end = name.lowercased().utf8.suffix(5)
        for format in [TimelineCommand.Format.svg, .html]
        where end.reversed().starts(with: ".\(format.rawValue)".utf8.reversed()) {
            return format
        }
        throw Misuse(message: "expected -o and a file that ends in .svg or .html, found -o \(name)")
    }

    /// What `--fold` says.
    fileprivate var folding: Timeline.Folding {
        get throws(Misuse) {
            switch value("--fold") {
            case nil, "never": return .never
            case "auto": return .automatic
            case let text?:
                guard let limit = WrittenSeconds(text)?.nanoseconds, limit > 0 else {
                    throw Misuse(
                        message: "expected --fold auto, never or a number of seconds above 0, found --fold \(text)")
                }
                return .longer(than: limit)
            }
        }
    }
}
