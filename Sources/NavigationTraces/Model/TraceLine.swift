public import PageViewAutomation

/// One line of a trace that says something.
public enum TraceLine: Sendable, Hashable {
    /// What the trace is; at most once, as the first line.
    case header(TraceHeader)
    /// Something reported.
    case event(TraceEvent)
    /// Something that must hold at this point.
    case expectation(TraceExpectation)
}

/// What a trace says of itself.
public struct TraceHeader: Sendable, Hashable {
    /// What happens in it, in plain words.
    public var title: String?
    /// The policy that the engine follows.
    public var policy: EnginePolicy
    /// The kinds of records of which none may be left unclaimed; `nil` means page views.
    public var exhaustive: [TraceExpectation.Subject]?

    /// Creates a header.
    public init(
        title: String? = nil, policy: EnginePolicy = .standard, exhaustive: [TraceExpectation.Subject]? = nil
    ) {
        self.title = title
        self.policy = policy
        self.exhaustive = exhaustive
    }
}
