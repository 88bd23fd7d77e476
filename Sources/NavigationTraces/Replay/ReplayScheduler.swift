/// What there is to do for several workers that replay one trace, and what has been done; a pure value.
///
/// Somebody reads and cuts off chunks; anybody reads a chunk into a batch; each lane applies all batches, in order, as far
/// as they are about its own sessions; and somebody puts together what has been written. Whoever has nothing to do asks
/// for the next task. No more than so many batches are there at a time, and a lane that has written much waits until that
/// has been put together.
package struct ReplayScheduler: Sendable {
    /// How many bytes of a lane may wait to be put together before it goes on.
    private static let queueLimit = 512 << 10

    /// Something to do.
    package enum Task: Sendable {
        /// Read more of the input.
        case read(ChunkReader)
        /// Read a chunk into a batch, with this reader, or with one that goes on with this notation.
        case parse(TraceChunk, number: Int, starter: BatchReader?, TraceNotation)
        /// Apply a batch, as far as it is about the lane's sessions.
        case apply(EventBatch)
        /// Put together what has been written, as far as it goes.
        case merge(OutputMerge, linesBefore: Int)
        /// Nothing is left to do.
        case end
    }

    /// How far a lane is.
    private struct Worker {
        /// The batch that it applies next, or goes on with.
        var batch = 0
        /// What it has written of batches that have not begun to be put together.
        var outputs: [(batch: Int, output: WorkerOutput, isEnd: Bool)] = []
        var waitingBytes = 0
    }

    private let maximumBatchCount: Int
    /// The input, unless somebody is reading it.
    private var input: ChunkReader?
    private var isAtEnd = false
    /// What reads the first lines, until it is known how to read the others.
    private var starter: BatchReader?
    private var notation: TraceNotation?

    private var chunkCount = 0
    private var chunks: [(number: Int, chunk: TraceChunk)] = []
    private var batches: [Int: EventBatch] = [:]
    private var workers: [Worker]
    /// The batch that is being put together, and what has been, unless somebody is at it.
    private var currentBatch = 0
    private var merge: OutputMerge?
    private var isMerging = false
    private var hasNewOutput = false
    private var linesBefore = 0
    private var isStopped = false

    /// Creates a board for so many workers.
    package init(workers count: Int, notation: TraceNotation?, chunkSize: Int = 256 << 10) {
        workers = [Worker](repeating: Worker(), count: count)
        maximumBatchCount = 2 * count + 2
        input = ChunkReader(size: chunkSize)
        starter = BatchReader(notation: notation)
    }

    /// How many workers there are.
    package var workerCount: Int { workers.count }

    /// The next task of a lane; `nil` as long as it has to wait for others.
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
        // Until it is known how to read them, one after another.
        guard let reader = starter else { return nil }
        starter = nil
        chunks.removeFirst()
        return .parse(chunk, number: number, starter: reader, .jsonLines)
    }

    /// The input has been read on.
    package mutating func didRead(_ reader: consuming ChunkReader, _ more: [TraceChunk]) {
        isAtEnd = reader.isAtEnd
        input = reader
        for chunk in more {
            chunks.append((chunkCount, chunk))
            chunkCount += 1
        }
    }

    /// The input cannot be read any further.
    package mutating func didFail(_ reader: consuming ChunkReader) {
        input = reader
        isAtEnd = true
    }

    /// A chunk has been read.
    package mutating func didParse(_ batch: EventBatch, number: Int, starter reader: BatchReader?) {
        batches[number] = batch
        if let reader {
            if reader.isPastHeader { notation = reader.notation } else { starter = reader }
        }
    }

    // MARK: Output

    /// A lane has applied its share of the batch that it was given, or as much as there is room for.
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

    /// What there is has been put together, and perhaps that was all of the batch.
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
        // A batch about which no lane has anything to say any more has an end all the same.
        if isEnd, workers.allSatisfy({ $0.batch > currentBatch }) { hasNewOutput = true }
    }

    /// The rest of the trace is of no interest.
    package mutating func stop() { isStopped = true }
}

/// Puts together what several workers write of one batch, in the order of the events.
package struct OutputMerge: Sendable {
    private static let bufferLimit = 64 << 10

    /// What one lane has written.
    private struct Queue {
        var outputs: [WorkerOutput] = []
        /// How many marks and bytes of the first one have been used.
        var usedMarks = 0
        var usedBytes = 0
        var progress = WorkerOutput.Position.before(0)
        var isAtEnd = false

        /// The place of what is next.
        var next: WorkerOutput.Position? { outputs.first.map { $0.marks[usedMarks].position } }

        /// Takes what comes before a place.
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

    /// What the merge has come to.
    package enum Step: Sendable {
        /// These bytes are to be written.
        case bytes([UInt8])
        /// A line is malformed; lines count from 1 in the batch.
        case error(TraceError)
        /// It takes more output to go on.
        case waiting
        /// All of the batch has been put together.
        case end
    }

    private var queues: [Queue]
    private var bytes: [UInt8] = []
    /// The malformed lines that have not been told, with the number of events before them.
    private var errors: [(position: Int, error: TraceError)]
    private var reportedErrorCount = 0

    init(_ batch: EventBatch, workerCount: Int) {
        queues = [Queue](repeating: Queue(), count: workerCount)
        errors = batch.interruptions.compactMap { interruption in
            guard case .error(let error) = interruption.what else { return nil }
            return (interruption.position, error)
        }
    }

    /// Takes more of what a lane has written.
    mutating func add(_ output: WorkerOutput, of worker: Int, isEnd: Bool) {
        queues[worker].progress = output.progress
        queues[worker].isAtEnd = isEnd
        if !output.marks.isEmpty { queues[worker].outputs.append(output) }
    }

    /// How many bytes of a lane wait.
    func waitingBytes(of worker: Int) -> Int { queues[worker].outputs.reduce(0) { $0 + $1.bytes.count } }

    /// Goes on as far as it can be known what comes next.
    package mutating func next() -> Step {
        var limit = queues.filter { !$0.isAtEnd }.map(\.progress).min()
        let error = reportedErrorCount < errors.count ? errors[reportedErrorCount] : nil
        let errorPosition = error.map { WorkerOutput.Position.before($0.position) }
        // A malformed line is told when all that came before it has been written.
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

    /// The lane that comes next.
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
