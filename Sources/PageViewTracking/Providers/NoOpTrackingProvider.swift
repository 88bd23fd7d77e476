/// Takes events and does nothing with them: for previews, and for who does not want to be measured.
public struct NoOpTrackingProvider: TrackingProviderContract {
    /// Creates a provider that does nothing.
    public init() {}

    /// It is over at once.
    public var delivery: ProviderDelivery { .inline }

    /// Does nothing.
    public func track(_ event: any TrackingEvent) {}
}
