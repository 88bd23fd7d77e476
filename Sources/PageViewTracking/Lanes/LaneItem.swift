import PageViewLifecycle

/// Something a provider is to do.
enum LaneItem {
    case configure
    case event(AcceptedEvent)
    case identity(UserIdentity)
    case flush
    case purge
}

/// An item, and its number in its lane.
struct NumberedItem {
    let number: UInt64
    let item: LaneItem
}

/// What becomes of an item that was put into a lane.
enum LanePlacement: Equatable {
    /// The caller is to let the provider have it, and what comes meanwhile.
    case own(UInt64)
    /// It waits behind others, under this number.
    case waiting(UInt64)
    /// It was not put in, because too many wait.
    case full
}

/// What a lane's thread does next.
enum LaneStep {
    case drain
    case wait
    case end
}

/// What came of an item.
enum LaneOutcome {
    /// It was no event.
    case nothing
    /// The provider has been made ready, or has failed to be.
    case ready
    case delivered
    case filtered
    case failed
    case notConfigured
    case purged
}

/// What is known of a provider by what it has been given.
struct LaneCourse {
    var isConfigured = false
    /// Whom it has been told that events are about.
    var identity: UserIdentity?
    /// By when it has to be flushed, because it has received something.
    var flushDeadline: Timestamp?
    /// How many revocations have begun; for how many of them a purge was tried, and succeeded; and how many have ended.
    var revocations = (begun: 0, tried: 0, purged: 0, ended: 0)

    /// What is new of the user.
    enum IdentityChange {
        /// More is known of them, or who they are at all.
        case more
        /// It is another one: the app has forgotten the last.
        case another
    }

    /// The provider is to be told of this user; `nil` if it has been.
    mutating func change(to identity: UserIdentity) -> IdentityChange? {
        guard isConfigured, self.identity != identity else { return nil }
        let before = self.identity
        self.identity = identity
        return before.map { $0.anonymousID == identity.anonymousID } ?? true ? .more : .another
    }
}
