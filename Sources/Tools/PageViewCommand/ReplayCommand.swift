import NavigationTraces
import PageViewDelivery

/// `pageview replay`: prints the records of traces, or batches for a back end (TR-004 to TR-007, WF-070).
struct ReplayCommand {
    private let writesAll: Bool
    /// The time in nanoseconds after which an idle session ends (TR-006); `nil` for never.
    private let idleLimit: Int64?
    private var source: LineSource

    static func run(_ arguments: Arguments) throws(Arguments.Misuse) -> ExitStatus {
        let operands = arguments.operands.isEmpty ? [.standardInput] : arguments.operands
        let skipsInvalid = arguments.has("--skip-invalid")
        if arguments.has("--follow") { try arguments.checkFollowing() }
        if let (format, beginning) = try arguments.wireFormat {
            var replay = FormatReplay(format, beginning: beginning, skipsInvalid: skipsInvalid)
            for (number, input) in Input.named(by: operands, includingDocuments: false).enumerated() {
                replay.replay(input, number: number)
            }
            return Terminal.status
        }
        var command = ReplayCommand(
            writesAll: arguments.has("--all"), idleLimit: try arguments.idleLimit,
            source: LineSource(skipsInvalid: skipsInvalid, follows: arguments.has("--follow")))
        for input in Input.named(by: operands, includingDocuments: false) {
            command.replay(input)
            while command.source.hasRestarted {
                Terminal.printError("\(input.name): the file was rewritten; the replay begins again")
                command.replay(input)
            }
        }
        return Terminal.status
    }

    /// Replays an input until it ends, or until a followed file is rewritten or replaced.
    private mutating func replay(_ input: Input) {
        var replay = TraceReplay(idleLimit: idleLimit)
        var writer = ReplayWriter(writesAll: writesAll)
        source.read(input) { line, _, _ in
            switch line {
            // A header is always the first line.
            case .header(let header): replay = TraceReplay(policy: header.policy, idleLimit: idleLimit)
            case .event(let event): for record in replay.apply(event) { writer.write(record) }
            case .expectation: break
            }
            if writer.count >= Terminal.pieceLength { Terminal.write(writer.takeBytes()) }
        } pause: {
            Terminal.write(writer.takeBytes())
        }
    }
}

extension Arguments {
    fileprivate var idleLimit: Int64? {
        get throws(Misuse) {
            try parsed("--idle", "and a number of seconds above 0") { text in
                TraceReader.nanoseconds(text).flatMap { $0 > 0 ? $0 : nil }
            }
        }
    }

    fileprivate func checkFollowing() throws(Misuse) {
        if value("--format") != nil { throw Misuse(message: "expected --follow without --format, found both") }
        if operands.count > 1 { throw Misuse(message: "expected one file to follow, found \(operands.count)") }
        if let folder = operands.first(where: \.isFolder) {
            throw Misuse(message: "expected one file to follow, found the folder \(folder.text)")
        }
    }
}
