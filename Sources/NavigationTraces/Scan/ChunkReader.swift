import AnalyticsJSON

/// Cuts what is read of a trace into chunks of whole lines.
///
///     while !chunks.isAtEnd {
///         try chunks.read { buffer, range in try file.read(into: &buffer, range) }
///         while let chunk = chunks.next() { … }
///     }
package struct ChunkReader: Sendable {
    /// How much is read at a time.
    private let size: Int

    /// What has been read and not been cut off, and behind it room.
    private var bytes: [UInt8] = []
    private var start = 0
    private var end = 0
    /// How far there is no line feed.
    private var searched = 0
    private var isAtStart = true
    /// Whether the rest of a line that is too long is being passed over.
    private var isSkipping = false
    private var isFinished = false
    /// Memory of chunks that have been read.
    private var spare: [UInt8] = []

    /// Creates a reader that reads so many bytes at a time.
    package init(size: Int = 128 << 10) {
        self.size = size
    }

    /// Reads more: `body` fills a part of the bytes from the beginning of that part on and returns how many, 0 at the end.
    package mutating func read<Failure: Error>(
        _ body: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        let needed = end + size + ByteSpan.padding
        if bytes.count < needed { bytes.append(contentsOf: repeatElement(0, count: needed - bytes.count)) }
        let count = try body(&bytes, end..<(bytes.count - ByteSpan.padding))
        end += count
        if count == 0 { finish() }
    }

    /// Whether all has been read.
    package var isAtEnd: Bool { isFinished }

    private mutating func finish() {
        isFinished = true
        // The last line ends with the input; without a line feed of its own it gets one, where there was room to read.
        guard end > 0, bytes[end - 1] != 0x0A else { return }
        bytes[end] = 0x0A
        end += 1
    }

    /// Gives the memory of a chunk back.
    package mutating func recycle(_ bytes: consuming [UInt8]) { spare = bytes }

    /// The lines that are whole, or `nil` if it takes more to have one.
    package mutating func next() -> TraceChunk? {
        guard skipByteOrderMark() else { return nil }
        if isSkipping, !skipRestOfLine() { return nil }
        guard let newline = lastNewline() else {
            searched = end
            // One more byte may be the carriage return before the end.
            guard end - start > TraceReader.longestLine + 1 else { return nil }
            (start, end, searched) = (0, 0, 0)
            isSkipping = true
            return TraceChunk(bytes: [], range: 0..<0, isTooLongLine: true)
        }
        // Only the first line can be that long: it takes many readings.
        if newline - start > TraceReader.longestLine, let after = endOfLongLine() {
            start = after
            return TraceChunk(bytes: [], range: 0..<0, isTooLongLine: true)
        }
        return cut(at: newline + 1)
    }

    /// Cuts off what lies before a place. The rest goes on in other memory.
    private mutating func cut(at offset: Int) -> TraceChunk {
        let rest = end - offset
        var other: [UInt8] = []
        swap(&other, &spare)
        let capacity = rest + size + ByteSpan.padding
        if other.count < capacity { other.append(contentsOf: repeatElement(0, count: capacity - other.count)) }
        for index in 0..<rest { other[index] = bytes[offset + index] }
        swap(&other, &bytes)
        defer { (start, end, searched) = (0, rest, rest) }
        return TraceChunk(bytes: other, range: start..<offset)
    }

    /// Where the last line feed is among what has not been searched.
    private func lastNewline() -> Int? {
        var index = end
        let first = max(start, searched)
        while index > first {
            index -= 1
            if bytes[index] == 0x0A { return index }
        }
        return nil
    }

    /// Where the first line ends, with its line feed, if it is too long.
    private func endOfLongLine() -> Int? {
        guard let newline = bytes[start..<end].firstIndex(of: 0x0A) else { return nil }
        let length = newline - start - (newline > start && bytes[newline - 1] == 0x0D ? 1 : 0)
        return length > TraceReader.longestLine ? newline + 1 : nil
    }

    /// Passes over the rest of a line that is too long; whether it has come to its end.
    private mutating func skipRestOfLine() -> Bool {
        guard let newline = bytes[start..<end].firstIndex(of: 0x0A) else {
            (start, end, searched) = (0, 0, 0)
            return false
        }
        start = newline + 1
        isSkipping = false
        return true
    }

    /// Passes over the mark that some files begin with; whether it is known that there is none, or no more.
    private mutating func skipByteOrderMark() -> Bool {
        guard isAtStart else { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        // As long as what is there may be the beginning of one, it takes more to tell.
        if end < mark.count, !isFinished, mark.starts(with: bytes[..<end]) { return false }
        isAtStart = false
        if bytes[..<end].starts(with: mark) { start = mark.count }
        return true
    }
}

/// Some whole lines of a trace, as they stand in the file.
package struct TraceChunk: Sendable {
    /// The lines, and behind them what need not be anything.
    var bytes: [UInt8]
    /// Where the lines begin and end; the last one has its line feed.
    var range: Range<Int>
    /// Whether it stands for one line that is too long to be read.
    var isTooLongLine = false
}

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
    package var isPastHeader: Bool { lines.isPastHeader }

    /// Reads the lines of a chunk into a batch, in the place of what that held.
    package mutating func read(_ chunk: consuming TraceChunk, into batch: inout EventBatch) {
        let (range, isTooLong) = (chunk.range, chunk.isTooLongLine)
        batch.reset(chunk.bytes)
        if isTooLong {
            batch.lineCount = 1
            batch.interrupt(.error(TraceError.longLine(1)))
            return
        }
        var at = range.lowerBound
        while at < range.upperBound {
            if lines.isPastHeader, lines.notation == .jsonLines {
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
