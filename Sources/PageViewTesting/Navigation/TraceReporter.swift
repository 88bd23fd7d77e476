import NavigationTraces
import PageViewAutomation

/// Reports events to the recorded engine; of pages that are the test's own, the own notifiers speak.
struct TraceReporter {
    private let session: ReplaySession
    /// The notifier of a page of the test's own, by the page's name.
    private let notifier: (String) -> PageViewNotifier?
    /// The notifier that speaks for a component.
    private var speakers: [String: PageViewNotifier] = [:]

    init(_ recorder: PageViewRecorder, notifier: @escaping (String) -> PageViewNotifier?) {
        let clock = recorder.clock
        session = ReplaySession(name: nil, engine: recorder.engine, startingAt: clock.time) {
            clock.advance(to: $0)
            return clock.time
        }
        self.notifier = notifier
    }

    mutating func report(_ event: TraceEvent) {
        switch event.action {
        case .create(let component, _, let declaration):
            if let name = declaration.page?.name.rawValue, let own = notifier(name) {
                session.notifiers = [name: own]
                speakers[component] = own
            }
            session.apply(event)
            session.notifiers = [:]
        case .ready(let component, _, _, let payload) where speakers[component] != nil:
            if let time = event.time { session.advance(to: time) }
            speakers[component]?.markReady(payload: payload ?? [:])
        case .pending(let component, _, _) where speakers[component] != nil:
            if let time = event.time { session.advance(to: time) }
            speakers[component]?.markPending()
        default:
            session.apply(event)
        }
    }

    /// Moves the time on, where nothing happens.
    func advance(to time: Timestamp) { session.advance(to: time) }
}
