import NavigationTraces
import PageViewAutomation

extension Timeline {
    /// Creates the timeline of a history, or only of the sessions with one name.
    package init(_ history: TraceHistory, session: String? = nil) {
        var builder = TimelineBuilder(history, session: session)
        let withoutMargin = builder.build(until: history.end)
        // The margin behind the trace is a twentieth of the time outside long gaps. A twentieth of the whole time could be wider
        // than the folded trace.
        let folded = withoutMargin.gaps(.automatic).reduce(0 as Int64) {
            $0 + $1.upperBound.nanoseconds(since: $1.lowerBound)
        }
        let margin = withoutMargin.duration == 0 ? 1_000_000_000 : (withoutMargin.duration - folded) / 20
        let (end, overflow) = history.end.nanoseconds.addingReportingOverflow(margin)
        builder = TimelineBuilder(history, session: session)
        self = builder.build(until: Timestamp(nanoseconds: overflow ? .max : end))
    }
}

/// A builder of sessions, scenes and lanes, in the order of their first lines in the trace (TL-001).
private struct TimelineBuilder {
    private let history: TraceHistory
    private let isSelected: (String?) -> Bool
    /// The sessions of each name: their first lines, and their indices in `sessions`.
    private var sessionsByName: [ExactName?: [(line: Int, index: Int)]] = [:]
    private var sessions: [SessionDraft] = []

    init(_ history: TraceHistory, session: String?) {
        self.history = history
        let wanted = session.map { ExactName($0) }
        let naming = SceneNaming(in: history)
        isSelected = { name in wanted == nil || name.map { ExactName($0) } == wanted }
        for session in history.sessions where isSelected(session.name) {
            sessionsByName[session.name.map { ExactName($0) }, default: []].append((session.line, sessions.count))
            sessions.append(SessionDraft(name: session.name, naming: naming))
        }
    }

    mutating func build(until end: Timestamp) -> Timeline {
        let first = history.begin ?? .zero
        // The axis begins at 0, unless the trace begins later than half of its last time (TL-003).
        let start = first.nanoseconds <= history.end.nanoseconds / 2 ? Timestamp.zero : first
        let duration = history.end.nanoseconds(since: start)
        for (index, item) in history.items.enumerated() where isSelected(item.session) {
            session(item.session, item.line) { $0.add(item, at: index, until: end) }
        }
        for announcement in history.announcements where isSelected(announcement.session) {
            session(announcement.session, announcement.line) { $0.add(announcement, until: end) }
        }
        for background in history.backgrounds where isSelected(background.session) {
            session(background.session, background.line) { $0.add(background, until: end) }
        }
        for page in history.currentPages where isSelected(page.session) {
            session(page.session, page.line) { $0.add(page, until: end) }
        }
        for recording in history.recordings where isSelected(recording.session) {
            session(recording.session, recording.start.line) { $0.add(recording) }
        }
        let finished = sessions.indices.map { sessions[$0].finish() }
        return Timeline(
            title: history.title, sessions: finished.filter { !$0.scenes.isEmpty }, start: start, origin: start,
            end: end,
            duration: duration)
    }

    /// Calls `body` with the session that a line belongs to, of the sessions with a name.
    private mutating func session(_ name: String?, _ line: Int, _ body: (inout SessionDraft) -> Void) {
        let all = sessionsByName[name.map { ExactName($0) }] ?? []
        guard let index = all.last(where: { $0.line <= line })?.index else { return }
        body(&sessions[index])
    }
}

extension Timeline.Bar {
    /// Creates the bar of an appearance, or of a component that was only held.
    /// `since` is the time of the move to the last scene; `nil` if the component was never held in another scene.
    init(_ story: AppearanceStory, item: Int, since: Timestamp?, until end: Timestamp) {
        let end = story.endedAt ?? end
        var pieces = Pieces()
        if let announced = story.announcedAt, since == nil {
            pieces.add(.announced, announced, story.heldSince ?? story.beganAt ?? end)
        }
        // A component that appeared as it moved was held only in other scenes, which have their own bars.
        if let held = story.heldSince, story.beganAt == nil || since != story.beganAt {
            pieces.add(.held, since ?? held, story.beganAt ?? end)
        }
        if let began = story.beganAt { pieces.add(story, from: began, until: end) }
        self.init(
            item: item, label: story.label, page: story.page, pieces: pieces.all,
            ending: story.endedAt == nil ? .open : story.count == nil && story.page != nil ? .uncounted : .plain,
            // The replay's number of a page view from before the recording is not the engine's number (RC-004).
            count: story.wasCountedBeforeRecording
                ? nil : story.count.map { Timeline.Count(number: $0.sequence, time: $0.time, item: item) })
    }

    /// Creates the bar of a component that was held in a scene and moved to another one.
    init(_ story: AppearanceStory, item: Int, heldFrom start: Timestamp, until end: Timestamp, isFirst: Bool) {
        var pieces = Pieces()
        if isFirst, let announced = story.announcedAt { pieces.add(.announced, announced, start) }
        pieces.add(.held, start, end)
        self.init(item: item, label: story.label, page: story.page, pieces: pieces.all, ending: .plain, count: nil)
    }

    /// Creates the bar of an announcement that no `didAppear` followed.
    init(_ announcement: TraceHistory.Announcement, until end: Timestamp) {
        var pieces = Pieces()
        pieces.add(.announced, announcement.start, announcement.end ?? end)
        self.init(
            item: nil, label: announcement.component, page: announcement.page, pieces: pieces.all,
            ending: announcement.end == nil ? .open : .plain, count: nil)
    }

    /// The tooltip of an announcement, which has no explanation.
    package var announcement: String {
        let way = ending == .open ? "and still open at the end of the trace" : "and cancelled at \(end.seconds)"
        return "\(label) was announced at \(start.seconds) \(way) (LC-001)"
    }
}

/// A builder of pieces that follow one another (TL-001).
private struct Pieces {
    private(set) var all: [Timeline.Piece] = []

    /// Adds the pieces of the appearance itself, which are untracked, pending and counted.
    mutating func add(_ story: AppearanceStory, from start: Timestamp, until end: Timestamp) {
        guard story.page != nil else { return add(.untracked, start, end) }
        let isPageFrom = story.becamePageAt ?? start
        if isPageFrom > start { add(.untracked, start, isPageFrom) }
        guard let count = story.count else { return add(.pending, isPageFrom, end) }
        if count.time > isPageFrom { add(.pending, isPageFrom, count.time) }
        add(.counted, count.time, end)
    }

    mutating func add(_ phase: Timeline.Phase, _ start: Timestamp, _ end: Timestamp) {
        let start = max(start, all.last?.end ?? start)
        all.append(Timeline.Piece(phase: phase, start: start, end: max(start, end)))
    }
}
