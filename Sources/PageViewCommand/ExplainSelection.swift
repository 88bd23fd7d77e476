import TraceAnalysis
import NavigationTraces
import PageViewAutomation

/// What of a trace is asked for (rule EX-003), and whether there is any of it.
struct ExplainSelection {
    private let component: String?
    private let session: String?
    /// The moment that is asked for.
    let moment: Timestamp?
    /// Whether a trace has mentioned what is asked for.
    private var hasComponent = false
    private var hasSession = false

    init(component: String?, session: String?, moment: Timestamp?) {
        self.component = component
        self.session = session
        self.moment = moment
    }

    /// Takes note of what a line mentions; returns whether it can matter for what is asked for. Sessions never meet (SC-001).
    mutating func takes(_ line: TraceLine) -> Bool {
        guard case .event(let event) = line else { return true }
        if let component, event.action.component?.isNamed(component) == true { hasComponent = true }
        guard let session else { return true }
        guard event.session?.isNamed(session) == true else { return false }
        hasSession = true
        return true
    }

    /// Whether something is asked for.
    mutating func includes(_ item: TraceHistory.Item) -> Bool {
        guard isMeant(session: item.session), isMeant(item.component, item.label) else { return false }
        hasComponent = true
        return moment.map { item.exists(at: $0) } ?? true
    }

    /// The current pages at the moment that is asked for.
    func currentPages(of history: TraceHistory) -> [TraceHistory.CurrentPage] {
        guard let moment else { return [] }
        let later = laterRecordings(of: history)
        return history.currentPages.filter { page in
            page.isCurrent(at: moment) && isMeant(session: page.session) && isMeant(page.component, page.label)
                && !later.contains { $0.includes(page) }
        }
    }

    /// The recordings that begin only after the moment that is asked for: what was before is not known.
    func laterRecordings(of history: TraceHistory) -> [TraceHistory.Recording] {
        guard let moment else { return [] }
        return history.recordingStarts.filter { moment < $0.start.time && isMeant(session: $0.session) }
    }

    /// Says that there is nothing of the name that was asked for.
    func complain() {
        if let component, !hasComponent {
            Terminal.complain(.notFound, "pageview: found no component or appearance \(component)")
        }
        if let session, !hasSession { Terminal.complain(.notFound, "pageview: found no session \(session)") }
    }

    private func isMeant(session name: String?) -> Bool { session.map { name?.isNamed($0) ?? false } ?? true }

    private func isMeant(_ names: String?...) -> Bool {
        component.map { component in names.contains { $0?.isNamed(component) ?? false } } ?? true
    }
}
