import NavigationTraces

extension FuzzTarget {
    /// Checks that reading in batches gives the same lines and the same output as reading line by line.
    func checkScanning(of bytes: [UInt8], _ notation: TraceNotation?, _ transcript: Transcript) throws(Violation) {
        let expected = transcript.entries.compactMap(Scanned.Line.init)
        for sizes in [PieceSizes(bytes), nil] {
            let scanned = Scanned(bytes, notation, in: sizes)
            try require(
                scanned.lines == expected, "expected \(expected) as line by line, found \(scanned.lines) in batches")
            let output = Scanned.output(of: transcript.lines)
            try require(
                scanned.output == output,
                "expected the output \(String(decoding: output, as: UTF8.self)) as line by line, found "
                    + "\(String(decoding: scanned.output, as: UTF8.self)) in batches")
        }
        for idleLimit in [1, 1_000_000_000] as [Int64] {
            let pieces = Scanned(bytes, notation, in: PieceSizes(bytes), idleLimit: idleLimit).output
            let whole = Scanned(bytes, notation, in: nil, idleLimit: idleLimit).output
            try require(
                pieces == whole,
                "expected the output \(String(decoding: whole, as: UTF8.self)) as from the whole input, found "
                    + "\(String(decoding: pieces, as: UTF8.self)) with idle sessions in pieces")
        }
    }
}

/// A trace read and replayed in batches.
struct Scanned {
    enum Line: Equatable {
        case header(TraceHeader)
        case event(TraceEvent)
        case error(TraceError)

        init?(_ entry: Transcript.Entry) {
            switch entry.outcome {
            case .success(.header(let header)): self = .header(header)
            case .success(.event(let event)): self = .event(event)
            case .success(.expectation): return nil
            case .failure(let error): self = .error(error)
            }
        }
    }

    private(set) var lines: [Line] = []
    private(set) var output: [UInt8] = []
    private var lineCount = 0

    /// Reads and replays bytes in pieces of these sizes; without sizes, in pieces as large as the buffer.
    init(_ bytes: [UInt8], _ notation: TraceNotation?, in sizes: PieceSizes?, idleLimit: Int64? = nil) {
        var chunks = ChunkReader()
        var reader = BatchReader(notation: notation)
        var batch = EventBatch()
        var worker = ReplayWorker(writesAll: true, idleLimit: idleLimit)
        var sizes = sizes
        var rest = bytes[...]
        while !chunks.isAtEnd {
            chunks.read { buffer, range in
                // Zero bytes would mean the end.
                let count = min(max(1, sizes?.next() ?? bytes.count), rest.count, range.count)
                buffer.replaceSubrange(range.prefix(count), with: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            }
            while let chunk = chunks.next() {
                reader.read(chunk, into: &batch)
                take(batch, &worker)
                chunks.recycle(batch.takeBytes())
            }
        }
    }

    private mutating func take(_ batch: EventBatch, _ worker: inout ReplayWorker) {
        for line in batch.lines {
            switch line {
            case .header(let header): lines.append(.header(header))
            case .event(let event): lines.append(.event(event))
            case .error(var error):
                error.line += lineCount
                lines.append(.error(error))
            }
        }
        lineCount += batch.lineCount
        var cursor = ReplayWorker.Cursor()
        while true {
            let stop = worker.apply(batch, from: &cursor)
            output += worker.writer.takeBytes()
            if case .end = stop { return }
        }
    }

    /// Returns the output of lines that are replayed one by one.
    static func output(of lines: [TraceLine]) -> [UInt8] {
        var replay = TraceReplay()
        var writer = RecordWriter(writesAll: true)
        for line in lines {
            switch line {
            case .header(let header): replay = TraceReplay(policy: header.policy)
            case .event(let event): for record in replay.apply(event) { writer.write(record) }
            case .expectation: break
            }
        }
        return writer.takeBytes()
    }
}
