import PageViewTracking

/// An error about a file of a journal or store: the path, the expected and the found state (JR-012).
public struct JournalError: Error, Sendable, Hashable {
    /// The path of the file or folder.
    public let path: String
    package let expected: String
    /// The state that was found, or the message of the operating system.
    package let found: String
    /// The error number of the operating system (`errno`); `nil` if the system rejected nothing.
    public let code: Int32?
    package let isDamage: Bool

    package init(path: String, expected: String, found: String, code: Int32? = nil, isDamage: Bool = false) {
        self.path = path
        self.expected = expected
        self.found = found
        self.code = code
        self.isDamage = isDamage
    }
}

extension JournalError: TrackerStoreError {}

extension JournalError: CustomStringConvertible {
    /// The error in one line.
    ///
    /// An example is `/tmp/journal: expected to make the folder, found: Permission denied`.
    public var description: String { "\(path): expected \(expected), found: \(found)" }
}

/// A range of bytes in a segment that contains no event: incomplete, damaged, or of an unknown version (JR-005).
package struct JournalProblem: Error, Sendable, Hashable {
    package let path: String
    package let line: Int
    /// The position of the problem within the line, in bytes from 1.
    package let column: Int
    package let offset: Int
    package let length: Int
    package var message: String
}

extension JournalProblem {
    /// Creates a problem for a segment that cannot be read from an offset on.
    init(unreadable error: JournalError, line: Int = 1, offset: Int = 0) {
        self.init(
            path: error.path, line: line, column: 1, offset: offset, length: 0,
            message: "expected \(error.expected), found: \(error.found)")
    }
}

extension JournalProblem: CustomStringConvertible {
    /// The problem in one line, such as `a.jsonl:7:1: expected the rest of the record, found the end of the file`.
    package var description: String { "\(path):\(line):\(column): \(message)" }
}
