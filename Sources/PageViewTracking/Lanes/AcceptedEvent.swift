/// An event on its way, once for all lanes: it is large, and a copy counts a reference for each of its parts.
final class AcceptedEvent: Sendable {
    let event: TrackedEvent

    init(_ event: consuming TrackedEvent) {
        self.event = event
    }

    /// Lets a provider have it, without a copy.
    func deliver(to provider: any TrackingProvider) throws { try provider.receive(event) }

    /// Lets a provider have it that takes some events only.
    func deliver(taken provider: any SelectiveProvider) throws { try provider.receiveTaken(event) }
}
