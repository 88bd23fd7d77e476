/// One step of a call, during which no other thread does anything; what it has to deliver then is delivered before the next
/// one.
enum Deed: Hashable {
    /// All who follow apply a report (`LifecycleNotifier.report`).
    case report(ProtocolState.Report)
    /// Something is done to an engine (`LifecycleNotifier.perform`).
    case perform(Input, engine: Int)
    /// The page's state changes; the change is counted, and taken along with who listens (`PageViewNotifier.change`).
    case set(isReady: Bool)
    /// The engine listens from now on; what the notifier says is taken along (`PageViewNotifier.bind`).
    case bind(engine: Int)
    /// Goes past the next step if it is inside a delivery (`LifecycleNotifier.isDelivering`).
    case askWhetherDelivering
    /// Waits until nobody else delivers (`EngineCore.stop`).
    case awaitDelivered(engine: Int)
    /// The stop returns.
    case stopped(engine: Int)
    /// The engine follows no longer, and is gone (`LifecycleNotifier.removeFollower`, `EngineCore.abandon`).
    case unfollow(engine: Int)
    case abandon(engine: Int)

    // What only faulty programs do.

    /// One engine applies a report.
    case reportToOne(ProtocolState.Report, engine: Int, isLast: Bool)
    case readListeners
    case setAlone(isReady: Bool)
    case setWithoutCounting(isReady: Bool)
    case count
    case readState
    case bindWithoutReading(engine: Int)
    /// What was decided is put down.
    case putDown(engine: Int)
}

/// What is done to an engine.
enum Input: Hashable {
    /// It knows who speaks for the page, and has heard nothing (`EngineModel.bind`).
    case expect
    /// It hears what was taken along (`EngineModel.hear`), if it listened.
    case hear, hearIfBound
    /// It ends everything (`EngineModel.stop`).
    case stop
    /// It begins again what is visible (`EngineModel.start`).
    case start
}
