/// Follows the reports as they are made, on the reporting thread and before any observer, so that a question asked
/// after a report sees it. For the engine, whose state the notifier's lock guards.
///
/// First every follower applies a report, then each delivers what follows from it: what a receiver does then comes
/// after the report for everybody.
@usableFromInline
package protocol LifecycleFollower: AnyObject, Sendable {
    /// Where the follower takes the time from, unless that is the system's clock. It is foreign code, so it is asked under
    /// no lock.
    var foreignClock: (@Sendable () -> Timestamp)? { get }
    /// Applies a report. Called inside the notifier's lock, so it calls nothing foreign, and not the notifier.
    func apply(_ event: NavigationEvent, at time: Timestamp, isReported: Bool)
    /// Knows which components were gone before it followed: those in these places, of older generations. Called inside
    /// the lock.
    func adopt(generations: [UInt32])
    /// Whether something waits to be delivered, also if somebody delivers. Called inside the lock.
    var hasWaiting: Bool { get }
    /// Takes a batch that waits and that nobody delivers, for the calling thread to deliver. Called inside the lock.
    ///
    /// - Parameters:
    ///   - lane: What this thread has delivered of this follower, if it comes from there.
    ///   - thread: The calling thread; left out, the one that has been delivering and looks for more of this lane alone.
    func nextBatch(after lane: DeliveryLane?, for thread: ThreadIdentity?) -> DeliveryLane?
    /// Delivers the batch taken. Called under no lock.
    func deliver(_ lane: DeliveryLane)
}

/// What is delivered in order by itself: who is slow to take the one does not hold up the other.
@usableFromInline
package enum DeliveryLane: UInt8, Sendable {
    /// What receivers take.
    case records
    /// What those are told who follow the current page as a sequence.
    case news
    /// What those write down who record all that the follower hears.
    case inputs
}

/// A batch that a thread has taken to deliver.
@usableFromInline
package enum Delivery: Sendable {
    /// Of a follower.
    case follower(any LifecycleFollower, DeliveryLane)
    /// Of the notifier's own observers.
    case observers
}

/// What a thread has to deliver that came by way of a follower.
@usableFromInline
enum Due: Sendable, Equatable {
    case nothing
    /// A batch of the follower's own.
    case own(DeliveryLane)
    /// Perhaps something of somebody else's.
    case others
}

/// What the followers' clocks say for one report; each is asked once.
struct ClockReadings {
    private var readings: [(follower: any LifecycleFollower, time: Timestamp)] = []

    /// Asks the clocks that have not been asked.
    mutating func take(_ followers: [any LifecycleFollower]) {
        for follower in followers where time(of: follower) == nil {
            readings.append((follower, follower.foreignClock?() ?? SystemClock.now))
        }
    }

    /// What a follower's clock said.
    func time(of follower: any LifecycleFollower) -> Timestamp? {
        readings.first { $0.follower === follower }?.time
    }
}
