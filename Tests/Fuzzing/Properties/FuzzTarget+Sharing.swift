import NavigationTraces

extension FuzzTarget {
    /// Checks that a trace gives the same output on several workers as on one, in any order of their tasks.
    func checkSharing(of bytes: [UInt8], _ notation: TraceNotation?) throws(Violation) {
        for (count, idleLimit) in [(1, nil), (2, 1_000_000_000), (3, 1)] as [(Int, Int64?)] {
            let alone = Shared(Scanned(bytes, notation, in: nil, idleLimit: idleLimit))
            let shared = Shared(bytes, notation, workers: count, idleLimit: idleLimit)
            try require(shared == alone, "expected \(alone) as with one worker, found \(shared) with \(count) workers")
        }
    }
}

/// A trace replayed by several workers in turn, in an arbitrary order that is the same for the same bytes.
struct Shared: Equatable {
    private var output: [UInt8] = []
    private var errors: [TraceError] = []
    private var isStuck = false

    init(_ bytes: [UInt8], _ notation: TraceNotation?, workers count: Int, idleLimit: Int64?) {
        var scheduler = ReplayScheduler(workers: count, notation: notation, chunkSize: 1 + bytes.count / 5)
        var rest = bytes[...]
        let workers = (0..<count).map { Worker(number: $0, count: count, idleLimit: idleLimit) }
        var choices = PieceSizes(bytes)
        // The tasks that are assigned but not done.
        var open: [(worker: Int, task: ReplayScheduler.Task)] = []
        while true {
            var ended = 0
            for worker in workers.indices where !open.contains(where: { $0.worker == worker }) {
                switch scheduler.nextTask(of: worker) {
                case .end: ended += 1
                case let task?: open.append((worker, task))
                case nil: break
                }
            }
            guard !open.isEmpty else {
                isStuck = ended < count
                return
            }
            let next = open.remove(at: choices.next() % open.count)
            workers[next.worker].perform(next.task, &scheduler, &rest, &output, &errors)
        }
    }

    /// Converts the result of one worker.
    init(_ scanned: Scanned) {
        output = scanned.output
        errors = scanned.lines.compactMap { if case .error(let error) = $0 { error } else { nil } }
    }

    static func == (left: Shared, right: Shared) -> Bool {
        left.output == right.output && left.errors == right.errors && !left.isStuck && !right.isStuck
    }
}

extension Shared: CustomStringConvertible {
    var description: String {
        (isStuck ? "a standstill after " : "") + "\(String(decoding: output, as: UTF8.self)) and \(errors)"
    }
}

/// The state of one worker's thread.
private final class Worker {
    private let number: Int
    private var replay: ReplayWorker
    private var cursor = ReplayWorker.Cursor()

    init(number: Int, count: Int, idleLimit: Int64?) {
        self.number = number
        replay = ReplayWorker(writesAll: true, idleLimit: idleLimit, share: (number, count))
    }

    func perform(
        _ task: ReplayScheduler.Task, _ scheduler: inout ReplayScheduler, _ rest: inout ArraySlice<UInt8>,
        _ output: inout [UInt8],
        _ errors: inout [TraceError]
    ) {
        switch task {
        case .end: break
        case .read(var chunks):
            chunks.read { buffer, range in
                let count = min(rest.count, range.count)
                buffer.replaceSubrange(range.prefix(count), with: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            }
            var more: [TraceChunk] = []
            while let chunk = chunks.next() { more.append(chunk) }
            scheduler.didRead(chunks, more)
        case .parse(let chunk, let place, let starter, let notation):
            var reader = starter ?? BatchReader(continuing: notation)
            var batch = EventBatch()
            reader.read(chunk, into: &batch)
            scheduler.didParse(batch, number: place, starter: starter == nil ? nil : reader)
        case .apply(let batch):
            let (written, isEnd) = replay.applyShare(batch, from: &cursor)
            if isEnd { cursor = ReplayWorker.Cursor() }
            scheduler.didApply(written, isEnd: isEnd, of: number)
        case .merge(var merge, let lines):
            while true {
                switch merge.next() {
                case .bytes(let bytes): output += bytes
                case .error(var error):
                    error.line += lines
                    errors.append(error)
                case .waiting: return scheduler.didMerge(merge, isEnd: false)
                case .end: return scheduler.didMerge(merge, isEnd: true)
                }
            }
        }
    }
}
