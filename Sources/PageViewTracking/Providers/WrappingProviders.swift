import PageViewLifecycle

/// A provider that stands for others, each of which a tracker gives a way of its own (rule TK-008).
protocol CompositeProvider: TrackingProvider {
    /// What it stands for; none of it stands for others again.
    var ownParts: [any TrackingProvider] { get }
}

/// A provider that takes some events only.
protocol SelectiveProvider: TrackingProvider {
    /// Whether it takes an event.
    func includes(_ event: TrackedEvent) -> Bool
    /// Takes an event that it takes.
    func receiveIncluded(_ event: TrackedEvent) throws
}

extension TrackingProvider {
    /// What a tracker delivers to: the provider itself, or what it stands for.
    var parts: [any TrackingProvider] {
        (self as? any CompositeProvider)?.ownParts ?? [self]
    }
}

/// Passes on to a provider only the events that are meant for it.
///
/// It hears only of users of whom it gets events; of one whom it knows also that they are gone, but not who comes.
///
///     FilteringTrackingProvider(adsProvider) { $0.kind != .pageLeave }
public struct FilteringTrackingProvider: TrackingProvider, SelectiveProvider {
    private let provider: any TrackingProvider
    private let isIncluded: @Sendable (TrackedEvent) -> Bool
    private let lastReported = LastReportedIdentity()

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
        if includes(event) { try receiveIncluded(event) }
    }

    func includes(_ event: TrackedEvent) -> Bool { isIncluded(event) && (inner?.includes(event) ?? true) }

    func receiveIncluded(_ event: TrackedEvent) throws {
        guard lastReported.isNew(event.identity) else { return try pass(event) }
        lastReported.record(event.identity)
        // Thrown after the event, which it is not to cost.
        let identified = Result { try provider.identify(event.identity) }
        try pass(event)
        try identified.get()
    }

    /// The filter behind this one, if there is one: each asks once.
    private var inner: (any SelectiveProvider)? { provider as? any SelectiveProvider }

    private func pass(_ event: TrackedEvent) throws {
        if let inner { try inner.receiveIncluded(event) } else { try provider.receive(event) }
    }

    /// Lets the provider forget the user if it knows another one.
    public func identify(_ identity: UserIdentity) throws {
        guard lastReported.isAnotherUser(than: identity) else { return }
        let nobody = UserIdentity(anonymousID: identity.anonymousID)
        lastReported.record(nobody)
        try provider.identify(nobody)
    }

    /// Lets the provider forget the user if it knows one.
    public func reset() throws { if lastReported.exists { try provider.reset() } }
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

extension FilteringTrackingProvider: CompositeProvider {
    /// The filter in front of each part, so that those stay apart.
    var ownParts: [any TrackingProvider] { provider.parts.map { Self($0, isIncluded: isIncluded) } }
}

/// Whom a provider has been told of.
private final class LastReportedIdentity: Sendable {
    private let identity = Protected<UserIdentity?>(nil)

    func isNew(_ other: UserIdentity) -> Bool { identity.withLock { $0 != other } }

    var exists: Bool { identity.withLock { $0 != nil } }

    func isAnotherUser(than other: UserIdentity) -> Bool {
        identity.withLock { identity in
            guard let identity, identity != other else { return false }
            return identity.userID != nil || !identity.properties.isEmpty
        }
    }

    func record(_ other: UserIdentity) { identity.withLock { $0 = other } }
}

/// Several providers as one. A tracker treats each as if it had been given alone: none waits for another (rule TK-008).
public struct MultiplexTrackingProvider: TrackingProvider, CompositeProvider {
    private let providers: [any TrackingProvider]

    /// What providers have thrown at one call, in their order.
    public struct Failure: Error, CustomStringConvertible {
        /// The errors.
        public let errors: [any Error]
        /// The errors, one after another.
        public var description: String { errors.map { "\($0)" }.joined(separator: "; ") }
    }

    /// Creates a provider of several.
    public init(_ providers: [any TrackingProvider]) {
        self.providers = providers
    }

    var ownParts: [any TrackingProvider] { providers.flatMap(\.parts) }

    // What follows is for who calls it without a tracker.

    /// Where the most patient of them is called.
    public var delivery: ProviderDelivery { providers.contains { $0.delivery == .queued } ? .queued : .inline }
    /// The shortest of their intervals.
    public var flushInterval: Duration? { providers.compactMap(\.flushInterval).min() }
    /// Lets each of them tell.
    public func reportDiagnostics(to report: @escaping @Sendable (TrackingDiagnostic) -> Void) {
        for provider in providers { provider.reportDiagnostics(to: report) }
    }
    /// Lets each of them forget the user, also after one has failed.
    public func reset() throws { try each { try $0.reset() } }
    /// Makes each of them ready, also after one has failed.
    public func configure() throws { try each { try $0.configure() } }
    /// Passes the event on to each of them, also after one has failed.
    public func receive(_ event: TrackedEvent) throws { try each { try $0.receive(event) } }
    /// Passes the identity on to each of them, also after one has failed.
    public func identify(_ identity: UserIdentity) throws { try each { try $0.identify(identity) } }
    /// Flushes each of them, also after one has failed.
    public func flush() throws { try each { try $0.flush() } }
    /// Lets each of them forget, also after one has failed.
    public func purge() throws { try each { try $0.purge() } }
    /// Whether one of them has an unfinished revocation.
    public var hasUnfinishedRevocation: Bool { providers.contains(where: \.hasUnfinishedRevocation) }
    /// Lets each of them mark what it keeps, also after one has failed.
    public func beginRevocation() throws { try each { try $0.beginRevocation() } }
    /// Lets each of them remove its mark, also after one has failed.
    public func endRevocation() throws { try each { try $0.endRevocation() } }

    private func each(_ body: (any TrackingProvider) throws -> Void) throws {
        var errors: [any Error] = []
        for provider in providers {
            do { try body(provider) } catch { errors.append(error) }
        }
        if !errors.isEmpty { throw Failure(errors: errors) }
    }
}
