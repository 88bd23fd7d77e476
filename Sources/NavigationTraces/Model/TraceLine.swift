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

/// One event of a trace.
public struct TraceEvent: Sendable, Hashable {
    /// The time since the trace began; `nil` is the time of the line before in the same session.
    public var time: Timestamp?
    /// The session that it belongs to; `nil` is the one without a name.
    public var session: String?
    /// What happened.
    public var action: Action

    /// What can happen: an input of an engine, with names in the place of tokens.
    ///
    /// No notation can express `move`, `declare` and `start`: printers write a `note` in their place, and a replay ignores them.
    public typealias Action = EngineInput<String, String>

    /// What a `create` says beside the component and its scene; what is left out stays as it is.
    public typealias Declaration = Action.Declaration

    /// Creates an event.
    public init(time: Timestamp? = nil, session: String? = nil, _ action: Action) {
        self.time = time
        self.session = session
        self.action = action
    }
}

/// The two notations of a trace.
public enum TraceNotation: Sendable, Hashable {
    /// One JSON object a line, for machines.
    case jsonLines
    /// Words, for people.
    case lines
}

/// What is wrong with a line of a trace: where, what was expected and what was found.
public struct TraceError: Error, Sendable, Hashable {
    /// The line, from 1.
    public var line: Int
    /// The byte in the line, from 1.
    public var column: Int
    /// What was expected, and what was found.
    public var message: String

    /// Creates an error.
    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

extension TraceError: CustomStringConvertible {
    /// `LINE:COLUMN: message`, to be put after the name of the file.
    public var description: String { "\(line):\(column): \(message)" }
}

extension TraceError {
    /// That a line has more bytes than one may have.
    static func longLine(_ line: Int) -> TraceError {
        TraceError(
            line: line, column: TraceReader.longestLine,
            message: "expected the end of the line within \(TraceReader.longestLine >> 20) MiB, found more")
    }
}
