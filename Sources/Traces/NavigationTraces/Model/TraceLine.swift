import AnalyticsJSON
public import PageViewAutomation

/// One line of a trace. Empty lines and comments are skipped.
public enum TraceLine: Sendable, Hashable {
    /// The header; it occurs at most once, as the first line.
    case header(TraceHeader)
    /// An event that was reported.
    case event(TraceEvent)
    /// An assertion about the replay at this point.
    case expectation(TraceExpectation)
}

/// The settings of a trace.
public struct TraceHeader: Sendable, Hashable {
    package var title: String?
    /// The calendar time of trace time 0, in nanoseconds since the beginning of 1970; `nil` if it is not known (TR-002).
    package var beganAt: Int64?
    /// The policy of the engines.
    public var policy: EnginePolicy
    /// The exhaustive kinds: every record of these kinds must be claimed (TR-003). `nil` means page views.
    package var exhaustive: [TraceExpectation.Subject]?

    package init(
        title: String? = nil, beganAt: Int64? = nil, policy: EnginePolicy = .standard,
        exhaustive: [TraceExpectation.Subject]? = nil
    ) {
        self.title = title
        self.beganAt = beganAt
        self.policy = policy
        self.exhaustive = exhaustive
    }
}

/// One event of a trace (TR-002).
public struct TraceEvent: Sendable, Hashable {
    /// The time since the trace began; `nil` for the time of the session's previous line.
    public var time: Timestamp?
    /// The event's session; `nil` for the session without a name.
    public var session: String?
    package var action: Action

    /// An input of an engine, with names instead of tokens.
    ///
    /// No notation can express `move`, `declare` and `start`. Printers write a `note` instead, and a replay ignores them.
    package typealias Action = EngineInput<String, String>

    /// The values of a `create` besides component and scene. A value of `nil` changes nothing.
    package typealias Declaration = Action.Declaration

    package init(time: Timestamp? = nil, session: String? = nil, _ action: Action) {
        self.time = time
        self.session = session
        self.action = action
    }
}

/// A notation of traces. Both notations express the same traces.
public enum TraceNotation: Sendable, Hashable {
    /// One JSON object per line, for programs (TR-002).
    case jsonLines
    /// Words and `key=value` pairs, for people (TR-001).
    case lines
}

/// The position and the reason of a malformed line.
public struct TraceError: Error, Sendable, Hashable {
    /// The number of the line, from 1.
    public var line: Int
    /// The position of the byte in the line, from 1.
    public var column: Int
    /// A message of the form `expected …, found …`.
    public var message: String

    package init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

extension TraceError: CustomStringConvertible {
    /// `LINE:COLUMN: message`. A caller usually prints the file name before it.
    public var description: String { "\(line):\(column): \(message)" }
}

extension TraceError {
    /// Creates the error of a line that has this range and number.
    init(_ error: LineError, in range: Range<Int>, line: Int) {
        self.init(line: line, column: error.offset - range.lowerBound + 1, message: error.message)
    }

    /// Returns the error that a line exceeds ``TraceReader/longestLine``.
    package static func longLine(_ line: Int) -> TraceError {
        TraceError(
            line: line, column: TraceReader.longestLine,
            message: "expected the end of the line within \(TraceReader.longestLine >> 20) MiB, found more")
    }
}
