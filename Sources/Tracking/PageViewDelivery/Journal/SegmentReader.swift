#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// Reads the events and problems of a segment from an offset on; accepts any bytes, in memory for a few records (JR-005).
package struct SegmentReader {
    let path: String
    /// The offset behind the last item, in bytes.
    package private(set) var offset = 0

    private let file: any OpenFile
    private var bytes: FileWindow
    /// Whether no process had the lock before the first read, but after `sizeAtOpen` was determined.
    private let isUnlocked: Bool
    /// The size when the segment was opened. A writing process removes bytes only behind this size.
    private let sizeAtOpen: Int
    /// The offset of a problem that may only be a write in progress.
    private var suspectedAt: Int?
    /// The line of the next item, and its offset. The item may begin later in it, if the line break before the item is damaged.
    private(set) var line = 1
    private var lineStart = 0
    private var column: Int { offset - lineStart + 1 }

    /// Whether no process writes to the segment, so that its end is final. A process locks a segment a moment after it has
    /// created it. So a segment that was empty and is no longer is in use.
    var isClosed: Bool { isUnlocked && (sizeAtOpen > 0 || (offset == 0 && bytes.count == 0)) }

    /// Opens a segment at an offset. Reads all of it if no line or record begins at that offset.
    package init(
        _ path: String, from start: Int = 0, in files: any FileSystem = SystemFileSystem()
    ) throws(JournalError) {
        self.path = path
        file = try files.open(path, for: .reading)
        sizeAtOpen = try file.status.size
        isUnlocked = file.isUnused
        bytes = FileWindow(file)
        guard start > 0, start <= sizeAtOpen, try Self.isItemStart(start, in: file) else { return }
        while offset < start {
            try bytes.fill(1)
            let count = min(bytes.count, start - offset)
            // The file was cut off meanwhile.
            guard count > 0 else { return }
            advance(by: count)
        }
    }

    /// Returns whether an item can begin at an offset: a line, or a record behind a damaged line break. Then moves to the
    /// beginning of the file.
    private static func isItemStart(_ offset: Int, in file: any OpenFile) throws(JournalError) -> Bool {
        try file.seek(to: offset - 1)
        let read = try file.read(1 + RecordFrame.markLength)[...]
        try file.seek(to: 0)
        return !read.isEmpty && (read[0] == 0x0A || RecordFrame.mayBegin(read.dropFirst()))
    }

    var hasName: Bool {
        get throws(JournalError) { try file.status.hasName }
    }

    /// Returns the next item; `nil` at the end, and at an incomplete record that a process may be writing. Compares the claimed
    /// length with that of the line first. So it reads each byte a fixed number of times, whatever the bytes claim.
    package mutating func next() throws(JournalError) -> JournalItem? {
        let lineBreak = try bytes.fillLine(atMost: RecordFrame.longestRecord)
        guard bytes.count > 0 else { return nil }
        let isTorn = lineBreak == nil && bytes.count < RecordFrame.longestRecord
        // The rest of the line is not written yet.
        if isTorn, !isClosed { return nil }
        // No variable holds the unread bytes. Otherwise, the next read of the file would copy all of them.
        let lineLength = lineBreak.map { $0 + 1 } ?? bytes.count
        guard let prefix = RecordFrame.prefix(of: bytes.unread.prefix(lineLength)) else {
            return try skipProblem(isTorn ? Self.torn : "expected a record, found something else")
        }
        let length = RecordFrame.prefixLength + prefix.length + RecordFrame.suffixLength
        guard length == lineLength, lineBreak != nil else {
            if isTorn, length >= lineLength { return try skipProblem(Self.torn) }
            let message = "expected a record of \(length) bytes, found a line of \(lineLength)"
            return try skipProblem(message, recordEnd: length)
        }
        let checksum = CRC32C.checksum(bytes.unread.dropFirst(RecordFrame.prefixLength).prefix(prefix.length))
        guard checksum == prefix.checksum else {
            let found = String(checksum, radix: 16)
            let expected = String(prefix.checksum, radix: 16)
            return try skipProblem("expected an event with the checksum \(expected), found \(found)")
        }
        guard RecordFrame.ends(bytes.unread.prefix(length)) else {
            return try skipProblem("expected '}' and a line break after the event, found other bytes")
        }
        let event = bytes.unread.dropFirst(RecordFrame.prefixLength).prefix(prefix.length)
        var parser = JSONParser(Array(event), 0..<event.count)
        do throws(LineError) {
            let event = try TrackedEvent(from: &parser)
            try parser.finish()
            advance(by: length)
            return .event(event)
        } catch {
            let column = column + RecordFrame.prefixLength + error.offset
            let problem = makeProblem(error.message, column: column, at: offset, line: line, length: length)
            advance(by: length)
            return .problem(problem)
        }
    }

    private static let torn = "expected the rest of a record, found the end of the file"

    /// Skips to the next line that begins like a record, and returns the skipped bytes as a problem. `recordEnd` is where the
    /// record ends by its own length. If another record begins there, the line break between them is damaged.
    private mutating func skipProblem(_ message: String, recordEnd: Int? = nil) throws(JournalError) -> JournalItem? {
        let (start, firstLine, firstColumn) = (offset, line, column)
        let skippedEnd = start + (bytes.nextLineBreak().map { $0 + 1 } ?? bytes.count)
        if !isClosed, suspectedAt != start, skippedEnd >= sizeAtOpen {
            // On a full disk, a process removes a partly written record and writes another one there. A read in between mixes
            // both, so the reader reads again.
            suspectedAt = start
            try file.seek(to: start)
            bytes = FileWindow(file)
            return try next()
        }
        var limit = Int.max
        if let recordEnd {
            try bytes.fill(recordEnd + RecordFrame.markLength)
            let isThere = bytes.count >= recordEnd + RecordFrame.markLength
            if isThere, RecordFrame.mayBegin(bytes.unread.dropFirst(recordEnd)) { limit = start + recordEnd }
        }
        repeat {
            let lineBreak = bytes.nextLineBreak()
            if let lineBreak { try bytes.fill(lineBreak + 1 + RecordFrame.markLength) }
            advance(by: min(lineBreak.map { $0 + 1 } ?? bytes.count, limit - offset))
            if offset == limit || (lineBreak != nil && RecordFrame.mayBegin(bytes.unread)) { break }
            try bytes.fill(1)
            if bytes.count == 0, !isClosed {
                offset = start
                return nil
            }
        } while bytes.count > 0
        return .problem(
            makeProblem(message, column: firstColumn, at: start, line: firstLine, length: offset - start))
    }

    private func makeProblem(_ message: String, column: Int, at start: Int, line: Int, length: Int) -> JournalProblem {
        JournalProblem(path: path, line: line, column: column, offset: start, length: length, message: message)
    }

    private mutating func advance(by count: Int) {
        let skipped = bytes.unread.prefix(count)
        line += skipped.count { $0 == 0x0A }
        if let lineBreak = skipped.lastIndex(of: 0x0A) { lineStart = offset + lineBreak - skipped.startIndex + 1 }
        bytes.consume(count)
        offset += count
    }
}

/// The bytes of a file that were read and are not consumed yet (JR-005).
struct FileWindow {
    private let file: any OpenFile
    private(set) var unread: ArraySlice<UInt8> = []
    /// The number of unread bytes that are known to contain no line break, so that no byte is searched twice.
    private var searched = 0

    static let pieceLength = 16 << 10

    init(_ file: any OpenFile) { self.file = file }

    var count: Int { unread.count }

    /// Reads until `count` bytes are available, or until the end of the file. Its size follows the file, not what records claim.
    mutating func fill(_ count: Int) throws(JournalError) {
        while unread.count < count {
            let more = try file.readPart(Self.pieceLength)
            if more.isEmpty { return }
            unread += more
        }
    }

    mutating func consume(_ count: Int) {
        unread.removeFirst(count)
        searched = max(0, searched - count)
    }

    /// Returns the index of the next line break; `nil` if no available byte is one.
    mutating func nextLineBreak() -> Int? {
        let found = unread.dropFirst(searched).firstIndex(of: 0x0A).map { $0 - unread.startIndex }
        searched = found ?? unread.count
        return found
    }

    /// Reads until the first `limit` bytes contain a line break. Returns its index; `nil` at the end of the file or for a longer
    /// line.
    mutating func fillLine(atMost limit: Int) throws(JournalError) -> Int? {
        while true {
            if let lineBreak = nextLineBreak() { return lineBreak < limit ? lineBreak : nil }
            let before = count
            guard before < limit else { return nil }
            try fill(before + 1)
            if count == before { return nil }
        }
    }
}
#endif
