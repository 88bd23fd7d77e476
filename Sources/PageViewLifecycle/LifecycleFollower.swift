/// Follows the reports as they are made, on the reporting thread and before any observer, so that a question asked
/// after a report sees it. For the engine; it guards itself.
///
/// First every follower applies a report, then each delivers what follows from it: what a receiver does then comes
/// after the report for everybody.
package protocol LifecycleFollower: AnyObject, Sendable {
    /// The time by the follower's own clock, which is foreign code.
    var now: Timestamp { get }
    /// Applies a report; whether something waits to be delivered. Called under the notifier's lock, so it calls nothing
    /// foreign, and not the notifier.
    func apply(_ event: NavigationEvent, reportedAt time: Timestamp?, now: Timestamp) -> Bool
    /// Delivers what waits, unless another call does so already.
    func deliver()
}

/// What the followers' clocks say for one report.
struct ClockReadings {
    // One follower is the rule, and costs no memory.
    private let first: Timestamp
    private let others: [Timestamp]

    /// Asks each clock once.
    init(_ followers: [any LifecycleFollower]) {
        first = followers.first?.now ?? .zero
        others = followers.dropFirst().map(\.now)
    }

    /// What the clock of the follower at this place says.
    subscript(index: Int) -> Timestamp { index == 0 ? first : others[index - 1] }
}
