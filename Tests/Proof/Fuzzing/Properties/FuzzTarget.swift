import NavigationTraces

/// A reader to check with arbitrary bytes.
///
/// The fuzzer searches for bytes that violate a property of the reader. The tests check the bytes it
/// has found again, in an ordinary build.
public enum FuzzTarget: String, Sendable, CaseIterable {
    /// Reads JSON Lines.
    case json
    /// Reads the line notation.
    case lines
    /// Reads the notation that the first character indicates.
    case guess
    /// Reads a chapter of the specification, and runs its examples.
    case specification
    /// Reads an event, and a segment of a journal.
    case journal

    /// Reads these bytes. Throws the first property that they violate.
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

/// A violated property, as text.
public struct Violation: Error, Sendable, CustomStringConvertible {
    /// The expected property and what was found instead.
    public let description: String
}

extension String {
    /// Whether the text fits on one line, without control characters.
    var isOneLine: Bool { utf8.allSatisfy { $0 >= 0x20 } }
}

/// Throws unless a condition holds. The description is built only if it does not.
func require(_ holds: Bool, _ description: @autoclosure () -> String) throws(Violation) {
    guard holds else { throw Violation(description: description()) }
}
