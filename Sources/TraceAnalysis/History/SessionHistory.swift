import NavigationTraces
import PageViewAutomation

/// What is under way in one session, and how it goes on with each event.
struct SessionHistory {
    let name: String?
    let firstLine: Int
    /// What goes on.
    var open = OpenStories()
    /// The transitions that have led to nothing yet.
    private var announcements = AnnouncementLog()
    var scenes = SceneLog()
    /// The deep links that no page view has carried yet.
    var links = LinkLog()
    /// The place of the current page of each scene, among those of the history.
    var current: [SceneID: Int] = [:]
    /// The component whose appearance this event has ended to begin another one in its place.
    var replaced: ComponentID?
    /// The places of its items, until it is known whether they are from before a recording.
    private var places: [Int]? = []

    init(name: String?, firstLine: Int) {
        self.name = name
        self.firstLine = firstLine
    }

    /// Takes what came of an event.
    mutating func apply(
        _ event: TraceEvent, _ records: [EngineRecord], of session: ReplaySession, line: Int,
        _ history: inout TraceHistory
    ) {
        let moment = Moment(event: event, session: session, line: line, time: session.time)
        replaced = nil
        if case .note(let text) = event.action { take(note: text, moment, &history) }
        for record in records { take(record, moment, &history) }
        takeRecordWithoutEffect(moment, records, &history)
        for id in concerned(by: moment, records) { look(at: id, moment, records, &history) }
        announcements.apply(moment, isOpen: session.component.map { open[$0] != nil } ?? false, &history)
        links.apply(moment, &history)
        scenes.apply(moment, &history)
    }

    /// Says that the trace, or the session, has ended: nothing more becomes of what is open.
    mutating func finish(_ history: inout TraceHistory) {
        announcements.finish(&history)
        let scenes = scenes
        for id in open.ids {
            open.change(id) { $0.close(in: scenes, at: nil) }
            if let last = open.remove(id) { put(last, &history) }
        }
    }

    /// The components whose state the event may have changed: that of the event, those of its scene, those that something
    /// was told of.
    private func concerned(by moment: Moment, _ records: [EngineRecord]) -> [ComponentID] {
        var ids = moment.session.component.map { [$0] } ?? []
        switch moment.event.action {
        case .scene(let scene, .foreground): ids += open.waiting(in: scene ?? "main")
        // What had a leave has been dealt with.
        case .scene(let scene, .close): return open.ids(in: scene ?? "main")
        case .stop: return open.ids
        case .create, .component, .move, .pending, .ready, .declare, .scene, .interaction, .deepLink, .discardDeepLink,
            .record, .start, .note:
            break
        }
        var others: Set<ComponentID> = []
        for record in records {
            switch record {
            case .pageLeave(let leave): others.insert(leave.component)
            case .pageView(let view): if let component = view.component { others.insert(component) }
            case .interaction, .deepLink, .currentPage, .diagnostic: break
            }
        }
        // In the order of their tokens, so that nothing depends on how a table lies.
        return ids + others.subtracting(ids).sorted { $0.index < $1.index }
    }

    /// When a transition was announced that has led to nothing yet.
    func announcementTime(of id: ComponentID) -> Timestamp? { announcements.time(of: id) }

    // MARK: Items

    /// Adds something; returns its place.
    @discardableResult
    mutating func add(_ item: TraceHistory.Item, _ history: inout TraceHistory) -> Int {
        places?.append(history.items.count)
        history.nameBytes += item.nameBytes
        history.items.append(item)
        return history.items.count - 1
    }

    /// Puts a story that has ended in its place.
    func put(_ last: OpenStories.Open, _ history: inout TraceHistory) {
        let item = TraceHistory.Item.appearance(last.story)
        history.items[last.place] = item
        history.nameBytes += item.nameBytes
    }

    private mutating func take(note text: String, _ moment: Moment, _ history: inout TraceHistory) {
        // What the app itself notes later is no second beginning.
        let isStart = places != nil && text.utf8.starts(with: RecordingStart.words.utf8)
        if isStart { beginRecording(moment, &history) }
        add(
            .note(
                TraceHistory.NoteStory(
                    session: name, line: moment.line, time: moment.time, text: text, isRecordingStart: isStart)),
            &history)
        if isStart { places = nil }
    }

    /// All that was told of the session so far is played.
    private mutating func beginRecording(_ moment: Moment, _ history: inout TraceHistory) {
        let start = RecordingStart(time: moment.time, line: moment.line)
        for place in places ?? [] { history.items[place].recordingStart = start }
        let scenes = scenes
        for id in open.ids {
            open.change(id) { open in
                open.story.recordingStart = start
                open.beginRecording(of: scenes)
                open.story.earlierNames = Recurrence()
                open.story.backgrounds.isFromBeforeRecording = scenes.backgroundStart(of: open.story.scene) != nil
            }
        }
        history.recordingStarts.append(TraceHistory.Recording(session: name, firstLine: firstLine, start: start))
    }
}
