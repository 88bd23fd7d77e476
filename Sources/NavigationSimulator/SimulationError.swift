import NavigationTraces

/// Something that a user cannot do to a simulated app as it is now.
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected, and what was found.
    public let description: String

    package init(_ description: String) {
        self.description = description
    }

    static func expected(_ expected: String, found: String) -> SimulationError {
        SimulationError("expected \(expected), found \(found)")
    }
}
