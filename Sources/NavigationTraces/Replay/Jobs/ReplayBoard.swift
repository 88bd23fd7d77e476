/// What there is to do for several lanes that replay one trace, and what has been done; a pure value.
///
/// Somebody reads and cuts off chunks; anybody reads a chunk into a batch; each lane applies all batches, in order, as far
/// as they are about its own sessions; and somebody puts together what has been written. Whoever has nothing to do asks
/// for the next task. No more than so many batches are there at a time, and a lane that has written much waits until that
/// has been put together.
package struct ReplayBoard: Sendable {
    /// How many bytes of a lane may wait to be put together before it goes on.
    private static let fullQueue = 512 << 10

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
    private struct Lane {
        /// The batch that it applies next, or goes on with.
        var batch = 0
        /// What it has written of batches that have not begun to be put together.
        var outputs: [(batch: Int, output: LaneOutput, isEnd: Bool)] = []
        var waitingBytes = 0
    }

    private let longest: Int
    /// The input, unless somebody is reading it.
    private var input: ChunkReader?
    private var isAtEnd = false
    /// What reads the first lines, until it is known how to read the others.
    private var starter: BatchReader?
    private var notation: TraceNotation?

    private var chunkCount = 0
    private var chunks: [(number: Int, chunk: TraceChunk)] = []
    private var batches: [Int: EventBatch] = [:]
    private var lanes: [Lane]
    /// The batch that is being put together, and what has been, unless somebody is at it.
    private var head = 0
    private var merge: OutputMerge?
    private var isMerging = false
    private var hasNews = false
    private var linesBefore = 0
    private var isStopped = false

    /// Creates a board for so many lanes.
    package init(lanes count: Int, notation: TraceNotation?, chunkSize: Int = 256 << 10) {
        lanes = [Lane](repeating: Lane(), count: count)
        longest = 2 * count + 2
        input = ChunkReader(size: chunkSize)
        starter = BatchReader(notation: notation)
    }

    /// How many lanes there are.
    package var laneCount: Int { lanes.count }

    /// The next task of a lane; `nil` as long as it has to wait for others.
    package mutating func nextTask(of lane: Int) -> Task? {
        if isStopped { return .end }
        if let merge = startMerge() { return .merge(merge, linesBefore: linesBefore) }
        if let batch = batches[lanes[lane].batch], lanes[lane].waitingBytes < Self.fullQueue { return .apply(batch) }
        if let task = startParsing() { return task }
        if let reader = input, !isAtEnd, chunkCount - head < longest {
            input = nil
            return .read(reader)
        }
        let isDone = isAtEnd && input != nil && head == chunkCount
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
            if reader.isSettled { notation = reader.notation } else { starter = reader }
        }
    }

    // MARK: Output

    /// A lane has applied its share of the batch that it was given, or as much as there is room for.
    package mutating func didApply(_ output: LaneOutput, isEnd: Bool, of lane: Int) {
        let batch = lanes[lane].batch
        lanes[lane].waitingBytes += output.bytes.count
        lanes[lane].outputs.append((batch, output, isEnd))
        if isEnd { lanes[lane].batch += 1 }
        if batch == head { hasNews = true }
    }

    private mutating func startMerge() -> OutputMerge? {
        guard !isMerging, hasNews, let batch = batches[head] else { return nil }
        var merge = merge ?? OutputMerge(batch, laneCount: lanes.count)
        for lane in lanes.indices {
            while let first = lanes[lane].outputs.first, first.batch == head {
                merge.add(first.output, of: lane, isEnd: first.isEnd)
                lanes[lane].outputs.removeFirst()
            }
        }
        self.merge = nil
        (isMerging, hasNews) = (true, false)
        return merge
    }

    /// What there is has been put together, and perhaps that was all of the batch.
    package mutating func didMerge(_ done: OutputMerge, isEnd: Bool) {
        isMerging = false
        if isEnd {
            linesBefore += batches[head]?.lineCount ?? 0
            batches[head] = nil
            head += 1
        } else {
            merge = done
        }
        for lane in lanes.indices {
            lanes[lane].waitingBytes =
                lanes[lane].outputs.reduce(0) { $0 + $1.output.bytes.count } + (merge?.waitingBytes(of: lane) ?? 0)
            if lanes[lane].outputs.first?.batch == head { hasNews = true }
        }
        // A batch about which no lane has anything to say any more has an end all the same.
        if isEnd, lanes.allSatisfy({ $0.batch > head }) { hasNews = true }
    }

    /// The rest of the trace is of no interest.
    package mutating func stop() { isStopped = true }
}
