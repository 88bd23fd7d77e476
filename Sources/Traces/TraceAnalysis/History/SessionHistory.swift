import NavigationTraces
import PageViewAutomation

/// The state of one session while a `HistoryWriter` collects its history (SC-007).
struct SessionHistory {
    let name: String?
    let firstLine: Int
    var open = OpenStories()
    /// The announcements that no `didAppear` has followed yet.
    private var announcements = AnnouncementLog()
    private var unshown = UnshownLog()
    var scenes = SceneLog()
    /// The deep links that no page view has carried yet.
    var links = LinkLog()
    var current: [SceneID: Int] = [:]
    /// The component whose appearance ended in this event because a new one replaces it (POL-001).
    var replaced: ComponentID?
    /// The components whose appearances containers ended in this event.
    var hidden: Set<ComponentID> = []
    private var last = (line: 0, time: Timestamp.zero)
    var turns = HintLog()
    /// The indices of the session's items; `nil` once a recording has begun.
    private var itemIndices: [Int]? = []
    /// Whether an update is in progress (AP-015).
    private(set) var isInUpdate = false
    /// The index of the session's recording in the history; `nil` without one.
    private var recording: Int?

    init(name: String?, firstLine: Int) {
        self.name = name
        self.firstLine = firstLine
    }

    mutating func apply(
        _ event: TraceEvent, _ records: [EngineRecord], of session: ReplaySession, line: Int,
        _ history: inout TraceHistory
    ) {
        let moment = Moment(event: event, session: session, line: line, time: session.time)
        last = (line, session.time)
        turns.apply(moment)
        (replaced, hidden) = (nil, [])
        if isInUpdate || event.action == .begin { isInUpdate = session.engine.isInUpdate }
        if case .note(let text, _) = event.action { take(note: text, moment, &history) }
        for record in records { take(record, moment, &history) }
        takeRecordWithoutEffect(moment, records, &history)
        let examined = Set(session.engine.core.takeExamined())
        for id in affectedComponents(by: moment, records, examined) {
            // In an update, the engine has only decided about the components that it has examined.
            let isDecided = !isInUpdate || examined.contains(id) || event.action.isClose
            updateStory(of: id, moment, records, isDecided: isDecided, &history)
        }
        announcements.apply(moment, isOpen: session.component.map { open[$0] != nil } ?? false, &history)
        unshown.apply(moment, &history)
        links.apply(moment, &history)
        scenes.apply(moment, &history)
        if event.action == .stop, let recording { history.recordings[recording].lastLine = line }
    }

    /// Stores the open stories at the end of the session or of the trace.
    mutating func finish(_ history: inout TraceHistory) {
        announcements.finish(&history)
        unshown.finish(name, at: last, &history)
        let (scenes, isInUpdate) = (scenes, isInUpdate)
        for id in open.ids {
            open.change(id) { open in
                open.close(in: scenes, at: nil)
                open.story.waitsForCommit = isInUpdate
            }
            if let last = open.remove(id) { store(last, &history) }
        }
    }

    /// Returns the components whose state the event may have changed. These are the components of the event, the examined ones,
    /// those of a scene that closes, and those with a record. The end of a session affects all components with an open story.
    private func affectedComponents(
        by moment: Moment, _ records: [EngineRecord], _ examined: Set<ComponentID>
    ) -> [ComponentID] {
        var ids = moment.session.component.map { [$0] } ?? []
        var others = examined
        switch moment.event.action {
        // A return changes live components only with a record.
        case .scene(_, .foreground): others = examined.filter { open[$0]?.isHeld ?? false }
        // The record of a page leave has already ended the story of its component.
        case .scene(let scene, .close): others.formUnion(open.ids(in: scene ?? "main"))
        case .stop: return open.ids
        case .show: ids = moment.session.shownComponents
        case .create, .component, .move, .pending, .ready, .declare, .scene, .begin, .commit, .interaction, .deepLink,
            .discardDeepLink, .record, .start, .note:
            break
        }
        for record in records {
            switch record {
            case .pageLeave(let leave): others.insert(leave.component)
            case .pageView(let view): if let component = view.component { others.insert(component) }
            case .currentPage(let change): if let component = change.page?.component { others.insert(component) }
            case .interaction, .deepLink, .diagnostic: break
            }
        }
        // Sorted, so the result does not depend on the order of a hash table.
        return ids + others.subtracting(ids).sorted { $0.index < $1.index }
    }

    func announcementTime(of id: ComponentID) -> Timestamp? { announcements.time(of: id) }

    // MARK: Items

    /// Adds an item to the history and returns its index.
    @discardableResult
    mutating func add(_ item: TraceHistory.Item, _ history: inout TraceHistory) -> Int {
        itemIndices?.append(history.items.count)
        history.nameBytes += item.nameBytes
        history.items.append(item)
        return history.items.count - 1
    }

    func store(_ last: OpenStories.Open, _ history: inout TraceHistory) {
        let item = TraceHistory.Item.appearance(last.story)
        history.items[last.index] = item
        history.nameBytes += item.nameBytes
    }

    private mutating func take(note text: String, _ moment: Moment, _ history: inout TraceHistory) {
        // Only the first note of a recorder in a session begins the recording (EX-005).
        let isStart = itemIndices != nil && text.utf8.starts(with: RecordingStart.words.utf8)
        if isStart { beginRecording(moment, &history) }
        add(
            .note(
                TraceHistory.NoteStory(
                    session: name, line: moment.line, time: moment.time, text: text, isRecordingStart: isStart)),
            &history)
        if isStart { itemIndices = nil }
    }

    /// Marks all items and open stories so far as earlier than the recording.
    private mutating func beginRecording(_ moment: Moment, _ history: inout TraceHistory) {
        let start = RecordingStart(time: moment.time, line: moment.line)
        for index in itemIndices ?? [] { history.items[index].begin(start) }
        let scenes = scenes
        for id in open.ids {
            open.change(id) { open in
                open.story.recordingStart = start
                open.beginRecording(of: scenes)
                open.story.earlierNames = Recurrence()
                open.story.beganRecordingInBackground = scenes.backgroundStart(of: open.story.scene) != nil
            }
        }
        unshown = UnshownLog()
        recording = history.recordings.count
        history.recordings.append(TraceHistory.Recording(session: name, firstLine: firstLine, start: start))
    }
}

extension SessionHistory {
    mutating func take(_ record: EngineRecord, _ moment: Moment, _ history: inout TraceHistory) {
        switch record {
        case .pageView(let view): take(view, moment, &history)
        case .pageLeave(let leave): take(leave, moment, &history)
        case .interaction(let interaction): take(interaction, moment, &history)
        case .deepLink(let visit): take(visit, moment, &history)
        case .currentPage(let change): take(change, moment, &history)
        case .diagnostic(let diagnostic): take(diagnostic, moment, &history)
        }
    }

    private mutating func take(_ interaction: Interaction, _ moment: Moment, _ history: inout TraceHistory) {
        let component = moment.event.action.component
        // An unknown component has a name and no identity.
        let id = moment.session.component
        add(
            .interaction(
                TraceHistory.InteractionStory(
                    session: name, line: moment.line, time: interaction.time,
                    scene: moment.session.name(of: interaction.scene), name: interaction.name,
                    page: interaction.page.map { moment.session.label(of: $0.reference.id) }, component: component,
                    identity: id.map(moment.session.identity(of:)) ?? component,
                    reason: component == nil ? .scene : moment.reason(for: interaction.page?.component, of: id),
                    isInUpdate: isInUpdate)), &history)
    }

    private mutating func take(_ view: PageView, _ moment: Moment, _ history: inout TraceHistory) {
        let label = moment.session.label(of: view.id)
        let count = AppearanceStory.Count(
            sequence: view.sequence, time: view.countedAt, cause: view.cause,
            previous: view.previous.map { moment.session.label(of: $0.id) }, payload: view.payload,
            link: view.deepLink?.link.url, line: moment.line)
        let scene = moment.session.name(of: view.scene)
        if let link = view.deepLink {
            // The link can wait in another scene, for a page of any scene.
            links.end(moment.session.name(of: link.scene), .carried(by: label), moment, &history)
        }
        guard let appearance = view.id.appearance, let beganAt = view.appearedAt else {
            add(
                .manual(
                    TraceHistory.ManualStory(
                        session: name, line: moment.line, scene: scene, page: view.page, count: count)), &history)
            return
        }
        begin(appearance, at: beganAt, in: view.scene, moment, &history)
        open.change(appearance.component) { open in
            // The name in the page view replaces the earlier name.
            open.story.update(view.page, at: moment.time)
            open.story.count = count
        }
    }

    /// Adds a `record` that had no effect because the component's appearance was already counted (RD-011).
    private mutating func takeRecordWithoutEffect(
        _ moment: Moment, _ records: [EngineRecord], _ history: inout TraceHistory
    ) {
        guard case .record = moment.event.action, !records.contains(where: \.isResultOfRecord),
            let id = moment.session.component, let status = moment.session.engine.status(of: id),
            status.presence == .live
        else { return }
        add(
            .record(
                TraceHistory.RecordStory(
                    session: name, line: moment.line, time: moment.time, scene: moment.session.name(of: status.scene),
                    component: moment.session.name(of: id), identity: moment.session.identity(of: id),
                    label: moment.session.label(of: .appearance(status.appearance)))), &history)
    }

    private mutating func take(_ leave: PageLeave, _ moment: Moment, _ history: inout TraceHistory) {
        if let id = leave.id, open[leave.component]?.story.beganAt == nil {
            // It began without a record: in this event, or by a report about another component, such as its container.
            let duration = leave.foregroundNanoseconds &+ leave.backgroundNanoseconds
            let beganAt = Timestamp(nanoseconds: leave.endedAt.nanoseconds &- duration)
            begin(id, at: beganAt, in: leave.scene, moment, &history)
        }
        open.change(leave.component) { open in
            open.story.page = leave.page
            open.story.outcome = leave.outcome
            if leave.id != nil {
                open.story.foreground = leave.foregroundNanoseconds
                open.story.background = leave.backgroundNanoseconds
            }
        }
        end(leave.component, at: leave.endedAt, moment, &history)
    }

    private mutating func take(_ visit: DeepLinkVisit, _ moment: Moment, _ history: inout TraceHistory) {
        let scene = moment.session.name(of: visit.scene)
        links.open(visit, moment, &history)
        var link = TraceHistory.LinkStory(
            session: name, line: moment.line, time: visit.time, scene: scene, link: visit.link,
            referrer: visit.referrer.map { moment.session.label(of: $0.id) })
        if let id = visit.referrer?.id.appearance, let status = moment.session.engine.status(of: id.component) {
            link.isReferrerLive = status.presence == .live && status.appearance == id
            if link.isReferrerLive, status.scene != visit.scene {
                link.referrerScene = moment.session.name(of: status.scene)
            }
        }
        if let pending = moment.session.engine.deepLink(in: visit.scene) {
            (link.target, link.isForAnyScene) = (pending.target, pending.isForAnyScene)
            link.deadline = pending.expires.map { visit.time.later(byNanoseconds: $0) }
        }
        add(.link(link), &history)
    }

    private mutating func take(_ change: CurrentPageChange, _ moment: Moment, _ history: inout TraceHistory) {
        if let index = current.removeValue(forKey: change.scene) { history.currentPages[index].end = change.time }
        guard let page = change.page else { return }
        current[change.scene] = history.currentPages.count
        defer { history.nameBytes += history.currentPages.last?.label.utf8.count ?? 0 }
        history.currentPages.append(
            TraceHistory.CurrentPage(
                session: name, line: moment.line, scene: moment.session.name(of: change.scene),
                component: page.reference.id.appearance.map { moment.session.name(of: $0.component) },
                label: moment.session.label(of: page.reference.id), page: page.page, start: change.time))
    }

    private mutating func take(_ diagnostic: Diagnostic, _ moment: Moment, _ history: inout TraceHistory) {
        if diagnostic.kind == .deepLinkExpired { links.removeExpired(moment, &history) }
        // The engine emits a diagnostic about time before it registers a new component, so the session names the component.
        let component = diagnostic.component ?? moment.session.component
        let status = component.flatMap { moment.session.engine.status(of: $0) }
        add(
            .diagnostic(
                TraceHistory.DiagnosticStory(
                    session: name, line: moment.line, time: diagnostic.time,
                    component: component.map { moment.session.name(of: $0) },
                    identity: component.map { moment.session.identity(of: $0) },
                    scene: status.map { moment.session.name(of: $0.scene) },
                    presence: status?.presence ?? .hidden,
                    isSceneForeground: status?.isSceneForeground ?? true, kind: diagnostic.kind,
                    report: moment.event.action.keyword, reportedTime: moment.event.time,
                    renaming: diagnostic.kind == .renamedWhileCounted ? renaming(status, moment) : nil)), &history)
    }

    /// Returns the counted name of a component and the name that it declares now.
    private func renaming(_ status: ComponentStatus?, _ moment: Moment) -> TraceHistory.DiagnosticStory.Renaming? {
        guard let counted = status?.page, let declared = moment.page else { return nil }
        return TraceHistory.DiagnosticStory.Renaming(counted: counted, declared: declared)
    }
}

extension TraceEvent.Action {
    /// Whether a scene closes or the session ends, which an update does not postpone (AP-015).
    fileprivate var isClose: Bool {
        switch self {
        case .scene(_, .close), .stop: true
        case .create, .component, .move, .pending, .ready, .declare, .scene, .begin, .commit, .show, .interaction,
            .deepLink, .discardDeepLink, .record, .start, .note:
            false
        }
    }
}

extension EngineRecord {
    /// Whether the record is the result of a `record` event.
    fileprivate var isResultOfRecord: Bool {
        switch self {
        case .pageView: true
        case .diagnostic(let diagnostic): diagnostic.kind != .timeWentBack
        case .pageLeave, .interaction, .deepLink, .currentPage: false
        }
    }
}
