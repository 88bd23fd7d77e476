/// The tasks of several workers that replay one trace, and the results of these tasks.
///
/// Each idle worker requests its next task:
///
/// - One worker at a time reads the input and splits it into chunks.
/// - Any worker parses a chunk into a batch.
/// - Each worker applies every batch, in order, to its own sessions.
/// - One worker at a time merges the outputs.
///
/// The number of unfinished batches is limited. A worker with much unmerged output waits for the merge. The scheduler is a pure
/// value; its owner synchronizes access.
package struct ReplayScheduler: Sendable {
    /// The number of unmerged bytes at which a worker stops applying events.
    private static let queueLimit = 512 << 10

    /// A task of a worker.
    package enum Task: Sendable {
        /// Read more of the input.
        case read(ChunkReader)
        /// Parse a chunk into a batch, with this reader or with a new one that continues in this notation.
        case parse(TraceChunk, number: Int, starter: BatchReader?, TraceNotation)
        /// Apply the events of a batch that belong to the worker's sessions.
        case apply(EventBatch)
        /// Merge the outputs as far as possible.
        case merge(OutputMerge, linesBefore: Int)
        /// Nothing is left to do.
        case end
    }

    /// The progress of a worker.
    private struct Worker {
        /// The number of the batch that the worker applies.
        var batch = 0
        /// The outputs that no merge has received.
        var outputs: [(batch: Int, output: WorkerOutput, isEnd: Bool)] = []
        var waitingBytes = 0
    }

    private let maximumBatchCount: Int
    /// The input, unless a worker is reading it.
    private var input: ChunkReader?
    private var isAtEnd = false
    /// The reader of the first lines. It determines the notation for all other readers.
    private var starter: BatchReader?
    private var notation: TraceNotation?

    private var chunkCount = 0
    private var chunks: [(number: Int, chunk: TraceChunk)] = []
    private var batches: [Int: EventBatch] = [:]
    private var workers: [Worker]
    /// The number of the batch that is being merged, and its merge unless a worker performs it.
    private var currentBatch = 0
    private var merge: OutputMerge?
    private var isMerging = false
    private var hasNewOutput = false
    private var linesBefore = 0
    private var isStopped = false

    /// Creates a scheduler for a number of workers.
    package init(workers count: Int, notation: TraceNotation?, chunkSize: Int = 256 << 10) {
        workers = [Worker](repeating: Worker(), count: count)
        maximumBatchCount = 2 * count + 2
        input = ChunkReader(size: chunkSize)
        starter = BatchReader(notation: notation)
    }

    /// The number of workers.
    package var workerCount: Int { workers.count }

    /// Returns the next task of a worker, or `nil` if it must wait for others.
    package mutating func nextTask(of worker: Int) -> Task? {
        if isStopped { return .end }
        if let merge = startMerge() { return .merge(merge, linesBefore: linesBefore) }
        if let batch = batches[workers[worker].batch], workers[worker].waitingBytes < Self.queueLimit {
            return .apply(batch)
        }
        if let task = startParsing() { return task }
        if let reader = input, !isAtEnd, chunkCount - currentBatch < maximumBatchCount {
            input = nil
            return .read(reader)
        }
        let isDone = isAtEnd && input != nil && currentBatch == chunkCount
        return isDone ? .end : nil
    }

    // MARK: Input

    private mutating func startParsing() -> Task? {
        guard let (number, chunk) = chunks.first else { return nil }
        if let notation {
            chunks.removeFirst()
            return .parse(chunk, number: number, starter: nil, notation)
        }
        // The first chunks are parsed one after another, until the header has passed.
        guard let reader = starter else { return nil }
        starter = nil
        chunks.removeFirst()
        return .parse(chunk, number: number, starter: reader, .jsonLines)
    }

    /// Receives the input after a worker has read more of it.
    package mutating func didRead(_ reader: consuming ChunkReader, _ more: [TraceChunk]) {
        isAtEnd = reader.isAtEnd
        input = reader
        for chunk in more {
            chunks.append((chunkCount, chunk))
            chunkCount += 1
        }
    }

    /// Receives the input after reading has failed. No more input follows.
    package mutating func didFail(_ reader: consuming ChunkReader) {
        input = reader
        isAtEnd = true
    }

    /// Receives the batch of a chunk.
    package mutating func didParse(_ batch: EventBatch, number: Int, starter reader: BatchReader?) {
        batches[number] = batch
        if let reader {
            if reader.isPastHeader { notation = reader.notation } else { starter = reader }
        }
    }

    // MARK: Output

    /// Receives what a worker has written of its batch. The worker may continue the batch later.
    package mutating func didApply(_ output: WorkerOutput, isEnd: Bool, of worker: Int) {
        let batch = workers[worker].batch
        workers[worker].waitingBytes += output.bytes.count
        workers[worker].outputs.append((batch, output, isEnd))
        if isEnd { workers[worker].batch += 1 }
        if batch == currentBatch { hasNewOutput = true }
    }

    private mutating func startMerge() -> OutputMerge? {
        guard !isMerging, hasNewOutput, let batch = batches[currentBatch] else { return nil }
        var merge = merge ?? OutputMerge(batch, workerCount: workers.count)
        for worker in workers.indices {
            while let first = workers[worker].outputs.first, first.batch == currentBatch {
                merge.add(first.output, of: worker, isEnd: first.isEnd)
                workers[worker].outputs.removeFirst()
            }
        }
        self.merge = nil
        (isMerging, hasNewOutput) = (true, false)
        return merge
    }

    /// Receives the merge of the current batch after it has progressed, or has ended.
    package mutating func didMerge(_ done: OutputMerge, isEnd: Bool) {
        isMerging = false
        if isEnd {
            linesBefore += batches[currentBatch]?.lineCount ?? 0
            batches[currentBatch] = nil
            currentBatch += 1
        } else {
            merge = done
        }
        for worker in workers.indices {
            workers[worker].waitingBytes =
                workers[worker].outputs.reduce(0) { $0 + $1.output.bytes.count }
                + (merge?.waitingBytes(of: worker) ?? 0)
            if workers[worker].outputs.first?.batch == currentBatch { hasNewOutput = true }
        }
        // The next batch may already be applied by all workers, and needs a merge even without output.
        if isEnd, workers.allSatisfy({ $0.batch > currentBatch }) { hasNewOutput = true }
    }

    /// Ends all work. The rest of the trace is not needed.
    package mutating func stop() { isStopped = true }
}

/// Merges the outputs of several workers for one batch, in the order of the events.
package struct OutputMerge: Sendable {
    private static let bufferLimit = 64 << 10

    /// The unmerged outputs of one worker.
    private struct Queue {
        var outputs: [WorkerOutput] = []
        /// The numbers of marks and bytes of the first output that have been merged.
        var usedMarks = 0
        var usedBytes = 0
        var progress = WorkerOutput.Position.before(0)
        var isAtEnd = false

        /// The position of the next output.
        var next: WorkerOutput.Position? { outputs.first.map { $0.marks[usedMarks].position } }

        /// Moves the output before a position into `bytes`.
        mutating func take(until limit: WorkerOutput.Position, into bytes: inout [UInt8]) {
            while let output = outputs.first {
                var end = usedMarks
                while end < output.marks.count, output.marks[end].position < limit { end += 1 }
                guard end > usedMarks else { return }
                bytes += output.bytes[usedBytes..<output.marks[end - 1].end]
                if end == output.marks.count {
                    outputs.removeFirst()
                    (usedMarks, usedBytes) = (0, 0)
                } else {
                    (usedMarks, usedBytes) = (end, output.marks[end - 1].end)
                }
                if bytes.count >= OutputMerge.bufferLimit { return }
            }
        }
    }

    /// A result of the merge.
    package enum Step: Sendable {
        /// Bytes to print.
        case bytes([UInt8])
        /// A malformed line to report. Its number counts from 1 in the batch.
        case error(TraceError)
        /// More output is needed to continue.
        case waiting
        /// The batch is complete.
        case end
    }

    private var queues: [Queue]
    private var bytes: [UInt8] = []
    /// The malformed lines, with the number of events before each.
    private var errors: [(position: Int, error: TraceError)]
    private var reportedErrorCount = 0

    init(_ batch: EventBatch, workerCount: Int) {
        queues = [Queue](repeating: Queue(), count: workerCount)
        errors = batch.interruptions.compactMap { interruption in
            guard case .error(let error) = interruption.what else { return nil }
            return (interruption.position, error)
        }
    }

    /// Adds an output of a worker.
    mutating func add(_ output: WorkerOutput, of worker: Int, isEnd: Bool) {
        queues[worker].progress = output.progress
        queues[worker].isAtEnd = isEnd
        if !output.marks.isEmpty { queues[worker].outputs.append(output) }
    }

    /// Returns the number of unmerged bytes of a worker.
    func waitingBytes(of worker: Int) -> Int { queues[worker].outputs.reduce(0) { $0 + $1.bytes.count } }

    /// Merges as far as the order of the output is known.
    package mutating func next() -> Step {
        var limit = queues.filter { !$0.isAtEnd }.map(\.progress).min()
        let error = reportedErrorCount < errors.count ? errors[reportedErrorCount] : nil
        let errorPosition = error.map { WorkerOutput.Position.before($0.position) }
        // A malformed line is reported after all output before it.
        let isErrorNext = errorPosition.map { position in limit.map { position <= $0 } ?? true } ?? false
        if isErrorNext { limit = errorPosition }
        while let worker = firstWorker(before: limit) {
            let others = queues.indices.filter { $0 != worker }.compactMap { queues[$0].next }
            let end = ([limit] + others.map { $0 }).compactMap { $0 }.min()
            queues[worker].take(until: end ?? .of(.max), into: &bytes)
            if bytes.count >= Self.bufferLimit { return .bytes(takeBytes()) }
        }
        if !bytes.isEmpty { return .bytes(takeBytes()) }
        if isErrorNext, let error {
            reportedErrorCount += 1
            return .error(error.error)
        }
        return limit == nil ? .end : .waiting
    }

    /// Returns the worker whose output is next.
    private func firstWorker(before limit: WorkerOutput.Position?) -> Int? {
        var first: (worker: Int, position: WorkerOutput.Position)?
        for worker in queues.indices {
            guard let position = queues[worker].next else { continue }
            if let limit, position >= limit { continue }
            if let known = first, known.position <= position { continue }
            first = (worker, position)
        }
        return first?.worker
    }

    private mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
