import NavigationTraces
import PageViewAutomation

extension SessionHistory {
    /// Takes something that the engine emitted.
    mutating func take(_ record: EngineRecord, _ moment: Moment, _ history: inout TraceHistory) {
        switch record {
        case .pageView(let view): take(view, moment, &history)
        case .pageLeave(let leave): take(leave, moment, &history)
        case .interaction(let interaction):
            add(
                .interaction(
                    TraceHistory.InteractionStory(
                        session: name, line: moment.line, time: interaction.time,
                        scene: moment.session.name(of: interaction.scene), name: interaction.name,
                        page: interaction.page.map { moment.session.label(of: $0.reference.id) })), &history)
        case .deepLink(let visit): take(visit, moment, &history)
        case .currentPage(let change): take(change, moment, &history)
        case .diagnostic(let diagnostic): take(diagnostic, moment, &history)
        }
    }

    private mutating func take(_ view: PageView, _ moment: Moment, _ history: inout TraceHistory) {
        let label = moment.session.label(of: view.id)
        let count = AppearanceStory.Count(
            sequence: view.sequence, time: view.countedAt, cause: view.cause,
            previous: view.previous.map { moment.session.label(of: $0.id) }, payload: view.payload,
            link: view.deepLink?.link.url, line: moment.line)
        let scene = moment.session.name(of: view.scene)
        if view.deepLink != nil { links.ride(on: label, in: scene, moment, &history) }
        guard let appearance = view.id.appearance, let beganAt = view.appearedAt else {
            add(
                .manual(
                    TraceHistory.ManualStory(
                        session: name, line: moment.line, scene: scene, page: view.page, count: count)), &history)
            return
        }
        begin(appearance, at: beganAt, in: view.scene, moment, &history)
        open.change(appearance.component) { open in
            // What it is counted as has the place of what it was called until then.
            open.story.say(view.page, at: moment.time)
            open.story.count = count
        }
    }

    /// Takes a record by hand of which nothing came: what it is about has been counted.
    mutating func takeRecordWithoutEffect(
        _ moment: Moment, _ records: [EngineRecord], _ history: inout TraceHistory
    ) {
        guard case .record = moment.event.action, !records.contains(where: \.isAnswerToRecord),
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
        if let id = leave.id, open[leave.component] == nil {
            // It began and ended in one event.
            begin(id, at: moment.time, in: leave.scene, moment, &history)
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
            link.isReferrerThere = status.presence == .live && status.appearance == id
            if link.isReferrerThere, status.scene != visit.scene {
                link.referrerScene = moment.session.name(of: status.scene)
            }
        }
        add(.link(link), &history)
    }

    private mutating func take(_ change: CurrentPageChange, _ moment: Moment, _ history: inout TraceHistory) {
        if let place = current.removeValue(forKey: change.scene) { history.currentPages[place].end = change.time }
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
        // That a time went back is noticed before a component that is new is known.
        let component = diagnostic.component ?? moment.session.component
        let status = component.flatMap { moment.session.engine.status(of: $0) }
        add(
            .remark(
                TraceHistory.Remark(
                    session: name, line: moment.line, time: diagnostic.time,
                    component: component.map { moment.session.name(of: $0) },
                    identity: component.map { moment.session.identity(of: $0) },
                    scene: status.map { moment.session.name(of: $0.scene) },
                    presence: status?.presence ?? .hidden,
                    isSceneForeground: status?.isSceneForeground ?? true, kind: diagnostic.kind,
                    report: moment.event.action.word, writtenTime: moment.event.time,
                    renaming: diagnostic.kind == .renamedWhileCounted ? renaming(status, moment) : nil)), &history)
    }
}

extension SessionHistory {
    /// The names of a component that was counted and declares another page.
    private func renaming(_ status: ComponentStatus?, _ moment: Moment) -> TraceHistory.Remark.Renaming? {
        guard let counted = status?.page, let declared = moment.page else { return nil }
        return TraceHistory.Remark.Renaming(counted: counted, declared: declared)
    }
}

extension EngineRecord {
    /// Whether it says what came of a record by hand.
    fileprivate var isAnswerToRecord: Bool {
        switch self {
        case .pageView: true
        case .diagnostic(let diagnostic): diagnostic.kind != .timeWentBack
        case .pageLeave, .interaction, .deepLink, .currentPage: false
        }
    }
}
