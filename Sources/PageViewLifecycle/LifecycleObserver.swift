/// Hears what a framework reports to a ``LifecycleNotifier``.
public protocol LifecycleObserver: Sendable {
    /// Called once for each report, in one order for all observers, on whichever thread delivers.
    ///
    /// It may report, and add or remove observers: what it reports is delivered after the current report.
    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?)
}

/// An observation, until it is cancelled.
public struct LifecycleSubscription: Sendable, Hashable {
    package let number: UInt64
}
