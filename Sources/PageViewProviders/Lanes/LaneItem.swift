import PageViewLifecycle

/// Something a provider is to do.
enum LaneItem {
    case configure
    case event(TrackedEvent)
    case identity(UserIdentity)
    case flush
    case purge
}

/// What is known of a provider by what it has been given.
struct LaneCourse {
    var isConfigured = false
    /// Whom it has been told that events are about.
    var identity: UserIdentity?
    /// By when it has to be flushed, because it has received something.
    var flushDeadline: Timestamp?
}
