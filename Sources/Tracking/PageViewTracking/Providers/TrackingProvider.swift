/// A receiver of a tracker's events that sends them to an analytics back end (rules TK-007, TK-008).
///
/// A tracker makes one call at a time: `configure` once, then each event once and in order. It calls on a thread of the
/// provider's own, unless ``delivery`` is `.inline`. So a call may take long without delaying another provider.
///
/// An error that a provider throws becomes a diagnostic, and has no other effect. A provider may call the tracker.
public protocol TrackingProvider: Sendable {
    /// The name in counts and diagnostics. The default is the name of the type. The tracker reads it once.
    var name: String { get }
    /// The thread on which the provider is called. The default is a thread of the provider's own. The tracker reads it once.
    var delivery: ProviderDelivery { get }
    /// The longest time that received events wait for ``flush()``. The default is no limit. The tracker reads it
    /// once.
    ///
    /// An inline provider has no thread of its own. It is flushed with the first event after that time.
    var flushInterval: Duration? { get }
    /// Configures the provider. Called once, before the first event. The tracker keeps events until the call returns.
    ///
    /// - Throws: If the provider cannot work. It then receives no events. The tracker counts them and emits a diagnostic.
    func configure() throws
    /// Passes a closure for diagnostics, for example about events that the provider drops.
    ///
    /// Called once, before ``configure()``, on the thread that creates the tracker.
    func reportDiagnostics(to report: @escaping @Sendable (TrackingDiagnostic) -> Void)
    /// Receives an event.
    ///
    /// - Throws: If the provider cannot accept the event. It does not receive that event again.
    func receive(_ event: TrackedEvent) throws
    /// Receives the identity that the next events are about: another user, or more about the same one.
    func identify(_ identity: UserIdentity) throws
    /// Forgets the user. A reset precedes ``identify(_:)`` with another user.
    func reset() throws
    /// Sends all events that the provider has received and kept. Called after the flush interval, and by a flush of the tracker.
    func flush() throws
    /// Discards all unsent events, because consent was revoked.
    func purge() throws
    /// Whether the provider's files contain a revocation that has begun and not ended.
    ///
    /// That happens if the process was killed, or the disk was full. A tracker reads this value once, at its creation. It then
    /// completes the revocation (CO-004).
    var hasUnfinishedRevocation: Bool { get }
    /// Marks the provider's files, because consent is being revoked. Called on any thread, also during another call.
    ///
    /// The call must not need disk space, nor wait for a network. After it, no process may send an earlier event of the
    /// provider. ``purge()`` follows, and then ``endRevocation()``. A provider that wraps another must forward all three calls,
    /// and ``hasUnfinishedRevocation``.
    func beginRevocation() throws
    /// Removes the mark of one ``beginRevocation()``.
    ///
    /// Called after the denial is saved and ``purge()`` has succeeded, on any thread, also during another call.
    func endRevocation() throws
}

extension TrackingProvider {
    /// The name of the type.
    public var name: String { String(describing: type(of: self)) }
    /// Does nothing.
    public func reportDiagnostics(to report: @escaping @Sendable (TrackingDiagnostic) -> Void) {}
    /// A thread of the provider's own.
    public var delivery: ProviderDelivery { .queued }
    /// No flush interval.
    public var flushInterval: Duration? { nil }
    /// Does nothing.
    public func configure() throws {}
    /// Does nothing.
    public func identify(_ identity: UserIdentity) throws {}
    /// Does nothing.
    public func reset() throws {}
    /// Does nothing.
    public func flush() throws {}
    /// Does nothing.
    public func purge() throws {}
    /// `false`, for a provider without files.
    public var hasUnfinishedRevocation: Bool { false }
    /// Does nothing.
    public func beginRevocation() throws {}
    /// Does nothing.
    public func endRevocation() throws {}
}

/// The thread on which a tracker calls a provider.
public enum ProviderDelivery: Sendable, Hashable {
    /// A thread of the provider's own. The caller of `track` does not wait.
    case queued
    /// A call before `track` returns, usually on the calling thread.
    ///
    /// Use it for work that must be done when `track` returns. Each call must return quickly, because the caller waits.
    case inline
}
