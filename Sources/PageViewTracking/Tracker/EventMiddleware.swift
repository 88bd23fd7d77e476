/// Changes or drops events before any provider sees them, and before anything is kept (rule TK-010).
///
/// Called on the thread that tracks, several threads at a time, under no lock. It must not track.
public protocol EventMiddleware: Sendable {
    /// Takes an event and returns what becomes of it: the event, changed or not, or `nil` to drop it.
    ///
    /// - Throws: To drop the event as well, and have that told as a diagnostic.
    func process(_ event: TrackedEvent) throws -> TrackedEvent?
}
