import PageViewTracking

/// What went wrong with a journal's files: where, what was expected and what was found there (rule JR-012).
public struct JournalError: Error, Sendable, Hashable {
    /// The file or folder.
    public let path: String
    /// What was expected.
    public let expected: String
    /// What was found; the words of the operating system, if it was that which refused.
    public let found: String
    /// The number of the operating system's error, `errno`; `nil` if it refused nothing.
    public let code: Int32?

    package init(path: String, expected: String, found: String, code: Int32? = nil) {
        self.path = path
        self.expected = expected
        self.found = found
        self.code = code
    }
}

extension JournalError: CustomStringConvertible {
    /// All in one line, such as `/tmp/journal: expected to make the folder, found: Permission denied`.
    public var description: String { "\(path): expected \(expected), found: \(found)" }
}
