package import PageViewLifecycle

/// A step that gives the events of one session the same id (rule TK-012).
///
/// A session ends when the app has been in the background for the time `gap`. It also ends with the process, when consent ends,
/// when the anonymous id changes, and after the time `maximum`. The app reports the background, on any thread:
///
///     let sessions = SessionMiddleware()
///     let tracker = Tracker(providers: […], options: TrackerOptions(middleware: [sessions]))
///     sessions.enterBackground()  // when the last scene has entered the background
///     sessions.enterForeground()  // when a scene enters the foreground
///
/// Each tracker has sessions of its own. The id stays in memory and is never stored.
public final class SessionMiddleware: EventMiddleware {
    private let gap: Int64
    let maximum: Int64
    private let now: @Sendable () -> Timestamp
    private let state = Locked(State())
    /// Creates the id of a session from its first event.
    let makeID: @Sendable (TrackedEvent) -> EventID

    private struct State: Sendable {
        var period: UInt64 = 0
        /// The beginning of the current gap; `nil` in the foreground.
        var backgroundSince: Timestamp?

        /// Begins a new period if the app has been in the background for the gap.
        mutating func update(at now: Timestamp, gap: Int64) {
            guard let since = backgroundSince, now.nanoseconds(since: since) >= gap else { return }
            period += 1
            backgroundSince = now
        }
    }

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - gap: The time in the background after which a new session begins. Sleep of the device is included.
    ///   - maximum: The age at which a session ends, by the times of its events. PostHog demands less than 24 hours.
    ///   - makeID: Creates the id of a session. Called under a lock, so it must return quickly and not call the tracker. The
    ///     default derives a UUID of version 7 from the id of the first event.
    public convenience init(
        gap: Duration = .seconds(1_800), maximum: Duration = .seconds(86_400), makeID: (@Sendable () -> EventID)? = nil
    ) {
        self.init(gap: gap, maximum: maximum, makeID: makeID) { SystemClock.now }
    }

    package init(
        gap: Duration, maximum: Duration = .seconds(86_400), makeID: (@Sendable () -> EventID)? = nil,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.gap = max(0, gap.saturatingNanoseconds)
        self.maximum = max(0, maximum.saturatingNanoseconds)
        self.now = now
        self.makeID = { event in makeID?() ?? EventID(high: event.id.high, low: event.id.low ^ 1 << 60) }
    }

    /// Reports that the app is in the background. Repeated calls have no effect.
    public func enterBackground() {
        let now = now()
        state.withLock { state in
            if state.backgroundSince == nil { state.backgroundSince = now }
        }
    }

    /// Reports that the app is in the foreground. Repeated calls have no effect.
    public func enterForeground() {
        let now = now()
        state.withLock { state in
            state.update(at: now, gap: gap)
            state.backgroundSince = nil
        }
    }

    /// Marks the event with its period. The tracker replaces the mark with an id when it accepts the event with consent.
    public func process(_ event: TrackedEvent) -> TrackedEvent? {
        let now = now()
        var event = event
        event.session = .period(
            state.withLock { state in
                state.update(at: now, gap: gap)
                return state.period
            })
        return event
    }
}

package enum EventSession: Sendable, Hashable {
    /// The event waits for its id. The number counts the gaps before it.
    case period(UInt64)
    /// The id of the session.
    case id(EventID)
}
