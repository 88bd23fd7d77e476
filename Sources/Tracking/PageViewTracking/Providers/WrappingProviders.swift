import PageViewLifecycle

/// A filter in front of a provider (rules TK-006, TK-008, MI-004).
///
/// The provider receives an identity only with an event of that user. If another user follows, the provider learns only that
/// the known user has left.
///
///     FilteringTrackingProvider(adsProvider) { $0.kind != .pageLeave }
public final class FilteringTrackingProvider: TrackingProvider {
    private let provider: any TrackingProvider
    let includes: @Sendable (TrackedEvent) -> Bool
    private let lastReported = Locked<UserIdentity?>(nil)

    /// Creates a filter in front of a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider that receives the included events.
    ///   - isIncluded: Returns whether an event is included. Called on the provider's thread.
    public init(_ provider: any TrackingProvider, isIncluded: @escaping @Sendable (TrackedEvent) -> Bool) {
        if let inner = provider as? FilteringTrackingProvider {
            self.provider = inner.provider
            includes = { isIncluded($0) && inner.includes($0) }
        } else {
            self.provider = provider
            includes = isIncluded
        }
    }

    /// The provider's name.
    public var name: String { provider.name }
    /// The delivery of the provider.
    public var delivery: ProviderDelivery { provider.delivery }
    /// The flush interval of the provider.
    public var flushInterval: Duration? { provider.flushInterval }
    /// Configures the provider.
    public func configure() throws { try provider.configure() }
    /// Delivers the event if the filter includes it. A new identity precedes the event.
    public func receive(_ event: TrackedEvent) throws {
        if includes(event) { try receiveIncluded(event) }
    }

    func receiveIncluded(_ event: TrackedEvent) throws {
        guard lastReported.withLock({ $0 != event.identity }) else { return try provider.receive(event) }
        lastReported.withLock { $0 = event.identity }
        // The error is thrown after the delivery, because a failed identity must not prevent the delivery.
        let identified = Result { try provider.identify(event.identity) }
        try provider.receive(event)
        try identified.get()
    }

    /// Removes the known user from the provider if the identity is of another user.
    public func identify(_ identity: UserIdentity) throws {
        let known = lastReported.withLock { $0 }
        guard let known, known != identity, known.userID != nil || !known.properties.isEmpty else { return }
        let anonymous = UserIdentity(anonymousID: identity.anonymousID)
        lastReported.withLock { $0 = anonymous }
        try provider.identify(anonymous)
    }

    /// Resets the provider if it knows a user.
    public func reset() throws { if lastReported.withLock({ $0 != nil }) { try provider.reset() } }
    /// Passes the closure to the provider.
    public func reportDiagnostics(to report: @escaping @Sendable (TrackingDiagnostic) -> Void) {
        provider.reportDiagnostics(to: report)
    }
    /// Flushes the provider.
    public func flush() throws { try provider.flush() }
    /// Purges the provider.
    public func purge() throws { try provider.purge() }
    /// Whether the provider has an unfinished revocation.
    public var hasUnfinishedRevocation: Bool { provider.hasUnfinishedRevocation }
    /// Begins a revocation of the provider.
    public func beginRevocation() throws { try provider.beginRevocation() }
    /// Ends a revocation of the provider.
    public func endRevocation() throws { try provider.endRevocation() }
}
