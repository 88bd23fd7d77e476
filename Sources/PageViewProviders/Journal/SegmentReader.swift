#if !os(Windows) && !os(WASI)
import AnalyticsJSON

/// Reads a segment from a place on: its events, and what is none (rule JR-005). Any bytes will do.
///
/// The memory it takes has a limit: that of the longest record there can be.
package struct SegmentReader {
    let path: String
    /// Whether nobody writes to it any more. Known before it is read, so that its end is its end.
    let isClosed: Bool
    /// How far it has been read, in bytes: to the end of an item.
    private(set) var offset = 0

    private let file: OpenFile
    private var bytes: FileWindow
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
    package init(_ path: String, from start: Int = 0) throws(JournalError) {
        self.path = path
        file = try OpenFile(path, for: .readingSegment)
        isClosed = file.isUnused
        bytes = FileWindow(file)
        guard start > 0, start <= (try file.status).size, try file.isItemStart(start) else { return }
        while offset < start {
            try bytes.fill(1)
            let count = min(bytes.count, start - offset)
            // Cut off meanwhile.
            guard count > 0 else { return }
            advance(by: count)
        }
    }

    /// Whether the segment has not been removed since it was opened.
    var hasName: Bool {
        get throws(JournalError) { try file.status.hasName }
    }

    /// The next item; `nil` at the end, and at what is not yet whole while somebody writes.
    package mutating func next() throws(JournalError) -> JournalItem? {
        try bytes.fill(RecordFrame.prefixLength)
        guard bytes.count > 0 else { return nil }
        guard bytes.count >= RecordFrame.prefixLength else { return try rest() }
        guard let prefix = bytes.prefix else {
            return try problem("expected a record, found something else")
        }
        let length = RecordFrame.prefixLength + prefix.length + RecordFrame.suffixLength
        try bytes.fill(length)
        guard bytes.count >= length else { return try rest() }
        let event = RecordFrame.prefixLength..<(length - RecordFrame.suffixLength)
        let checksum = bytes.checksum(event)
        guard checksum == prefix.checksum else {
            let found = String(checksum, radix: 16)
            let expected = String(prefix.checksum, radix: 16)
            return try problem("expected an event with the checksum \(expected), found \(found)", recordEnd: length)
        }
        guard bytes.endsRecord(at: event.upperBound) else {
            return try problem("expected '}' and a line break behind the event, found others", recordEnd: length)
        }
        // Nobody writes such a one, and it may hold lines that are records.
        guard bytes.lineBreaks(upTo: length) == 1 else {
            return try problem("expected an event in one line, found one with a line break", recordEnd: length)
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

    /// What is too short for a record: torn at its end, unless lines follow.
    private mutating func rest() throws(JournalError) -> JournalItem? {
        if bytes.nextLineBreak() == nil, !isClosed { return nil }
        return try problem("expected the rest of a record, found the end of the file")
    }

    /// Passes over what is no record: to the next line that looks like one, or to the next record.
    private mutating func problem(_ message: String, recordEnd: Int? = nil) throws(JournalError) -> JournalItem? {
        let (start, firstLine, firstColumn) = (offset, line, column)
        if !isClosed, suspectedAt != start {
            // A writer that has no room takes back what it wrote of a record, and writes another there. Read in between,
            // it is half of both; a second look finds what is there.
            suspectedAt = start
            try file.seek(to: start)
            bytes = FileWindow(file)
            return try next()
        }
        // Damage may have taken the line break. Where the next record begins is known then by the length of this one.
        var limit = Int.max
        if let recordEnd {
            try bytes.fill(recordEnd + RecordFrame.markLength)
            if bytes.count >= recordEnd + RecordFrame.markLength, bytes.mayBeginRecord(at: recordEnd) {
                limit = start + recordEnd
            }
        }
        while true {
            if let lineBreak = bytes.nextLineBreak() {
                try bytes.fill(lineBreak + 1 + RecordFrame.markLength)
                advance(by: min(lineBreak + 1, limit - offset))
                if offset == limit || bytes.mayBeginRecord(at: 0) { break }
            } else {
                advance(by: min(bytes.count, limit - offset))
                if offset == limit { break }
                try bytes.fill(1)
                if bytes.count > 0 { continue }
                if isClosed { break }
                offset = start
                return nil
            }
        }
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
