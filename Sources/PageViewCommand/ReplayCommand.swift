import PageViewDelivery
import NavigationTraces

/// `pageview replay`: page views out of traces.
struct ReplayCommand {
    /// How it was called.
    struct Options {
        let writesAll: Bool
        let skipsInvalid: Bool
        /// For so many nanoseconds of the trace's time a session may be idle.
        let idleLimit: Int64?
        /// Whether the end of a file is waited at for more.
        let follows: Bool
        /// How many threads there may be.
        let jobs: Int
    }

    private let options: Options
    private var progress = Progress()

    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(
            arguments, flags: ["--all", "--follow", "--skip-invalid"],
            values: ["--idle", "--jobs", "--format", "--began-at", "--key"])
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
            options: Options(
                writesAll: arguments.has("--all"), skipsInvalid: skipsInvalid,
                idleLimit: try arguments.idleLimit, follows: arguments.has("--follow"), jobs: try arguments.jobs))
        let inputs = Input.named(by: operands, includingDocuments: false)
        for (number, input) in inputs.enumerated() {
            command.replay(input, isLast: number == inputs.count - 1)
        }
        return Terminal.status
    }

    private init(options: Options) {
        self.options = options
    }

    /// Replays a trace; `isLast` says whether it is the last one.
    private mutating func replay(_ input: Input, isLast: Bool) {
        do {
            var isOver = false
            while !isOver {
                try input.withDescriptor { descriptor throws(SystemError) in
                    if options.jobs > 1 {
                        try ReplayJobs(input, descriptor, options, isLast: isLast).run()
                        isOver = true
                    } else {
                        isOver = try replay(input, descriptor, isLast: isLast && !options.follows)
                    }
                }
                if !isOver { Terminal.complain("\(input.name): begins anew") }
            }
        } catch {
            Terminal.complain(.unreadableInput, "\(input.name): \(error.message)")
        }
        Progress.clear()
    }

    /// Replays a trace on this thread; whether that is all, or a file that is followed begins anew.
    private mutating func replay(_ input: Input, _ descriptor: Int32, isLast: Bool) throws(SystemError) -> Bool {
        var followed = options.follows ? input.path.map { FollowedFile(descriptor, at: $0) } : nil
        var chunks = ChunkReader()
        var reader = BatchReader(notation: input.notation)
        var batch = EventBatch()
        var worker = ReplayWorker(writesAll: options.writesAll, idleLimit: options.idleLimit, isLast: isLast)
        var lines = 0
        while !chunks.isAtEnd {
            try chunks.read { buffer, range throws(SystemError) in
                let count: Int
                if followed == nil {
                    count = try System.read(descriptor, into: &buffer, range)
                } else {
                    count = try followed?.read(into: &buffer, range) ?? 0
                }
                progress.advance(by: count, of: input.size, in: input.name)
                return count
            }
            // What is left is a line that was never finished.
            if followed?.hasBegunAnew == true { return false }
            while let chunk = chunks.next() {
                reader.read(chunk, into: &batch)
                guard apply(batch, after: lines, in: input, &worker) else { return true }
                lines += batch.lineCount
                chunks.recycle(batch.takeBytes())
            }
        }
        return true
    }

    /// Applies a batch and writes what comes of it; whether to go on.
    private func apply(_ batch: EventBatch, after lines: Int, in input: Input, _ worker: inout ReplayWorker) -> Bool {
        var cursor = ReplayWorker.Cursor()
        while true {
            let stop = worker.apply(batch, from: &cursor)
            // What came before a malformed line has its effect first.
            worker.writer.withWritten { Terminal.write($0) }
            worker.writer.removeAll()
            switch stop {
            case .end: return true
            case .full: break
            case .error(var error):
                error.line += lines
                Terminal.complain(.malformedInput, "\(input.name):\(error)")
                if !options.skipsInvalid { return false }
            }
        }
    }
}

extension Arguments {
    /// What `--idle` says, in nanoseconds.
    fileprivate var idleLimit: Int64? {
        get throws(Misuse) {
            guard let text = value("--idle") else { return nil }
            guard let limit = WrittenSeconds(text)?.nanoseconds, limit > 0 else {
                throw Misuse(message: "expected --idle and a number of seconds above 0, found --idle \(text)")
            }
            return limit
        }
    }

    /// One file is followed, on this thread.
    fileprivate func checkFollowing() throws(Misuse) {
        if let other = ["--jobs", "--format"].first(where: { value($0) != nil }) {
            throw Misuse(message: "expected --follow without \(other), found both")
        }
        if operands.count > 1 { throw Misuse(message: "expected one file to follow, found \(operands.count)") }
        if let folder = operands.first(where: { (try? FileStatus(of: $0).kind) == .folder }) {
            throw Misuse(message: "expected one file to follow, found the folder \(folder.text)")
        }
    }

    /// What `--jobs` says; 0 is as many as there are processors.
    fileprivate var jobs: Int {
        get throws(Misuse) {
            guard let text = value("--jobs") else { return 1 }
            guard let jobs = Int(text), (0...1024).contains(jobs) else {
                throw Misuse(message: "expected --jobs and a whole number up to 1024, found --jobs \(text)")
            }
            return jobs == 0 ? Threads.processorCount : jobs
        }
    }
}
