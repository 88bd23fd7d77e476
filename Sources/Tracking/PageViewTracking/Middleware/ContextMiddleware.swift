/// A step that adds the app and the device to every event (rule TK-013).
///
///     ContextMiddleware(AppContext(system: "iOS", systemVersion: "18.2", appVersion: "4.1.0"))
public struct ContextMiddleware: EventMiddleware {
    private let context: AppContext

    /// Creates a step that adds this context to every event.
    public init(_ context: AppContext) {
        self.context = context
    }

    /// Adds the context.
    public func process(_ event: TrackedEvent) -> TrackedEvent? {
        var event = event
        event.appContext = context
        return event
    }
}
