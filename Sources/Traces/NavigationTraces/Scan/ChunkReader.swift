import AnalyticsJSON

/// Splits the bytes of a file into chunks of whole lines.
///
///     while !chunks.isAtEnd {
///         try chunks.read { buffer, range in try file.read(into: &buffer, range) }
///         while let chunk = chunks.next() { … }
///     }
package struct ChunkReader: Sendable {
    /// The number of bytes to read at a time.
    private let size: Int

    /// The bytes that are not yet in a chunk, followed by free capacity.
    private var bytes: [UInt8] = []
    private var start = 0
    private var end = 0
    /// The position up to which there is no line feed.
    private var searched = 0
    private var isAtStart = true
    /// Whether the reader is skipping the rest of a line that is too long.
    private var isSkipping = false
    private var isFinished = false
    /// The memory of an earlier chunk, for reuse.
    private var spare: [UInt8] = []

    /// The number of bytes that most readers read at a time.
    package static var defaultSize: Int { 128 << 10 }

    /// Creates a reader that reads this number of bytes at a time.
    package init(size: Int = defaultSize) {
        self.size = size
    }

    /// Reads more of the input.
    ///
    /// `body` fills the given range from its beginning, and returns the number of bytes. 0 means the end of the input.
    package mutating func read<Failure: Error>(
        _ body: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        let needed = end + size + ByteSpan.padding
        if bytes.count < needed { bytes += [UInt8](repeating: 0, count: needed - bytes.count) }
        let count = try body(&bytes, end..<(bytes.count - ByteSpan.padding))
        end += count
        if count == 0 { finish() }
    }

    /// Appends more of the input.
    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeSubrange(end...)
        bytes.append(contentsOf: more)
        end = bytes.count
    }

    /// Whether the whole input has been read.
    package var isAtEnd: Bool { isFinished }

    /// Ends the input. A last line without a line feed gets one.
    package mutating func finish() {
        isFinished = true
        if bytes.count == end { bytes.append(0) }
        guard end > 0, bytes[end - 1] != 0x0A else { return }
        bytes[end] = 0x0A
        end += 1
    }

    /// Takes the memory of a chunk for reuse.
    package mutating func recycle(_ bytes: consuming [UInt8]) { spare = bytes }

    /// Returns the whole lines so far, or `nil` if more input is needed.
    package mutating func next() -> TraceChunk? {
        guard skipByteOrderMark() else { return nil }
        if isSkipping, !skipRestOfLine() { return nil }
        guard let newline = lastNewline() else {
            searched = end
            // The next byte may be the carriage return of the line end.
            guard end - start > TraceReader.longestLine + 1 else { return nil }
            (start, end, searched) = (0, 0, 0)
            isSkipping = true
            return TraceChunk(isTooLongLine: true)
        }
        // Only the first line can be too long, because such a line takes many reads. A piece that is appended may have others.
        if newline - start > TraceReader.longestLine, let after = endOfLongLine() {
            start = after
            return TraceChunk(isTooLongLine: true)
        }
        return cut(at: newline + 1)
    }

    /// Returns the lines before a position. The rest moves to other memory.
    private mutating func cut(at offset: Int) -> TraceChunk {
        let rest = end - offset
        var other: [UInt8] = []
        swap(&other, &spare)
        let capacity = rest + size + ByteSpan.padding
        if other.count < capacity { other = [UInt8](repeating: 0, count: capacity) }
        for index in 0..<rest { other[index] = bytes[offset + index] }
        swap(&other, &bytes)
        defer { (start, end, searched) = (0, rest, rest) }
        return TraceChunk(bytes: other, range: start..<offset)
    }

    /// Returns the position of the last line feed after `searched`.
    private func lastNewline() -> Int? {
        var index = end
        let first = max(start, searched)
        while index > first {
            index -= 1
            if bytes[index] == 0x0A { return index }
        }
        return nil
    }

    /// Returns the position after the first line, if that line is too long.
    private func endOfLongLine() -> Int? {
        guard let newline = bytes[start..<end].firstIndex(of: 0x0A) else { return nil }
        let length = newline - start - (newline > start && bytes[newline - 1] == 0x0D ? 1 : 0)
        return length > TraceReader.longestLine ? newline + 1 : nil
    }

    /// Skips the rest of a line that is too long. Returns whether it reached the end of the line.
    private mutating func skipRestOfLine() -> Bool {
        guard let newline = bytes[start..<end].firstIndex(of: 0x0A) else {
            (start, end, searched) = (0, 0, 0)
            return false
        }
        start = newline + 1
        isSkipping = false
        return true
    }

    /// Skips a byte-order mark. Returns `false` if more input is needed to decide.
    private mutating func skipByteOrderMark() -> Bool {
        guard isAtStart else { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        // The bytes so far may be the beginning of a byte-order mark.
        if end < mark.count, !isFinished, mark.starts(with: bytes[..<end]) { return false }
        isAtStart = false
        if bytes[..<end].starts(with: mark) { start = mark.count }
        return true
    }
}

/// Some whole lines of a file, as raw bytes.
package struct TraceChunk: Sendable {
    /// The lines, followed by unused bytes.
    package private(set) var bytes: [UInt8] = []
    /// The range of the lines. The last line includes its line feed.
    package private(set) var range = 0..<0
    /// Whether the chunk stands for one line that is too long.
    package private(set) var isTooLongLine = false

    /// Creates a chunk without lines.
    package init() {}

    fileprivate init(bytes: [UInt8], range: Range<Int>) {
        (self.bytes, self.range) = (bytes, range)
    }

    fileprivate init(isTooLongLine: Bool) {
        self.isTooLongLine = isTooLongLine
    }

    /// Returns and removes the memory of the chunk.
    package mutating func takeBytes() -> [UInt8] {
        defer { self = TraceChunk() }
        return bytes
    }

    /// Removes the first line. Returns its range, without the line end.
    package mutating func takeLine() -> Range<Int> {
        let line = bytes.line(in: range)
        range = line.next..<range.upperBound
        return line.range
    }
}

extension [UInt8] {
    /// Returns the first line of a range of whole lines, without its line end, and the position after that.
    fileprivate func line(in lines: Range<Int>) -> (range: Range<Int>, next: Int) {
        let start = lines.lowerBound
        let end = self[lines].firstIndex(of: 0x0A) ?? lines.upperBound - 1
        return (start..<(end > start && self[end - 1] == 0x0D ? end - 1 : end), end + 1)
    }
}

/// Parses chunks into batches.
///
/// A fast scanner reads the lines that have a common form. The general reader reads all others.
package struct BatchReader: Sendable {
    private var lines: LineReader
    private var scanner = EventScanner()

    /// Creates a reader. Without a notation, the first line determines it.
    package init(notation: TraceNotation?) {
        lines = LineReader(notation: notation)
    }

    /// Creates a reader that continues in the middle of a trace.
    package init(continuing notation: TraceNotation) {
        lines = LineReader(continuing: notation)
    }

    /// The notation; `nil` until the first line has determined it.
    package var notation: TraceNotation? { lines.notation }

    /// Whether the header has passed, so that other readers can parse the next chunks.
    package var isPastHeader: Bool { lines.isPastHeader }

    /// Parses the lines of a chunk into a batch, and replaces the contents of the batch.
    package mutating func read(_ chunk: consuming TraceChunk, into batch: inout EventBatch) {
        let (range, isTooLong) = (chunk.range, chunk.isTooLongLine)
        batch.reset(chunk.takeBytes())
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
            let line = batch.bytes.line(in: at..<range.upperBound)
            readLine(line.range, into: &batch)
            at = line.next
        }
        batch.lineCount += batch.events.count
    }

    private mutating func readLine(_ range: Range<Int>, into batch: inout EventBatch) {
        batch.lineCount += 1
        do {
            switch try lines.read(batch.bytes, range) {
            case .event(let event):
                batch.append(event, seed: scanner.seed)
                // The line is counted as an event.
                batch.lineCount -= 1
            case .header(let header): batch.interrupt(.header(header))
            case .expectation, nil: break
            }
        } catch {
            let line = batch.lineCount + batch.events.count
            batch.interrupt(.error(TraceError(error, in: range, line: line)))
        }
    }
}
