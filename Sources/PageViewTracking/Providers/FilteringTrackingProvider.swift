import PageViewLifecycle

/// Passes on to a provider only the events that are meant for it.
///
/// It hears only of users of whom it gets events; of one whom it knows also that they are gone, but not who comes.
///
///     FilteringTrackingProvider(adsProvider) { $0.kind != .pageLeave }
public struct FilteringTrackingProvider: TrackingProvider, SelectiveProvider {
    private let provider: any TrackingProvider
    private let isIncluded: @Sendable (TrackedEvent) -> Bool
    private let told = ToldIdentity()

    /// Creates a filter in front of a provider.
    ///
    /// - Parameters:
    ///   - provider: What gets the events that are meant for it.
    ///   - isIncluded: Whether an event is; called where the provider is.
    public init(_ provider: any TrackingProvider, isIncluded: @escaping @Sendable (TrackedEvent) -> Bool) {
        self.provider = provider
        self.isIncluded = isIncluded
    }

    /// The provider's name.
    public var name: String { provider.name }
    /// Where the provider is called.
    public var delivery: ProviderDelivery { provider.delivery }
    /// The provider's interval.
    public var flushInterval: Duration? { provider.flushInterval }
    /// Makes the provider ready.
    public func configure() throws { try provider.configure() }
    /// Passes the event on if it is meant for the provider, after the user it is about if that is another one.
    public func receive(_ event: TrackedEvent) throws {
        if takes(event) { try receiveTaken(event) }
    }

    func takes(_ event: TrackedEvent) -> Bool { isIncluded(event) && (inner?.takes(event) ?? true) }

    func receiveTaken(_ event: TrackedEvent) throws {
        guard told.isNew(event.identity) else { return try pass(event) }
        told.wasTold(event.identity)
        // Thrown after the event, which it is not to cost.
        let identified = Result { try provider.identify(event.identity) }
        try pass(event)
        try identified.get()
    }

    /// The filter behind this one, if there is one: each asks once.
    private var inner: (any SelectiveProvider)? { provider as? any SelectiveProvider }

    private func pass(_ event: TrackedEvent) throws {
        if let inner { try inner.receiveTaken(event) } else { try provider.receive(event) }
    }

    /// Lets the provider forget the user if it knows another one.
    public func identify(_ identity: UserIdentity) throws {
        guard told.knowsAnother(than: identity) else { return }
        let nobody = UserIdentity(anonymousID: identity.anonymousID)
        told.wasTold(nobody)
        try provider.identify(nobody)
    }

    /// Lets the provider forget the user if it knows one.
    public func reset() throws { if told.knowsSomebody { try provider.reset() } }
    /// Lets the provider tell.
    public func reportDiagnostics(to report: @escaping @Sendable (TrackingDiagnostic) -> Void) {
        provider.reportDiagnostics(to: report)
    }
    /// Flushes the provider.
    public func flush() throws { try provider.flush() }
    /// Lets the provider forget.
    public func purge() throws { try provider.purge() }
    /// Whether the provider has an unfinished revocation.
    public var hasUnfinishedRevocation: Bool { provider.hasUnfinishedRevocation }
    /// Lets the provider mark what it keeps.
    public func beginRevocation() throws { try provider.beginRevocation() }
    /// Lets the provider remove its mark.
    public func endRevocation() throws { try provider.endRevocation() }
}

extension FilteringTrackingProvider: ExpandableProvider {
    /// The filter in front of each part, so that those stay apart.
    var ownParts: [any TrackingProvider] { provider.parts.map { Self($0, isIncluded: isIncluded) } }
}

/// Whom a provider has been told of.
private final class ToldIdentity: Sendable {
    private let identity = Protected<UserIdentity?>(nil)

    func isNew(_ other: UserIdentity) -> Bool { identity.withLock { $0 != other } }

    var knowsSomebody: Bool { identity.withLock { $0 != nil } }

    func knowsAnother(than other: UserIdentity) -> Bool {
        identity.withLock { identity in
            guard let identity, identity != other else { return false }
            return identity.userID != nil || !identity.properties.isEmpty
        }
    }

    func wasTold(_ other: UserIdentity) { identity.withLock { $0 = other } }
}
