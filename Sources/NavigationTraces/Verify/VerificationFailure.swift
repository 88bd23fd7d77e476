/// An expectation of a trace that does not hold.
public struct VerificationFailure: Sendable, Hashable {
    /// The line of the trace, from 1.
    public let line: Int
    /// What was expected, and what was got.
    public let message: String
}
