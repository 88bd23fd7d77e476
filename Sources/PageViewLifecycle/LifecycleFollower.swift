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
    /// Knows which components were gone before it followed: those in these places, of older generations.
    func adopt(generations: [UInt32])
    /// Delivers what waits, unless another call does so already.
    func deliver()
}

/// What the followers' clocks say for one report; each is asked once.
struct ClockReadings {
    private typealias Reading = (follower: any LifecycleFollower, time: Timestamp)

    // One follower is the rule, and costs no memory.
    private var first: Reading?
    private var others: [Reading] = []

    /// Asks the clocks that have not been asked.
    mutating func take(_ followers: [any LifecycleFollower]) {
        for follower in followers where time(of: follower) == nil {
            if first == nil { first = (follower, follower.now) } else { others.append((follower, follower.now)) }
        }
    }

    /// What a follower's clock said.
    func time(of follower: any LifecycleFollower) -> Timestamp? {
        if let first, first.follower === follower { return first.time }
        return others.first { $0.follower === follower }?.time
    }
}
