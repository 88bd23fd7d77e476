import AnalyticsJSON

/// Reads a trace line by line, from bytes that arrive in pieces of any size.
///
///     var reader = TraceReader()
///     reader.append(bytes)
///     reader.finish()
///     while let line = try reader.next() { … }
///
/// The reader keeps only the bytes of lines that it has not returned. Reading is strict (TR-001, TR-002). An error states line,
/// column, what was expected and what was found. After an error, reading can continue with the next line.
public struct TraceReader: Sendable {
    /// The maximum length of a line, in bytes.
    package static let longestLine = 64 << 20

    /// The notation; `nil` until the first character has determined it.
    package private(set) var notation: TraceNotation?
    /// The number of the line that was read last, from 1.
    public private(set) var lineNumber = 0

    private var splitter = LineSplitter()
    /// Whether no line has been read yet. Only the first line may be the header (SC-004).
    private var mayHaveHeader = true

    /// Creates a reader. Without a notation, the first character determines it.
    ///
    /// A letter, a digit, `-` or `#` begins the line notation. Any other character begins JSON Lines.
    public init(notation: TraceNotation? = nil) {
        self.notation = notation
    }

    /// Appends bytes to the input.
    public mutating func append(_ more: some Sequence<UInt8>) { splitter.append(more) }

    /// Marks the end of the input, so that the remaining bytes are the last line.
    public mutating func finish() { splitter.finish() }

    /// Returns the next line. Returns `nil` if more bytes are needed or the input has ended.
    ///
    /// - Throws: An error if the line is malformed. Calling the function again continues with the line after it.
    public mutating func next() throws(TraceError) -> TraceLine? {
        while let next = splitter.next() {
            lineNumber += 1
            guard case .whole(let range) = next else { throw .longLine(lineNumber) }
            do {
                if let line = try read(splitter.bytes, range) { return line }
            } catch {
                mayHaveHeader = false
                throw TraceError(error, in: range, line: lineNumber)
            }
        }
        return nil
    }

    /// Returns the line in a range of bytes, or `nil` for an empty line or a comment.
    private mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> TraceLine? {
        guard let first = bytes[range].first(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
        let notation = notation ?? Self.notation(beginningWith: first)
        self.notation = notation
        let line: TraceLine? =
            switch notation {
            case .jsonLines: try JSONLine(bytes, range).traceLine(mayBeHeader: mayHaveHeader)
            case .lines: try WordLine.read(bytes, range, mayBeHeader: mayHaveHeader)
            }
        if line != nil { mayHaveHeader = false }
        return line
    }

    private static func notation(beginningWith first: UInt8) -> TraceNotation {
        switch first {
        case 0x23, 0x2D, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: .lines
        default: .jsonLines
        }
    }

    /// Returns a number of seconds outside a trace, in nanoseconds; `nil` if the text is not one.
    package static func nanoseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        var parser = JSONParser(bytes, bytes.indices)
        guard let nanoseconds = try? parser.nanoseconds(), parser.next == nil else { return nil }
        return nanoseconds
    }
}
