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
        /// The maximum number of threads of the replay.
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

    /// Replays an input; `isLast` is true for the last input.
    private mutating func replay(_ input: Input, isLast: Bool) {
        do {
            var isFinished = false
            while !isFinished {
                try input.withDescriptor { descriptor throws(SystemError) in
                    if options.jobs > 1 {
                        try ReplayJobs(input, descriptor, options, isLast: isLast).run()
                        isFinished = true
                    } else {
                        isFinished = try replay(input, descriptor, isLast: isLast && !options.follows)
                    }
                }
                if !isFinished { Terminal.printError("\(input.name): the file was rewritten; the replay begins again") }
            }
        } catch {
            Terminal.printError(.unreadableInput, "\(input.name): \(error.readFailure)")
        }
        Progress.clear()
    }

    /// Replays an input on this thread; returns `false` if the followed file was rewritten or replaced.
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
            // The rest in `chunks` is a line that the writer never finished.
            if followed?.hasRestarted == true { return false }
            while let chunk = chunks.next() {
                reader.read(chunk, into: &batch)
                guard apply(batch, after: lines, in: input, &worker) else { return true }
                lines += batch.lineCount
                chunks.recycle(batch.takeBytes())
            }
        }
        return true
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

    /// Checks that `--follow` has one file and no option for several threads or formats.
    fileprivate func checkFollowing() throws(Misuse) {
        if let other = ["--jobs", "--format"].first(where: { value($0) != nil }) {
            throw Misuse(message: "expected --follow without \(other), found both")
        }
        if operands.count > 1 { throw Misuse(message: "expected one file to follow, found \(operands.count)") }
        if let folder = operands.first(where: { (try? FileStatus(of: $0).kind) == .folder }) {
            throw Misuse(message: "expected one file to follow, found the folder \(folder.text)")
        }
    }

    /// The number of threads of `--jobs`; 0 selects one for each processor.
    fileprivate var jobs: Int {
        get throws(Misuse) {
            guard let text = value("--jobs") else { return 1 }
            guard let jobs = Int(text), (0...1024).contains(jobs) else {
                throw Misuse(message: "expected --jobs and a whole number up to 1024, found --jobs \(text)")
            }
            return jobs == 0 ? System.processorCount : jobs
        }
    }
}

/// A replay of one trace on several threads, with the same output as on one thread (TR-005).
final class ReplayJobs: Sendable {
    private let input: Input
    private let descriptor: Int32
    private let options: ReplayCommand.Options
    /// Whether no other trace follows.
    private let isLast: Bool
    /// The distribution of tasks to threads; `nil` until the number of threads is known.
    private let scheduler = Monitor<ReplayScheduler?>(nil)
    private let progress = Monitor(Progress())
    /// The error that ended the reading; `nil` without an error.
    private let failure = Monitor<SystemError?>(nil)

    init(_ input: Input, _ descriptor: Int32, _ options: ReplayCommand.Options, isLast: Bool) {
        self.input = input
        self.descriptor = descriptor
        self.options = options
        self.isLast = isLast
    }

    /// Replays the trace.
    func run() throws(SystemError) {
        Threads.run(options.jobs) { count in
            scheduler.update { $0 = ReplayScheduler(workers: count, notation: self.input.notation) }
        } _: { number in
            self.run(number)
        }
        if let error = failure.wait({ .some($0) }) { throw error }
    }

    /// Runs the tasks of one thread until the replay ends.
    private func run(_ number: Int) {
        let count = scheduler.wait { $0?.workerCount }
        var worker = ReplayWorker(
            writesAll: options.writesAll, idleLimit: options.idleLimit, share: (number, count), isLast: isLast)
        var cursor = ReplayWorker.Cursor()
        var reader: BatchReader?
        while true {
            switch scheduler.wait({ $0?.nextTask(of: number) }) {
            case .end:
                // Wakes the other threads, which may wait for the end of the replay.
                return scheduler.update { _ in }
            case .read(let chunks):
                read(chunks)
            case .parse(let chunk, let number, let starter, let notation):
                var own = starter ?? reader ?? BatchReader(continuing: notation)
                reader = nil
                var batch = EventBatch()
                own.read(chunk, into: &batch)
                if starter == nil { reader = own }
                scheduler.update { $0?.didParse(batch, number: number, starter: starter == nil ? nil : own) }
            case .apply(let batch):
                let (output, isEnd) = worker.applyShare(batch, from: &cursor)
                if isEnd { cursor = ReplayWorker.Cursor() }
                scheduler.update { $0?.didApply(output, isEnd: isEnd, of: number) }
            case .merge(let merge, let lines):
                write(merge, lines)
            }
        }
    }

    private func read(_ chunks: consuming ChunkReader) {
        do {
            try chunks.read { buffer, range throws(SystemError) in
                let count = try System.read(descriptor, into: &buffer, range)
                progress.update { $0.advance(by: count, of: input.size, in: input.name) }
                return count
            }
        } catch {
            // Keeps the error, so that `run` throws it after the output of the bytes before the error.
            failure.update { $0 = error }
            let failed = chunks
            return scheduler.update { $0?.didFail(failed) }
        }
        var more: [TraceChunk] = []
        while let chunk = chunks.next() { more.append(chunk) }
        // Moves the reader to the scheduler. A second reference here would make the next thread copy the reader's buffer.
        var read = Optional(chunks)
        let cut = more
        scheduler.update { scheduler in
            if let read = read.take() { scheduler?.didRead(read, cut) }
        }
    }

    private func write(_ merge: OutputMerge, _ lines: Int) {
        var merge = merge
        while true {
            switch merge.next() {
            case .bytes(let bytes): Terminal.write(bytes)
            case .error(var error):
                error.line += lines
                Terminal.printError(.malformedInput, "\(input.name):\(error)")
                if !options.skipsInvalid { return scheduler.update { $0?.stop() } }
            case .waiting:
                let left = merge
                return scheduler.update { $0?.didMerge(left, isEnd: false) }
            case .end:
                let left = merge
                return scheduler.update { $0?.didMerge(left, isEnd: true) }
            }
        }
    }
}
