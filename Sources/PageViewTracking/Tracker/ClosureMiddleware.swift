/// Middleware that is a closure.
///
///     ClosureMiddleware { event in event.name == "debug" ? nil : event }
public struct ClosureMiddleware: EventMiddleware {
    private let body: @Sendable (TrackedEvent) throws -> TrackedEvent?

    /// Creates middleware of a closure, which returns what becomes of an event, or `nil` to drop it.
    public init(_ body: @escaping @Sendable (TrackedEvent) throws -> TrackedEvent?) {
        self.body = body
    }

    /// Calls the closure.
    public func process(_ event: TrackedEvent) throws -> TrackedEvent? { try body(event) }
}
