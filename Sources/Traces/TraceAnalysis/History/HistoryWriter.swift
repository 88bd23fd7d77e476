package import NavigationTraces
import PageViewAutomation

/// A writer that replays a trace and collects its history (EX-006).
///
///     var writer = HistoryWriter()
///     for (number, line) in lines { writer.take(line, number: number) }
///     let history = writer.finish()
package struct HistoryWriter {
    private var replay = TraceReplay()
    private var history = TraceHistory()
    private var sessions: [ExactName?: SessionHistory] = [:]
    private let limits: Limits

    /// The limits on the history of one trace (EX-006).
    package struct Limits: Sendable {
        /// The number of entries: appearances, current pages, stays in the background, links, notes, diagnostics and others.
        package var entries = 2_000_000
        /// The bytes of names in the entries. They need a limit of their own, because a short line can repeat a long name.
        package var nameBytes = 256 << 20
        package var sessions = 200_000

        package init() {}
    }

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The message for a trace that exceeds a limit; `nil` within the limits.
    package var excess: String? {
        let figures = [
            (history.entryCount, limits.entries, "appearances, current pages and others"),
            (history.nameBytes, limits.nameBytes, "bytes of names in what is kept"),
            (sessions.count, limits.sessions, "sessions that go on"),
        ]
        return figures.first { $0.0 > $0.1 }.map { _, limit, what in
            "expected at most \(limit) \(what), found more; select a session, or cut the trace by sessions (SC-002)"
        }
    }

    package mutating func take(_ line: TraceLine, number: Int) {
        switch line {
        case .header(let header):
            replay = TraceReplay(policy: header.policy)
            history.title = header.title
        case .event(let event): apply(event, number)
        case .expectation: break
        }
    }

    package mutating func finish() -> TraceHistory {
        // Sorted by their first lines, so the result does not depend on the order of a hash table.
        var open = sessions.values.sorted { $0.firstLine > $1.firstLine }
        // This releases memory before the sessions add their stories.
        (sessions, replay) = ([:], TraceReplay())
        while var session = open.popLast() { session.finish(&history) }
        history.addUnshown()
        return history
    }

    private mutating func apply(_ event: TraceEvent, _ number: Int) {
        let name = event.session.map { ExactName($0) }
        // The replay removes a session that ends, but the history still needs the names of its components and scenes.
        let before = replay.session(event.session)
        let records = replay.apply(event).map(\.record)
        // A note without a time does not begin a session. Before the first event, a note has no session.
        guard let session = replay.session(event.session) ?? before else { return note(event, number) }
        var stories = sessions.removeValue(forKey: name) ?? begin(event.session, number)
        stories.apply(event, records, of: session, line: number, &history)
        history.begin = min(history.begin ?? session.time, session.time)
        history.end = max(history.end, session.time)
        if event.action == .stop { stories.finish(&history) } else { sessions[name] = stories }
    }

    private mutating func note(_ event: TraceEvent, _ number: Int) {
        guard case .note(let text, _) = event.action else { return }
        history.items.append(
            .note(
                TraceHistory.NoteStory(
                    session: event.session, line: number, time: .zero, text: text, isRecordingStart: false)))
    }

    private mutating func begin(_ session: String?, _ number: Int) -> SessionHistory {
        history.sessions.append(TraceHistory.Session(name: session, line: number))
        return SessionHistory(name: session, firstLine: number)
    }
}

/// An event during the replay, with its session, line and time (EX-001).
struct Moment {
    let event: TraceEvent
    let session: ReplaySession
    let line: Int
    let time: Timestamp

    private func isAbout(_ component: ComponentID) -> Bool { session.component == component }

    var page: PageContext? {
        switch event.action {
        case .create(_, _, let declaration): declaration.page
        case .pending(_, _, let page), .ready(_, _, let page, _): page
        case .component, .move, .declare, .scene, .begin, .commit, .show, .interaction, .deepLink, .discardDeepLink,
            .record, .start, .stop, .note:
            nil
        }
    }

    func isDidAppear(of component: ComponentID) -> Bool {
        if case .component(_, .didAppear, _) = event.action { isAbout(component) } else { false }
    }

    /// Returns the cause of an appearance that began with this event. `isHeld`, `container` and `hasMoved` describe the hold before
    /// it; `isReplacement` means that the appearance replaces another one of the component.
    func beginning(
        of component: ComponentID, isHeld: Bool, hiddenBy container: AppearanceStory.Container?, hasMoved: Bool,
        isReplacement: Bool
    ) -> AppearanceStory.Beginning {
        switch event.action {
        case .scene(_, .foreground): isHeld ? .foregrounded : .returned
        case .component(_, .didAppear, _) where isAbout(component): isReplacement ? .appearedAgain : .appeared
        case _ where isReplacement: .revealed
        case .commit: .committed
        case .show: .listed
        case .component(_, .attach, _), .create:
            isAbout(component) && hasMoved ? .moved : container.map { .unhidden(by: $0) } ?? .attached
        case .component, .move, .pending, .ready, .declare, .scene, .begin, .interaction, .deepLink, .discardDeepLink,
            .record, .start, .stop, .note:
            container.map { .unhidden(by: $0) } ?? .appeared
        }
    }

    func end(of component: ComponentID) -> AppearanceStory.End {
        switch event.action {
        case .stop: .sessionEnded
        case .scene(_, .close): .sceneClosed
        case .component(_, .didDisappear, _) where isAbout(component): .disappeared
        case .component(_, .detach, _) where isAbout(component): .detached
        case .component(_, .destroy, _) where isAbout(component): .destroyed
        case .component(_, .attach, _) where isAbout(component): .moved
        case .create(_, let scene, let declaration) where isAbout(component):
            declaration.isAttached == false ? .detached : scene == nil ? .hidden : .moved
        case .commit, .show, .scene(_, .background):
            switch session.engine.status(of: component) {
            case nil: .destroyed
            case let status? where status.presence == .live: .replaced
            case let status? where status.container != nil && status.presence == .held: .hidden
            case let status?: status.isAttached ? .disappeared : .detached
            }
        case .component(_, .didAppear, _) where isAbout(component), .scene(_, .foreground): .replaced
        case .create, .component, .move, .pending, .ready, .declare, .scene, .begin, .interaction, .deepLink,
            .discardDeepLink, .record, .start, .note:
            session.engine.status(of: component)?.presence == .live ? .replaced : .hidden
        }
    }
}

extension Moment {
    /// Returns how the page of an interaction with a component relates to that component (PV-005).
    func reason(for page: ComponentID?, of component: ComponentID?) -> TraceHistory.InteractionStory.Reason {
        let engine = session.engine
        guard let component, engine.status(of: component) != nil, !engine.core.query({ $0.isDestroyed(component) })
        else { return .noComponent }
        guard let page else { return .sceneOfComponent }
        if page == component { return .own }
        if engine.containers(of: page).contains(component) { return .content }
        return engine.containers(of: component).contains(page) ? .container : .sceneOfComponent
    }

    /// Returns the container that hides a component, with its names (AP-017).
    func hider(of component: ComponentID) -> AppearanceStory.Container? {
        session.engine.status(of: component)?.container.map { AppearanceStory.Container($0, in: session) }
    }
}

extension AppearanceStory.Container {
    init(_ container: ComponentStatus.Container, in session: ReplaySession) {
        name = session.identity(of: container.component)
        reason = container.reason.map { session.identity(of: $0) }
    }
}

extension TraceEvent.Action {
    var keyword: String { values.kind.name }
}
