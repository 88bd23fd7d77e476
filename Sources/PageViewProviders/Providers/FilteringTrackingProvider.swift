/// Passes on to a provider only the events that are meant for it.
///
///     FilteringTrackingProvider(adsProvider) { $0.kind != .pageLeave }
public struct FilteringTrackingProvider: TrackingProvider {
    private let provider: any TrackingProvider
    private let isIncluded: @Sendable (TrackedEvent) -> Bool

    /// Creates a filter in front of a provider.
    ///
    /// - Parameters:
    ///   - provider: What gets the events that are meant for it.
    ///   - isIncluded: Whether an event is; called where the provider is.
    public init(_ provider: any TrackingProvider, isIncluded: @escaping @Sendable (TrackedEvent) -> Bool) {
        self.provider = provider
        self.isIncluded = isIncluded
    }

    /// Where the provider is called.
    public var delivery: ProviderDelivery { provider.delivery }
    /// The provider's interval.
    public var flushInterval: Duration? { provider.flushInterval }
    /// Makes the provider ready.
    public func configure() throws { try provider.configure() }
    /// Passes the event on if it is meant for the provider.
    public func receive(_ event: TrackedEvent) throws { if isIncluded(event) { try provider.receive(event) } }
    /// Passes the identity on.
    public func identify(_ identity: UserIdentity) throws { try provider.identify(identity) }
    /// Flushes the provider.
    public func flush() throws { try provider.flush() }
    /// Lets the provider forget.
    public func purge() throws { try provider.purge() }
}

extension FilteringTrackingProvider: ExpandableProvider {
    /// The filter in front of each part, so that those stay apart.
    var ownParts: [any TrackingProvider] { provider.parts.map { Self($0, isIncluded: isIncluded) } }
}
