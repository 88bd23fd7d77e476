import NavigationTraces

/// Replays one trace on several threads; what is written is the same as on one.
final class ReplayJobs: Sendable {
    private let input: Input
    private let descriptor: Int32
    private let options: ReplayCommand.Options
    /// Whether no other trace comes after it.
    private let isLast: Bool
    /// Nothing until it is known how many threads there are.
    private let board = Monitor<ReplayScheduler?>(nil)
    private let progress = Monitor(Progress())
    /// Why the input could not be read to its end.
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
            board.update { $0 = ReplayScheduler(workers: count, notation: self.input.notation) }
        } _: { number in
            self.run(number)
        }
        if let error = failure.wait({ .some($0) }) { throw error }
    }

    /// Does what there is to do for a worker.
    private func run(_ number: Int) {
        let count = board.wait { $0?.workerCount }
        var worker = ReplayWorker(
            writesAll: options.writesAll, idleLimit: options.idleLimit, share: (number, count), isLast: isLast)
        var cursor = ReplayWorker.Cursor()
        var reader: BatchReader?
        while true {
            switch board.wait({ $0?.nextTask(of: number) }) {
            case .end:
                // The others may be waiting for just this.
                return board.update { _ in }
            case .read(let chunks):
                read(chunks)
            case .parse(let chunk, let place, let starter, let notation):
                var own = starter ?? reader ?? BatchReader(continuing: notation)
                reader = nil
                var batch = EventBatch()
                own.read(chunk, into: &batch)
                if starter == nil { reader = own }
                board.update { $0?.didParse(batch, number: place, starter: starter == nil ? nil : own) }
            case .apply(let batch):
                let (output, isEnd) = worker.applyShare(batch, from: &cursor)
                if isEnd { cursor = ReplayWorker.Cursor() }
                board.update { $0?.didApply(output, isEnd: isEnd, of: number) }
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
            // It is told when what came before it has been written.
            failure.update { $0 = error }
            let failed = chunks
            return board.update { $0?.didFail(failed) }
        }
        var more: [TraceChunk] = []
        while let chunk = chunks.next() { more.append(chunk) }
        // Nobody holds on to the buffer here once it is back: who reads next would have to copy it.
        var read = Optional(chunks)
        let cut = more
        board.update { board in
            if let read = read.take() { board?.didRead(read, cut) }
        }
    }

    private func write(_ merge: OutputMerge, _ lines: Int) {
        var merge = merge
        while true {
            switch merge.next() {
            case .bytes(let bytes): Terminal.write(bytes)
            case .error(var error):
                error.line += lines
                Terminal.complain(.malformedInput, "\(input.name):\(error)")
                if !options.skipsInvalid { return board.update { $0?.stop() } }
            case .waiting:
                let left = merge
                return board.update { $0?.didMerge(left, isEnd: false) }
            case .end:
                let left = merge
                return board.update { $0?.didMerge(left, isEnd: true) }
            }
        }
    }
}
