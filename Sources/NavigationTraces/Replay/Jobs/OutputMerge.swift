/// Puts together what several lanes write of one batch, in the order of the events.
package struct OutputMerge: Sendable {
    private static let fullBuffer = 64 << 10

    /// What one lane has written.
    private struct Queue {
        var outputs: [LaneOutput] = []
        /// How many marks and bytes of the first one have been used.
        var usedMarks = 0
        var usedBytes = 0
        var progress = LaneOutput.Position.before(0)
        var isAtEnd = false

        /// The place of what is next.
        var next: LaneOutput.Position? { outputs.first.map { $0.marks[usedMarks].position } }

        /// Takes what comes before a place.
        mutating func take(until limit: LaneOutput.Position, into bytes: inout [UInt8]) {
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
                if bytes.count >= OutputMerge.fullBuffer { return }
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
    private var toldErrors = 0

    init(_ batch: EventBatch, laneCount: Int) {
        queues = [Queue](repeating: Queue(), count: laneCount)
        errors = batch.interruptions.compactMap { interruption in
            guard case .error(let error) = interruption.what else { return nil }
            return (interruption.position, error)
        }
    }

    /// Takes more of what a lane has written.
    mutating func add(_ output: LaneOutput, of lane: Int, isEnd: Bool) {
        queues[lane].progress = output.progress
        queues[lane].isAtEnd = isEnd
        if !output.marks.isEmpty { queues[lane].outputs.append(output) }
    }

    /// How many bytes of a lane wait.
    func waitingBytes(of lane: Int) -> Int { queues[lane].outputs.reduce(0) { $0 + $1.bytes.count } }

    /// Goes on as far as it can be known what comes next.
    package mutating func next() -> Step {
        var limit = queues.filter { !$0.isAtEnd }.map(\.progress).min()
        let error = toldErrors < errors.count ? errors[toldErrors] : nil
        let place = error.map { LaneOutput.Position.before($0.position) }
        // A malformed line is told when all that came before it has been written.
        let isErrorNext = place.map { place in limit.map { place <= $0 } ?? true } ?? false
        if isErrorNext { limit = place }
        while let lane = firstLane(before: limit) {
            let others = queues.indices.filter { $0 != lane }.compactMap { queues[$0].next }
            let end = ([limit] + others.map { $0 }).compactMap { $0 }.min()
            queues[lane].take(until: end ?? .of(.max), into: &bytes)
            if bytes.count >= Self.fullBuffer { return .bytes(takeBytes()) }
        }
        if !bytes.isEmpty { return .bytes(takeBytes()) }
        if isErrorNext, let error {
            toldErrors += 1
            return .error(error.error)
        }
        return limit == nil ? .end : .waiting
    }

    /// The lane that comes next.
    private func firstLane(before limit: LaneOutput.Position?) -> Int? {
        var first: (lane: Int, position: LaneOutput.Position)?
        for lane in queues.indices {
            guard let position = queues[lane].next else { continue }
            if let limit, position >= limit { continue }
            if let known = first, known.position <= position { continue }
            first = (lane, position)
        }
        return first?.lane
    }

    private mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
