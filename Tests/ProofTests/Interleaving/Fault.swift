/// A fault that the protocol must not have; each is one that a hurried hand could write.
enum Fault: CaseIterable {
    /// The lock is let go between deciding and putting down what is to be told.
    case putDownLater
    /// A message of the notifier is used although a newer one has been heard.
    case revisionIgnored
    /// A notifier changes under its lock, and counts the change under it once more.
    case revisionTakenApart
    /// The drainer is discharged when it takes a batch, not when nothing is left.
    case drainerDischargedEarly
    /// The drainer sees that nothing is left and is discharged in two steps.
    case drainerDischargedLate
    /// The drainer is never discharged.
    case drainerNotDischarged
    /// A batch is taken although another thread delivers the one before.
    case batchTakenByAnother
    /// Who has delivered the last batch of its own does not look for those of others.
    case othersForgotten
    /// Who delivered news takes records that wait, and stays the drainer of the news.
    case newsLeftBehind
    /// An engine counts as the only one although somebody delivers for one that is gone by now.
    case aloneWhileOneDelivers
    /// A stop returns without waiting for a delivery on another thread.
    case stopDoesNotWait
    /// A stop from inside a receiver waits like any other.
    case stopWaitsForItself
    /// A declaration asks what the notifier says before it listens to it.
    case readBeforeBinding
    /// A report is applied to one engine after the other, each under the lock by itself.
    case reportsNotOrdered
    /// A notifier reads who listens, and lets go of its lock before it changes.
    case listenersReadEarly
    /// The lock is held while a receiver runs.
    case lockHeldInReceiver
    /// What a receiver has caused is delivered to others in the middle of its call.
    case deliveredInsideACall
}
