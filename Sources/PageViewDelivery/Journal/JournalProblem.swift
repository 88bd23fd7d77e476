import PageViewTracking

/// A place in a segment that holds no event: it was torn or damaged, or is of a version not known here (rule JR-005).
public struct JournalProblem: Error, Sendable, Hashable {
    /// The file.
    public let path: String
    /// The number of the line in it, from 1.
    public let line: Int
    /// The byte of the line at which it was found, from 1.
    public let column: Int
    /// Where in the file it begins, in bytes.
    public let offset: Int
    /// How many bytes are passed over.
    public let length: Int
    /// What was expected and what was found, in words.
    public let message: String
}

extension JournalProblem {
    /// A segment that cannot be read, or not from a place on.
    init(unreadable error: JournalError, line: Int = 1, offset: Int = 0) {
        self.init(
            path: error.path, line: line, column: 1, offset: offset, length: 0,
            message: "expected \(error.expected), found: \(error.found)")
    }
}

extension JournalProblem: CustomStringConvertible {
    /// All in one line, such as `a.jsonl:7:1: expected the rest of the record, found the end of the file`.
    public var description: String { "\(path):\(line):\(column): \(message)" }
}
