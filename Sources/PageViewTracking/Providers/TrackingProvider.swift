/// Takes the events of a tracker to an analytics back end (rules TK-007, TK-008).
///
/// A tracker calls a provider one call at a time: `configure` once, then the events, each once and in order. Calls come on
/// a thread of the provider's own unless ``delivery`` says otherwise, so it may take its time: nobody else waits for it.
/// What it throws is told as a diagnostic and harms nobody. It may call the tracker.
public protocol TrackingProvider: Sendable {
    /// What it is called in counts and diagnostics; the name of its type unless it says otherwise. Asked for once.
    var name: String { get }
    /// Where it is called; on a thread of its own unless it says otherwise. Asked for once.
    var delivery: ProviderDelivery { get }
    /// How long what it has received may wait for ``flush()``; for ever unless it says otherwise. Asked for once. One that is
    /// inline has no thread that could keep it: it is flushed with the first event after that time.
    var flushInterval: Duration? { get }
    /// Makes it ready. Called once, before the first event; events that come meanwhile are kept.
    ///
    /// - Throws: If it cannot be made ready. It gets no events then, which are counted and told.
    func configure() throws
    /// Is given where it may tell what somebody should know of, such as events that it had to drop. Called once, before
    /// ``configure()``, on the thread that makes the tracker.
    func reportDiagnostics(to report: @escaping @Sendable (TrackingDiagnostic) -> Void)
    /// Takes an event.
    ///
    /// - Throws: If it cannot; it does not get the event again.
    func receive(_ event: TrackedEvent) throws
    /// Hears that events are about somebody else from now on, or that more is known of the user.
    func identify(_ identity: UserIdentity) throws
    /// Forgets the user: events are about somebody else from now on. Called before ``identify(_:)`` of the new one.
    func reset() throws
    /// Sends what it has received and kept. Called when an interval has passed, and when the tracker is flushed.
    func flush() throws
    /// Forgets what it has received and not sent yet, because consent was taken back.
    func purge() throws
    /// Whether a revocation has begun in what it keeps on a disk, and has not ended: the process was killed, or the disk was full.
    /// Asked for once, when the tracker is made; the tracker completes the revocation then (CO-004).
    var hasUnfinishedRevocation: Bool { get }
    /// Marks what it keeps on a disk, because consent is being taken back. It must not need space on the disk, nor wait for a
    /// network. Called on any thread, also while another call is under way.
    ///
    /// From then on, nothing from before may be sent, not by another process either. ``purge()`` follows, and then
    /// ``endRevocation()``. A provider that wraps another one has to pass on all three, and ``hasUnfinishedRevocation``.
    func beginRevocation() throws
    /// Removes the mark of one ``beginRevocation()``: the denial is saved, and ``purge()`` has removed everything. Called on any
    /// thread, also while another call is under way.
    func endRevocation() throws
}

extension TrackingProvider {
    /// The name of the type.
    public var name: String { String(describing: type(of: self)) }
    /// Nothing to tell.
    public func reportDiagnostics(to report: @escaping @Sendable (TrackingDiagnostic) -> Void) {}
    /// A thread of its own.
    public var delivery: ProviderDelivery { .queued }
    /// No interval.
    public var flushInterval: Duration? { nil }
    /// Nothing to make ready.
    public func configure() throws {}
    /// Nothing to hear.
    public func identify(_ identity: UserIdentity) throws {}
    /// Nothing to forget.
    public func reset() throws {}
    /// Nothing is kept.
    public func flush() throws {}
    /// Nothing is kept.
    public func purge() throws {}
    /// Nothing is kept on a disk.
    public var hasUnfinishedRevocation: Bool { false }
    /// Nothing is kept on a disk.
    public func beginRevocation() throws {}
    /// Nothing is kept on a disk.
    public func endRevocation() throws {}
}

/// Where a provider is called.
public enum ProviderDelivery: Sendable, Hashable {
    /// On a thread of the provider's own, soon after; the caller of `track` does not wait.
    case queued
    /// Before `track` returns, usually on the thread that calls it. For what must be done by then, and for what is over at
    /// once: the caller waits for it.
    case inline
}
