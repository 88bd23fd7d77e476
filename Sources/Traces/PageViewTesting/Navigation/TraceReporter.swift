import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// A reporter of trace events to the recorded engine (TS-006). Notifiers of the test's own pages replace the notifiers of the
/// pages with the same names in the trace.
struct TraceReporter {
    private let session: ReplaySession
    /// Returns the notifier of the test's own page with this name; `nil` if the test has no such page.
    private let notifier: (String) -> PageViewNotifier?
    /// Called when a page of the test's own becomes ready in the trace. It calls the app's code, which makes the page ready.
    private let load: (PageViewNotifier, Payload) -> Void
    private var ownNotifiers: [String: PageViewNotifier] = [:]

    init(
        _ recorder: PageViewRecorder, load: @escaping (PageViewNotifier, Payload) -> Void = { _, _ in },
        notifier: @escaping (String) -> PageViewNotifier?
    ) {
        let clock = recorder.clock
        session = ReplaySession(name: nil, engine: recorder.engine, startingAt: clock.time) {
            clock.advance(to: $0)
            return clock.time
        }
        self.load = load
        self.notifier = notifier
    }

    func isOwn(_ component: String) -> Bool { ownNotifiers[component] != nil }

    mutating func report(_ event: TraceEvent) {
        switch event.action {
        case .create(let component, _, let declaration):
            if let name = declaration.page?.name.rawValue, let own = notifier(name) {
                session.notifiers = [name: own]
                ownNotifiers[component] = own
            }
            session.apply(event)
            session.notifiers = [:]
        case .ready(let component, _, _, let payload) where ownNotifiers[component] != nil:
            if let time = event.time { session.advance(to: time) }
            if let own = ownNotifiers[component] { load(own, payload ?? [:]) }
        case .pending(let component, _, _) where ownNotifiers[component] != nil:
            if let time = event.time { session.advance(to: time) }
        case .ready, .pending, .component, .declare, .move, .record, .show, .scene, .begin, .commit, .interaction,
            .deepLink, .discardDeepLink, .start, .stop, .note:
            session.apply(event)
        }
    }

    func advance(to time: Timestamp) { session.advance(to: time) }
}
