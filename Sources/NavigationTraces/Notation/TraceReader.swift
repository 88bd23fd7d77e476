import AnalyticsJSON

/// Reads a trace, line by line, from bytes that come in pieces of any size.
///
///     var reader = TraceReader()
///     reader.append(bytes)
///     reader.finish()
///     while let line = try reader.next() { … }
///
/// It keeps no more than the line it is at. Reading is strict: an error names line, column, what was expected and what
/// was found; the lines before it have been read, and reading can go on with the next line (rules TR-001, TR-002).
public struct TraceReader: Sendable {
    /// A line may have so many bytes.
    public static let longestLine = 64 << 20

    /// The notation, once it is known.
    public var notation: TraceNotation? { lines.notation }
    /// The number of the line read last, from 1.
    public private(set) var lineNumber = 0

    private var bytes: [UInt8] = []
    /// Where the next line begins, and how far it has been searched for its end.
    private var start = 0
    private var searched = 0
    private var isFinished = false
    private var isAtStart = true
    /// Whether the rest of a line that is too long is being passed over.
    private var isSkipping = false
    private var lines: LineReader

    /// Creates a reader; without a notation the first character tells: a word is the line notation, a brace is JSON.
    public init(notation: TraceNotation? = nil) {
        lines = LineReader(notation: notation)
    }

    /// Takes more bytes.
    public mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0, start >= bytes.count / 2 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Says that no more bytes come, so that what is left is the last line.
    public mutating func finish() {
        isFinished = true
    }

    /// The next line that says something; `nil` when it takes more bytes, or all has been read.
    public mutating func next() throws(TraceError) -> TraceLine? {
        while let range = try nextRange() {
            lineNumber += 1
            if let line = try read(range) { return line }
        }
        return nil
    }

    /// Where the next line is, without its end.
    private mutating func nextRange() throws(TraceError) -> Range<Int>? {
        skipByteOrderMark()
        guard !isAtStart else { return nil }
        while true {
            if let newline = bytes[searched...].firstIndex(of: 0x0A) {
                let range = start..<(newline > start && bytes[newline - 1] == 0x0D ? newline - 1 : newline)
                start = newline + 1
                searched = start
                if isSkipping {
                    isSkipping = false
                    continue
                }
                if range.count > Self.longestLine { throw tooLongLineError() }
                return range
            }
            searched = bytes.count
            if bytes.count - start > Self.longestLine {
                start = bytes.count
                if !isSkipping {
                    isSkipping = true
                    throw tooLongLineError()
                }
            }
            guard isFinished, start < bytes.count else { return nil }
            let end = bytes[bytes.count - 1] == 0x0D ? bytes.count - 1 : bytes.count
            let range = start..<end
            start = bytes.count
            return isSkipping ? nil : range
        }
    }

    private mutating func tooLongLineError() -> TraceError {
        lineNumber += 1
        return .longLine(lineNumber)
    }

    private mutating func skipByteOrderMark() {
        guard isAtStart else { return }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        // As long as what is there may be the beginning of one, it takes more to tell.
        if bytes.count < mark.count, !isFinished, mark.starts(with: bytes) { return }
        isAtStart = false
        if bytes.starts(with: mark) {
            start = mark.count
            searched = mark.count
        }
    }

    private mutating func read(_ range: Range<Int>) throws(TraceError) -> TraceLine? {
        do {
            return try lines.read(bytes, range)
        } catch {
            throw TraceError(line: lineNumber, column: error.offset - range.lowerBound + 1, message: error.message)
        }
    }
}

/// Reads one line after another, in whatever notation they are; the one place that says what a line may be.
struct LineReader: Sendable {
    /// The notation, once it is known.
    private(set) var notation: TraceNotation?
    /// Whether no line has said something yet: the first one that does may be the header.
    private(set) var mayHaveHeader = true
    private var json = JSONLine()

    init(notation: TraceNotation?) {
        self.notation = notation
    }

    /// Goes on in the middle of a trace of this notation.
    init(continuing notation: TraceNotation) {
        self.notation = notation
        mayHaveHeader = false
    }

    /// Whether what is read of a line depends on that line alone.
    var isPastHeader: Bool { notation != nil && !mayHaveHeader }

    /// Reads a line; `nil` for one that says nothing.
    mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> TraceLine? {
        guard let first = bytes[range].first(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
        let notation = notation ?? Self.notation(beginningWith: first)
        self.notation = notation
        do {
            switch notation {
            case .jsonLines: return try readJSON(bytes, range)
            case .lines: return try readWords(bytes, range)
            }
        } catch {
            mayHaveHeader = false
            throw error
        }
    }

    private static func notation(beginningWith first: UInt8) -> TraceNotation {
        switch first {
        case 0x23, 0x2D, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: .lines
        default: .jsonLines
        }
    }

    private mutating func readJSON(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> TraceLine {
        defer {
            json.release()
            mayHaveHeader = false
        }
        try json.read(bytes, range)
        return try traceLine(json)
    }

    private func traceLine(_ line: borrowing JSONLine) throws(LineError) -> TraceLine {
        if line.has(.expect) {
            if line.has(.event) { throw line.wrong(.event, "either 'event' or 'expect'") }
            return .expectation(try line.expectation())
        }
        if line.has(.event) { return .event(try line.event()) }
        if line.has(.trace) {
            guard mayHaveHeader else { throw line.wrong(.trace, "the header to be the first line") }
            return .header(try line.header())
        }
        return .event(try line.event())
    }

    private mutating func readWords(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> TraceLine? {
        guard let line = try WordLine(bytes, range) else { return nil }
        defer { mayHaveHeader = false }
        return try line.traceLine(mayBeHeader: mayHaveHeader)
    }
}

/// A number of seconds as traces write it, outside a trace.
package struct WrittenSeconds {
    /// The same in whole nanoseconds.
    package let nanoseconds: Int64

    /// Reads a number; `nil` if it is none.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        var parser = JSONParser(bytes, bytes.indices)
        guard let nanoseconds = try? parser.nanoseconds(), parser.next == nil else { return nil }
        self.nanoseconds = nanoseconds
    }
}
