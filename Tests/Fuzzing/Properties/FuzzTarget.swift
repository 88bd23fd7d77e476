import NavigationTraces

/// A reader that is given any bytes at all.
///
/// What must hold of it then is written once, here: the fuzzer looks for bytes of which it does not hold, and the tests
/// try again, in an ordinary build, those that it has found.
public enum FuzzTarget: String, Sendable, CaseIterable {
    /// Reads JSON Lines.
    case json
    /// Reads the line notation.
    case lines
    /// Reads the notation that the first character tells.
    case guess
    /// Reads a chapter of the specification, and runs its examples.
    case specification
    /// Reads an event, and a segment of a journal.
    case journal

    /// Reads these bytes; throws the first property that does not hold of them.
    public func check(_ bytes: [UInt8]) throws(Violation) {
        switch self {
        case .json: try checkReading(of: bytes, .jsonLines)
        case .lines: try checkReading(of: bytes, .lines)
        case .guess: try checkReading(of: bytes, nil)
        case .specification: try checkSpecification(bytes)
        case .journal: try checkJournal(bytes)
        }
    }
}

/// A property that does not hold, in words.
public struct Violation: Error, Sendable, CustomStringConvertible {
    /// What should hold, and what does instead.
    public let description: String
}

extension String {
    /// Whether it can be shown as one line: there are no control characters in it.
    var isOneLine: Bool { utf8.allSatisfy { $0 >= 0x20 } }
}

/// Throws unless it holds; the words are only put together when it does not.
func require(_ holds: Bool, _ description: @autoclosure () -> String) throws(Violation) {
    guard holds else { throw Violation(description: description()) }
}
