/// Several providers as one. A tracker treats each as if it had been given alone: none waits for another (rule TK-008).
public struct MultiplexTrackingProvider: TrackingProvider, ExpandableProvider {
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
