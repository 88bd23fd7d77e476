public import PageViewTesting

/// A page view that an app's own tracker sent, for a comparison with the engine (TS-013).
public struct SentEvent: Sendable, Hashable {
    /// The name of the page, as the tracker sent it.
    public var name: String
    /// When the tracker sent it, by the clock of the recorder.
    public var time: TestClock.Instant
    /// The session in which the tracker sent it; `nil` without one. It is part of messages, and has no other effect.
    public var session: String?
    /// The id of the event; `nil` without one. A second event with an id is a retry of the first one.
    public var id: String?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: The name of the page, as the tracker sent it.
    ///   - time: When the tracker sent it, usually the recorder's `clock.now`.
    ///   - session: The session in which the tracker sent it.
    ///   - id: The id of the event.
    public init(_ name: String, at time: TestClock.Instant, session: String? = nil, id: String? = nil) {
        self.name = name
        self.time = time
        self.session = session
        self.id = id
    }
}
