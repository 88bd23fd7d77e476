/// A step that changes or drops events before any provider or store receives them (rule TK-010).
///
/// The tracker calls it on the thread that reports the event, and may call it on several threads at once. The tracker holds no
/// lock during the call. Middleware must not track events.
public protocol EventMiddleware: Sendable {
    /// Returns the event, changed or not, or `nil` to drop it.
    ///
    /// - Throws: An error drops the event and causes a diagnostic.
    func process(_ event: TrackedEvent) throws -> TrackedEvent?
}

/// Middleware from a closure.
///
///     ClosureMiddleware { event in event.name == "debug" ? nil : event }
public struct ClosureMiddleware: EventMiddleware {
    private let body: @Sendable (TrackedEvent) throws -> TrackedEvent?

    /// Creates middleware from a closure. The closure returns the event, changed or not, or `nil` to drop it.
    public init(_ body: @escaping @Sendable (TrackedEvent) throws -> TrackedEvent?) {
        self.body = body
    }

    /// Calls the closure.
    public func process(_ event: TrackedEvent) throws -> TrackedEvent? { try body(event) }
}
