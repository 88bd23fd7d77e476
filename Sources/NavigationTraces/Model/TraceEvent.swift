public import PageViewAutomation

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
