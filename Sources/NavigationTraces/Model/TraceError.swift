/// What is wrong with a line of a trace: where, what was expected and what was found.
public struct TraceError: Error, Sendable, Hashable {
    /// The line, from 1.
    public var line: Int
    /// The byte in the line, from 1.
    public var column: Int
    /// What was expected, and what was found.
    public var message: String

    /// Creates an error.
    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

extension TraceError: CustomStringConvertible {
    /// `LINE:COLUMN: message`, to be put after the name of the file.
    public var description: String { "\(line):\(column): \(message)" }
}

extension TraceError {
    /// That a line has more bytes than one may have.
    static func longLine(_ line: Int) -> TraceError {
        TraceError(
            line: line, column: TraceReader.longestLine,
            message: "expected the end of the line within \(TraceReader.longestLine >> 20) MiB, found more")
    }
}
