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

/// Follows the reports as they are made, on the reporting thread and before any observer, so that a question asked
/// after a report sees it. For the engine; it guards itself.
///
/// First every follower applies a report, then each delivers what follows from it: what a receiver does then comes
/// after the report for everybody.
package protocol LifecycleFollower: AnyObject, Sendable {
    /// The time by the follower's own clock, which is foreign code.
    var now: Timestamp { get }
    /// Applies a report; calls nothing foreign. Tells what this thread is to deliver.
    func apply(_ event: NavigationEvent, reportedAt time: Timestamp?, now: Timestamp) -> DueDeliveries
    /// Delivers that.
    func deliver(_ due: DueDeliveries)
}

/// What the thread that applied an input is to deliver, because nobody else does.
///
/// Two plain truths: an option set would be worked on by generic code on the path of every report.
package struct DueDeliveries: Sendable {
    /// Records, to receivers.
    package let records: Bool
    /// Changes of the current page, to sequences.
    package let news: Bool

    package init(records: Bool, news: Bool) {
        self.records = records
        self.news = news
    }
}
