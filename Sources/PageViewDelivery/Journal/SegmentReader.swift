#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// Reads a segment from a place on: its events, and what is none (rule JR-005). Any bytes will do.
///
/// The memory it takes has a limit: that of the longest record there can be.
package struct SegmentReader {
    let path: String
    /// Whether nobody writes to it any more. Known before it is read, so that its end is its end.
    let isClosed: Bool
    /// How far it has been read, in bytes: to the end of an item.
    package private(set) var offset = 0

    private let file: any OpenFile
    private var bytes: FileWindow
    /// How large it was when it was opened: a writer takes back only what is at the end.
    private let sizeAtOpen: Int
    /// Where a problem was found that may have come of reading while somebody wrote.
    private var suspectedAt: Int?
    /// The line at which the next item begins.
    private(set) var line = 1
    /// Where that line begins. The item may begin later: a line break can be damaged, too.
    private var lineStart = 0
    /// The byte of the line at which the next item begins.
    private var column: Int { offset - lineStart + 1 }

    /// Opens a segment; a place behind its end, or where neither a line nor a record begins, cannot be meant, so that
    /// all of it is read.
    package init(
        _ path: String, from start: Int = 0, in files: any FileSystem = SystemFileSystem()
    ) throws(JournalError) {
        self.path = path
        file = try files.open(path, for: .reading)
        isClosed = file.isUnused
        bytes = FileWindow(file)
        sizeAtOpen = try file.status.size
        guard start > 0, start <= sizeAtOpen, try Self.isItemStart(start, in: file) else { return }
        while offset < start {
            try bytes.fill(1)
            let count = min(bytes.count, start - offset)
            // Cut off meanwhile.
            guard count > 0 else { return }
            advance(by: count)
        }
    }

    /// Whether an item can begin at a place: a line, or a record in front of which the line break is damaged. Moves to the
    /// beginning of the file.
    private static func isItemStart(_ offset: Int, in file: any OpenFile) throws(JournalError) -> Bool {
        try file.seek(to: offset - 1)
        let read = try file.read(1 + RecordFrame.markLength)[...]
        try file.seek(to: 0)
        return !read.isEmpty && (read[0] == 0x0A || RecordFrame.mayBegin(in: read.span, at: 1, end: read.count))
    }

    /// Whether the segment has not been removed since it was opened.
    var hasName: Bool {
        get throws(JournalError) { try file.status.hasName }
    }

    /// The next item; `nil` at the end, and at what is not yet whole while somebody writes.
    ///
    /// What a record claims of its length is compared with the length of its line before anything else. So the reader looks at
    /// every byte a fixed number of times, whatever the bytes claim.
    package mutating func next() throws(JournalError) -> JournalItem? {
        let lineBreak = try bytes.fillLine(atMost: RecordFrame.longestRecord)
        guard bytes.count > 0 else { return nil }
        let isTorn = lineBreak == nil && bytes.count < RecordFrame.longestRecord
        // Nobody has written the rest of the line yet.
        if isTorn, !isClosed { return nil }
        let lineLength = lineBreak.map { $0 + 1 } ?? bytes.count
        guard lineLength >= RecordFrame.prefixLength, let prefix = bytes.prefix else {
            return try problem(isTorn ? Self.torn : "expected a record, found something else")
        }
        let length = RecordFrame.prefixLength + prefix.length + RecordFrame.suffixLength
        guard length == lineLength, lineBreak != nil else {
            if isTorn, length >= lineLength { return try problem(Self.torn) }
            let message = "expected a record of \(length) bytes, found a line of \(lineLength)"
            return try problem(message, recordEnd: length)
        }
        let event = RecordFrame.prefixLength..<(length - RecordFrame.suffixLength)
        let checksum = bytes.checksum(event)
        guard checksum == prefix.checksum else {
            let found = String(checksum, radix: 16)
            let expected = String(prefix.checksum, radix: 16)
            return try problem("expected an event with the checksum \(expected), found \(found)")
        }
        guard bytes.endsRecord(at: event.upperBound) else {
            return try problem("expected '}' and a line break behind the event, found others")
        }
        do throws(LineError) {
            let event = try bytes.read(event)
            advanceByRecord(length)
            return .event(event)
        } catch {
            let column = column + RecordFrame.prefixLength + error.offset
            let problem = self.problem(error.message, column: column, at: offset, line: line, length: length)
            advanceByRecord(length)
            return .problem(problem)
        }
    }

    private static let torn = "expected the rest of a record, found the end of the file"

    /// Passes over what is no record: to the next line that looks like one.
    ///
    /// - Parameter recordEnd: Where the record ends by its own length. If another one begins there, damage has taken the line break
    ///   in between.
    private mutating func problem(_ message: String, recordEnd: Int? = nil) throws(JournalError) -> JournalItem? {
        let (start, firstLine, firstColumn) = (offset, line, column)
        let reach = start + (bytes.nextLineBreak().map { $0 + 1 } ?? bytes.count)
        if !isClosed, suspectedAt != start, reach >= sizeAtOpen {
            // A writer that has no room takes back what it wrote of a record, and writes another there. Read in between,
            // it is half of both; a second look finds what is there.
            suspectedAt = start
            try file.seek(to: start)
            bytes = FileWindow(file)
            return try next()
        }
        var limit = Int.max
        if let recordEnd {
            try bytes.fill(recordEnd + RecordFrame.markLength)
            let isThere = bytes.count >= recordEnd + RecordFrame.markLength
            if isThere, bytes.mayBeginRecord(at: recordEnd) { limit = start + recordEnd }
        }
        repeat {
            let lineBreak = bytes.nextLineBreak()
            if let lineBreak { try bytes.fill(lineBreak + 1 + RecordFrame.markLength) }
            advance(by: min(lineBreak.map { $0 + 1 } ?? bytes.count, limit - offset))
            if offset == limit || (lineBreak != nil && bytes.mayBeginRecord(at: 0)) { break }
            try bytes.fill(1)
            if bytes.count == 0, !isClosed {
                offset = start
                return nil
            }
        } while bytes.count > 0
        return .problem(
            problem(message, column: firstColumn, at: start, line: firstLine, length: offset - start))
    }

    private func problem(_ message: String, column: Int, at start: Int, line: Int, length: Int) -> JournalProblem {
        JournalProblem(path: path, line: line, column: column, offset: start, length: length, message: message)
    }

    /// Is done with a record, which is a line to its end.
    private mutating func advanceByRecord(_ length: Int) {
        bytes.drop(length)
        offset += length
        line += 1
        lineStart = offset
    }

    private mutating func advance(by count: Int) {
        line += bytes.lineBreaks(upTo: count)
        if let lineBreak = bytes.lastLineBreak(upTo: count) { lineStart = offset + lineBreak + 1 }
        bytes.drop(count)
        offset += count
    }
}
#endif
