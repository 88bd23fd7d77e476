public import PageViewTesting

/// A page view that an app's own tracker sent, for a comparison with the engine (TS-013).
public struct SentEvent: Sendable, Hashable {
    let name: String
    let time: TestClock.Instant
    let session: String?
    let id: String?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: The name of the page, as the tracker sent it.
    ///   - time: When the tracker sent it, by the clock of the recorder: usually its `clock.now`.
    ///   - session: The session in which the tracker sent it. It is part of messages, and has no other effect.
    ///   - id: The id of the event. A second event with an id is a retry of the first one.
    public init(_ name: String, at time: TestClock.Instant, session: String? = nil, id: String? = nil) {
        self.name = name
        self.time = time
        self.session = session
        self.id = id
    }
}
