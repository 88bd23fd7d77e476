import PageViewTracking

/// A provider that calls closures.
struct TestProvider: TrackingProvider {
    var name = "TestProvider"
    var delivery = ProviderDelivery.queued
    var flushInterval: Duration?
    var onConfigure: @Sendable () throws -> Void = {}
    var onReceive: @Sendable (TrackedEvent) throws -> Void = { _ in }
    var onIdentify: @Sendable (UserIdentity) throws -> Void = { _ in }
    var onFlush: @Sendable () throws -> Void = {}
    var onPurge: @Sendable () throws -> Void = {}

    func configure() throws { try onConfigure() }
    func receive(_ event: TrackedEvent) throws { try onReceive(event) }
    func identify(_ identity: UserIdentity) throws { try onIdentify(identity) }
    func flush() throws { try onFlush() }
    func purge() throws { try onPurge() }
}
