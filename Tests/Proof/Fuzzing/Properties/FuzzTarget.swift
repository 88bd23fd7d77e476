import NavigationTraces

/// A reader to check with arbitrary bytes. The fuzzer searches for bytes that violate a property of the reader.
enum FuzzTarget: String, CaseIterable {
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

    /// Reads these bytes. A violated property ends the process.
    func check(_ bytes: [UInt8]) {
        switch self {
        case .json: checkReading(of: bytes, .jsonLines)
        case .lines: checkReading(of: bytes, .lines)
        case .guess: checkReading(of: bytes, nil)
        case .specification: checkSpecification(bytes)
        case .journal: checkJournal(bytes)
        }
    }
}

extension String {
    /// Whether the text fits on one line, without control characters.
    var isOneLine: Bool { utf8.allSatisfy { $0 >= 0x20 } }
    var isShortLine: Bool { utf8.count < 1_000 && isOneLine }
}

/// Ends the process unless a condition holds. The description is built only then.
func require(_ holds: Bool, _ description: @autoclosure () -> String) {
    guard holds else { fatalError(description()) }
}
