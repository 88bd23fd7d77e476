import NavigationTraces
import PageViewAutomation

extension Timeline {
    /// The picture of a history; of the sessions of one name alone, if one is given.
    package init(_ history: TraceHistory, session: String? = nil) {
        var builder = TimelineBuilder(history, session: session)
        let exact = builder.build(until: history.end)
        // Something that goes on needs some room to be seen; not so much that folded gaps would count for it.
        let folded = exact.gaps(.automatic).reduce(0 as Int64) { $0 + $1.upperBound.nanoseconds(since: $1.lowerBound) }
        let room = exact.duration == 0 ? 1_000_000_000 : (exact.duration - folded) / 20
        let (end, overflow) = history.end.nanoseconds.addingReportingOverflow(room)
        builder = TimelineBuilder(history, session: session)
        self = builder.build(until: Timestamp(nanoseconds: overflow ? .max : end))
    }
}

/// Sorts what happened into sessions, scenes and lanes, each in the order in which it was first heard of.
private struct TimelineBuilder {
    private let history: TraceHistory
    private let isMeant: (String?) -> Bool
    /// The sessions of each name by their first lines, and the places of those among all.
    private var places: [ExactName?: [(line: Int, place: Int)]] = [:]
    private var sessions: [SessionDraft] = []

    init(_ history: TraceHistory, session: String?) {
        self.history = history
        let wanted = session.map { ExactName($0) }
        let place = ScenePlace(in: history)
        isMeant = { name in wanted == nil || name.map { ExactName($0) } == wanted }
        for session in history.sessions where isMeant(session.name) {
            places[session.name.map { ExactName($0) }, default: []].append((session.line, sessions.count))
            sessions.append(SessionDraft(name: session.name, place: place))
        }
    }

    mutating func build(until end: Timestamp) -> Timeline {
        let first = history.begin ?? .zero
        // A trace that begins a while after 0 shows that; one whose clock counts from elsewhere begins where it begins.
        let start = first.nanoseconds <= history.end.nanoseconds / 2 ? Timestamp.zero : first
        let duration = history.end.nanoseconds(since: start)
        for (place, item) in history.items.enumerated() where isMeant(item.session) {
            session(item.session, item.line) { $0.add(item, at: place, until: end) }
        }
        for announcement in history.announcements where isMeant(announcement.session) {
            session(announcement.session, announcement.line) { $0.add(announcement, until: end) }
        }
        for background in history.backgrounds where isMeant(background.session) {
            session(background.session, background.line) { $0.add(background, until: end) }
        }
        for page in history.currentPages where isMeant(page.session) {
            session(page.session, page.line) { $0.add(page, until: end) }
        }
        for recording in history.recordingStarts where isMeant(recording.session) {
            session(recording.session, recording.start.line) { $0.add(recording) }
        }
        // At last, for they stand in the first scene, whichever that is.
        for (place, item) in history.items.enumerated() where isMeant(item.session) {
            if case .note(let note) = item { session(note.session, note.line) { $0.add(note, at: place) } }
        }
        return Timeline(
            title: history.title, sessions: sessions.map { $0.finish() }.filter { !$0.scenes.isEmpty }, start: start,
            end: end, duration: duration)
    }

    /// Changes the session of this name that a line is about.
    private mutating func session(_ name: String?, _ line: Int, _ body: (inout SessionDraft) -> Void) {
        let all = places[name.map { ExactName($0) }] ?? []
        guard let place = all.last(where: { $0.line <= line })?.place else { return }
        body(&sessions[place])
    }
}
