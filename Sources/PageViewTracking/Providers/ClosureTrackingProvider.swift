/// Passes events on to a closure.
public struct ClosureTrackingProvider: TrackingProvider {
    /// Where the closure is called.
    public let delivery: ProviderDelivery
    private let body: @Sendable (TrackedEvent) throws -> Void

    /// Creates a provider of a closure.
    ///
    /// - Parameters:
    ///   - delivery: Where the closure is called.
    ///   - body: Called with each event, one call at a time and in order. What it throws is told as a diagnostic.
    public init(delivery: ProviderDelivery = .queued, _ body: @escaping @Sendable (TrackedEvent) throws -> Void) {
        self.delivery = delivery
        self.body = body
    }

    /// Calls the closure.
    public func receive(_ event: TrackedEvent) throws { try body(event) }
}
