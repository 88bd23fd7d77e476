import PageViewAutomation

/// What is under way in one session, and how it goes on with each event.
struct SessionHistory {
    let name: String?
    let firstLine: Int
    /// The places of what goes on, among the history's items.
    private var open: [ComponentID: Int] = [:]
    /// The same in the order in which they began, for events that concern all of a scene.
    private var order: [ComponentID] = []
    /// The transitions that have led to nothing yet.
    private var announcements = AnnouncementLog()
    private var scenes = SceneLog()
    /// The place of the current page of each scene, among those of the history.
    private var current: [SceneID: Int] = [:]
    /// The component whose appearance this event has ended to begin another one in its place.
    private var replaced: ComponentID?
    /// The places of the links that no page view has carried yet, by their scenes.
    private var links: [SceneID: Int] = [:]

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
        for record in records { take(record, moment, &history) }
        for id in concerned(by: moment, records) { look(at: id, moment, records, &history) }
        if case .scene(_, let report) = event.action { changeBackground(report, moment, &history) }
        announcements.apply(moment, isOpen: session.component.map { open[$0] != nil } ?? false, &history)
        scenes.apply(moment, &history)
    }

    /// Says that the trace, or the session, has ended: nothing more becomes of what is open.
    mutating func finish(_ history: inout TraceHistory) { announcements.finish(&history) }

    /// The components whose state the event may have changed: that of the event, those of its scene, those that something
    /// was told of.
    private func concerned(by moment: Moment, _ records: [EngineRecord]) -> [ComponentID] {
        var ids = moment.session.component.map { [$0] } ?? []
        switch moment.event.action {
        case .scene, .sessionEnd: ids += order
        default:
            for record in records {
                switch record {
                case .pageLeave(let leave) where !ids.contains(leave.component): ids.append(leave.component)
                case .pageView(let view):
                    if let component = view.component, !ids.contains(component) { ids.append(component) }
                default: break
                }
            }
        }
        return ids
    }

    // MARK: Records

    private mutating func take(_ record: EngineRecord, _ moment: Moment, _ history: inout TraceHistory) {
        switch record {
        case .pageView(let view): take(view, moment, &history)
        case .pageLeave(let leave): take(leave, moment, &history)
        case .interaction(let interaction):
            history.items.append(
                .interaction(
                    TraceHistory.InteractionStory(
                        session: name, line: moment.line, time: interaction.time,
                        scene: moment.session.name(of: interaction.scene), name: interaction.name,
                        page: interaction.page.map { moment.session.label(of: $0.reference.id) })))
        case .deepLink(let visit):
            links[visit.scene] = history.items.count
            history.items.append(
                .link(
                    TraceHistory.LinkStory(
                        session: name, line: moment.line, time: visit.time,
                        scene: moment.session.name(of: visit.scene), link: visit.link,
                        referrer: visit.referrer.map { moment.session.label(of: $0.id) })))
        case .currentPage(let change): take(change, moment, &history)
        case .diagnostic(let diagnostic):
            history.items.append(
                .remark(
                    TraceHistory.Remark(
                        session: name, line: moment.line, time: diagnostic.time,
                        component: diagnostic.component.map { moment.session.name(of: $0) },
                        scene: diagnostic.component.flatMap { moment.session.engine.status(of: $0) }
                            .map { moment.session.name(of: $0.scene) },
                        kind: diagnostic.kind,
                        report: moment.event.action.word)))
        }
    }

    private mutating func take(_ view: PageView, _ moment: Moment, _ history: inout TraceHistory) {
        let label = moment.session.label(of: view.id)
        let count = AppearanceStory.Count(
            sequence: view.sequence, time: view.countedAt, cause: view.cause,
            previous: view.previous.map { moment.session.label(of: $0.id) }, payload: view.payload,
            link: view.deepLink?.link.url, line: moment.line)
        if view.deepLink != nil, let place = links.removeValue(forKey: view.scene),
            case .link(var story) = history.items[place]
        {
            story.rodeOn = label
            history.items[place] = .link(story)
        }
        guard let appearance = view.id.appearance, let beganAt = view.appearedAt else {
            history.items.append(
                .manual(
                    TraceHistory.ManualStory(
                        session: name, line: moment.line, scene: moment.session.name(of: view.scene), page: view.page,
                        count: count)))
            return
        }
        begin(appearance, at: beganAt, in: view.scene, moment, &history)
        change(appearance.component, &history) { story in
            story.count = count
            story.page = view.page
        }
    }

    private mutating func take(_ leave: PageLeave, _ moment: Moment, _ history: inout TraceHistory) {
        if let id = leave.id, open[leave.component] == nil {
            // It began and ended in one event.
            begin(id, at: moment.time, in: leave.scene, moment, &history)
        }
        change(leave.component, &history) { story in
            story.page = leave.page
            story.outcome = leave.outcome
            if leave.id != nil {
                story.foreground = leave.foregroundNanoseconds
                story.background = leave.backgroundNanoseconds
            }
        }
        end(leave.component, at: leave.endedAt, moment, &history)
    }

    private mutating func take(_ change: CurrentPageChange, _ moment: Moment, _ history: inout TraceHistory) {
        if let place = current.removeValue(forKey: change.scene) { history.currentPages[place].end = change.time }
        guard let page = change.page else { return }
        current[change.scene] = history.currentPages.count
        history.currentPages.append(
            TraceHistory.CurrentPage(
                session: name, line: moment.line, scene: moment.session.name(of: change.scene),
                label: moment.session.label(of: page.reference.id), page: page.page, start: change.time))
    }

    // MARK: States

    /// Compares what is known of a component with where it stands now.
    private mutating func look(
        at id: ComponentID, _ moment: Moment, _ records: [EngineRecord], _ history: inout TraceHistory
    ) {
        guard let status = moment.session.engine.status(of: id), status.presence != .away else {
            // A component that is no page has no leave.
            if open[id] != nil { end(id, at: moment.time, moment, &history) }
            return
        }
        if status.presence == .held {
            hold(status, moment, &history)
        } else {
            begin(status.appearance, at: status.beganAt, in: status.scene, moment, &history)
        }
        change(id, &history) { story in
            story.page = status.page
            if status.isReady != story.isReady {
                story.readiness.append(AppearanceStory.Readiness(time: moment.time, isReady: status.isReady))
            }
            if moment.isDidAppear(of: id), let beganAt = story.beganAt,
                beganAt < moment.time || story.line < moment.line,
                !records.contains(where: \.isDuplicate)
            {
                story.returns.append(moment.time)
            }
        }
    }

    /// A component is said to be shown, and cannot be seen.
    private mutating func hold(_ status: ComponentStatus, _ moment: Moment, _ history: inout TraceHistory) {
        let id = status.appearance.component
        guard open[id] == nil else { return }
        var story = makeStory(of: id, in: status.scene, moment)
        // The component as it is called in identities: there may have been others of its name.
        let label = moment.session.label(of: .appearance(status.appearance))
        story.label = label.lastIndex(of: "/").map { String(label[..<$0]) } ?? label
        story.heldSince = moment.time
        story.lackedWindow = !status.isAttached
        story.wasInBackground = !status.isSceneForeground
        story.wasReady = status.isReady
        story.page = status.page
        add(story, id, &history)
    }

    /// An appearance goes on; begins it, if that is news.
    private mutating func begin(
        _ appearance: AppearanceID, at time: Timestamp, in scene: SceneID, _ moment: Moment,
        _ history: inout TraceHistory
    ) {
        let id = appearance.component
        let label = moment.session.label(of: .appearance(appearance))
        if let place = open[id], case .appearance(let story) = history.items[place], story.beganAt != nil {
            if story.label == label { return }
            // No leave told of its end: it is no page.
            end(id, at: moment.time, moment, &history)
        }
        if open[id] == nil { add(makeStory(of: id, in: scene, moment), id, &history) }
        let status = moment.session.engine.status(of: id)
        change(id, &history) { story in
            story.label = label
            story.scene = moment.session.name(of: scene)
            story.beganAt = time
            story.beginning = moment.beginning(
                of: id, isHeld: story.heldSince != nil, isReplacement: replaced == id)
            story.page = status?.page ?? story.page
            if let status, story.heldSince == nil { story.wasReady = status.isReady }
            story.wasPage = status?.page != nil
        }
    }

    private mutating func end(
        _ id: ComponentID, at time: Timestamp, _ moment: Moment, _ history: inout TraceHistory
    ) {
        change(id, &history) { story in
            story.endedAt = time
            story.end = moment.end(of: id)
            story.endLine = moment.line
            if let last = story.backgrounds.indices.last, story.backgrounds[last].end == nil {
                story.backgrounds[last].end = time
            }
        }
        if moment.end(of: id) == .replaced { replaced = id }
        open[id] = nil
        order.removeAll { $0 == id }
    }

    private mutating func changeBackground(
        _ report: SceneEvent, _ moment: Moment, _ history: inout TraceHistory
    ) {
        guard report == .background || report == .foreground else { return }
        for id in order {
            guard let status = moment.session.engine.status(of: id) else { continue }
            change(id, &history) { story in
                guard story.beganAt != nil else { return }
                let last = story.backgrounds.indices.last
                let isInBackground = last.map { story.backgrounds[$0].end == nil } ?? false
                if status.isSceneForeground, isInBackground, let last {
                    story.backgrounds[last].end = moment.time
                } else if !status.isSceneForeground, !isInBackground {
                    story.backgrounds.append(AppearanceStory.Span(start: moment.time))
                }
            }
        }
    }

    // MARK: Stories

    private func makeStory(of id: ComponentID, in scene: SceneID, _ moment: Moment) -> AppearanceStory {
        var story = AppearanceStory(
            session: name, component: moment.session.name(of: id), scene: moment.session.name(of: scene),
            line: moment.line)
        story.announcedAt = announcements.time(of: id)
        return story
    }

    private mutating func add(_ story: AppearanceStory, _ id: ComponentID, _ history: inout TraceHistory) {
        open[id] = history.items.count
        order.append(id)
        history.items.append(.appearance(story))
    }

    private func change(_ id: ComponentID, _ history: inout TraceHistory, _ body: (inout AppearanceStory) -> Void) {
        guard let place = open[id], case .appearance(var story) = history.items[place] else { return }
        body(&story)
        history.items[place] = .appearance(story)
    }
}

extension EngineRecord {
    fileprivate var isDuplicate: Bool {
        if case .diagnostic(let diagnostic) = self { diagnostic.kind == .duplicateDidAppear } else { false }
    }
}
