import AnalyticsJSON

/// Reads chunks: the lines that nearly all are like by a scanner, every other one by the general reader.
package struct BatchReader: Sendable {
    private var lines: LineReader
    private var scanner = EventScanner()

    /// Creates a reader; without a notation the first line tells.
    package init(notation: TraceNotation?) {
        lines = LineReader(notation: notation)
    }

    /// Creates a reader that goes on in the middle of a trace.
    package init(continuing notation: TraceNotation) {
        lines = LineReader(continuing: notation)
    }

    /// The notation, once it is known.
    package var notation: TraceNotation? { lines.notation }

    /// Whether it can go on with any chunk of the trace, so that others can read some of them.
    package var isSettled: Bool { lines.isSettled }

    /// Reads the lines of a chunk into a batch, in the place of what that held.
    package mutating func read(_ chunk: consuming TraceChunk, into batch: inout EventBatch) {
        let (range, isRefused) = (chunk.range, chunk.isRefusedLine)
        batch.reset(chunk.bytes)
        if isRefused {
            batch.lineCount = 1
            batch.interrupt(.error(TraceError.longLine(1)))
            return
        }
        var at = range.lowerBound
        while at < range.upperBound {
            if lines.isSettled, lines.notation == .jsonLines {
                let bytes = batch.bytes[...]
                at = scanner.scan(
                    bytes.span, from: at, to: range.upperBound, events: &batch.events, details: &batch.details)
                guard at < range.upperBound else { break }
            }
            let end = batch.bytes[at...].firstIndex(of: 0x0A) ?? range.upperBound
            readLine(at..<(end > at && batch.bytes[end - 1] == 0x0D ? end - 1 : end), into: &batch)
            at = end + 1
        }
        batch.lineCount += batch.events.count
    }

    private mutating func readLine(_ range: Range<Int>, into batch: inout EventBatch) {
        batch.lineCount += 1
        do {
            switch try lines.read(batch.bytes, range) {
            case .event(let event):
                batch.append(event, seed: scanner.seed)
                // It is counted among the events.
                batch.lineCount -= 1
            case .header(let header): batch.interrupt(.header(header))
            case .expectation, nil: break
            }
        } catch {
            let line = batch.lineCount + batch.events.count
            batch.interrupt(
                .error(
                    TraceError(line: line, column: error.offset - range.lowerBound + 1, message: error.message)))
        }
    }
}
