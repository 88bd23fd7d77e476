/// How the command ends (rule TR-005). Of several reasons the largest number wins.
enum ExitStatus: Int32, Comparable {
    /// All was well.
    case success = 0
    /// An expectation does not hold.
    case failedExpectation = 1
    /// What was asked for by name is not there.
    static let notFound = ExitStatus.failedExpectation
    /// The command was not used as it can be.
    case usage = 64
    /// A line of the input is malformed.
    case malformedInput = 65
    /// An input cannot be read.
    case unreadableInput = 66
    /// The output cannot be written.
    case unwritableOutput = 74

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
