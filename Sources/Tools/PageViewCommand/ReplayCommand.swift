import NavigationTraces
import PageViewDelivery

/// `pageview replay`: prints the records that traces emit (TR-004, TR-005).
struct ReplayCommand {
    /// The options of a replay.
    struct Options {
        let writesAll: Bool
        let skipsInvalid: Bool
        /// The time in nanoseconds after which an idle session ends (TR-006); `nil` for never.
        let idleLimit: Int64?
        /// Whether the replay waits for further lines at the end of the file (TR-007).
        let follows: Bool
    }

    private let options: Options

    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(
            arguments, flags: ["--all", "--follow", "--skip-invalid"],
            values: ["--idle", "--format", "--began-at", "--key"])
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
        let command = ReplayCommand(
            options: Options(
                writesAll: arguments.has("--all"), skipsInvalid: skipsInvalid,
                idleLimit: try arguments.idleLimit, follows: arguments.has("--follow")))
        let inputs = Input.named(by: operands, includingDocuments: false)
        for (number, input) in inputs.enumerated() {
            command.replay(input, isLast: number == inputs.count - 1)
        }
        return Terminal.status
    }

    private init(options: Options) {
        self.options = options
    }

    /// Replays an input; `isLast` is true for the last input.
    private func replay(_ input: Input, isLast: Bool) {
        do {
            while try !replayOnce(input, isLast: isLast && !options.follows) {
                Terminal.printError("\(input.name): the file was rewritten; the replay begins again")
            }
        } catch {
            Terminal.printError(.unreadableInput, "\(input.name): \(error.readFailure)")
        }
        Progress.clear()
    }

    /// Replays an input until it ends; returns `false` if the followed file was rewritten or replaced.
    private func replayOnce(_ input: Input, isLast: Bool) throws(SystemError) -> Bool {
        var source = try BatchSource(input, follows: options.follows)
        var queue: BatchQueue?
        var batch = EventBatch()
        var worker = ReplayWorker(writesAll: options.writesAll, idleLimit: options.idleLimit, isLast: isLast)
        var lines = 0
        while true {
            let hasNext = if let queue { try queue.read(into: &batch) } else { try source.read(into: &batch) }
            guard hasNext else { return !source.hasRestarted }
            // An input that fits into one batch needs no second thread.
            if queue == nil, source.canReadAhead { queue = BatchQueue(source) }
            guard apply(batch, after: lines, in: input, &worker) else {
                queue?.stop()
                return true
            }
            lines += batch.lineCount
        }
    }

    /// Applies a batch, and prints its records; returns whether to continue with the input.
    private func apply(_ batch: EventBatch, after lines: Int, in input: Input, _ worker: inout ReplayWorker) -> Bool {
        var cursor = ReplayWorker.Cursor()
        while true {
            let stop = worker.apply(batch, from: &cursor)
            // Writes the output of the lines before a malformed one first.
            worker.writer.withWritten { Terminal.write($0) }
            worker.writer.removeAll()
            switch stop {
            case .end: return true
            case .full: break
            case .error(var error):
                error.line += lines
                Terminal.printError(.malformedInput, "\(input.name):\(error)")
                if !options.skipsInvalid { return false }
            }
        }
    }
}

extension Arguments {
    /// The limit of `--idle` in nanoseconds; `nil` without the option.
    fileprivate var idleLimit: Int64? {
        get throws(Misuse) {
            guard let text = value("--idle") else { return nil }
            guard let limit = WrittenSeconds(text)?.nanoseconds, limit > 0 else {
                throw Misuse(message: "expected --idle and a number of seconds above 0, found --idle \(text)")
            }
            return limit
        }
    }

    /// Checks that `--follow` has one file and no format.
    fileprivate func checkFollowing() throws(Misuse) {
        if value("--format") != nil { throw Misuse(message: "expected --follow without --format, found both") }
        if operands.count > 1 { throw Misuse(message: "expected one file to follow, found \(operands.count)") }
        if let folder = operands.first(where: { (try? FileStatus(of: $0).kind) == .folder }) {
            throw Misuse(message: "expected one file to follow, found the folder \(folder.text)")
        }
    }
}
