/// Splits bytes that arrive in pieces of any size into lines.
///
/// It keeps only the bytes of lines that it has not returned. It skips a byte-order mark at the start.
package struct LineSplitter: Sendable {
    package enum Line: Sendable {
        /// The range of the line in ``LineSplitter/bytes``, without the line end. It is valid until more bytes are appended.
        case whole(Range<Int>)
        /// A line that is longer than ``TraceReader/longestLine``.
        case tooLong
    }

    /// The bytes of the lines that have not been returned, and some before them.
    package private(set) var bytes: [UInt8] = []
    /// Whether the input has ended.
    package private(set) var isFinished = false
    private var start = 0
    /// The position up to which there is no line feed.
    private var searched = 0
    private var isAtStart = true
    /// Whether the rest of a line that is too long follows.
    private var isSkipping = false

    package init() {}

    package mutating func append(_ more: some Sequence<UInt8>) {
        // Small pieces must not move many bytes each time.
        if start > bytes.count / 2 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Ends the input. A last line without a line feed gets one.
    package mutating func finish() {
        isFinished = true
        if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    }

    /// Returns the next line. Returns `nil` if more bytes are needed or the input has ended.
    package mutating func next() -> Line? {
        guard skipByteOrderMark() else { return nil }
        var end = searched
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        guard end < bytes.count else { return unfinishedLine() }
        let line = start..<(end > start && bytes[end - 1] == 0x0D ? end - 1 : end)
        (start, searched) = (end + 1, end + 1)
        if isSkipping {
            isSkipping = false
            return next()
        }
        return line.count > TraceReader.longestLine ? .tooLong : .whole(line)
    }

    /// Removes the beginning of a line that is too long. Returns `nil` for another line without a line feed.
    private mutating func unfinishedLine() -> Line? {
        searched = bytes.count
        // The next byte may be the carriage return of the line end.
        let isTooLong = searched - start > TraceReader.longestLine + 1
        guard isSkipping || isTooLong else { return nil }
        (bytes, start, searched) = ([], 0, 0)
        defer { isSkipping = true }
        return isSkipping ? nil : .tooLong
    }

    /// Skips a byte-order mark. Returns `false` if more input is needed to decide.
    private mutating func skipByteOrderMark() -> Bool {
        guard isAtStart else { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        // The bytes so far may be the beginning of a byte-order mark.
        if bytes.count < mark.count, !isFinished, mark.starts(with: bytes) { return false }
        isAtStart = false
        if bytes.starts(with: mark) { (start, searched) = (mark.count, mark.count) }
        return true
    }
}
