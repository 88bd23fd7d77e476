import PageViewAutomation

/// The transitions of a session that were announced, until what they announce appears or they are given up.
struct AnnouncementLog {
    private var open: [ComponentID: TraceHistory.Announcement] = [:]

    /// When a transition was announced that has led to nothing yet.
    func time(of id: ComponentID) -> Timestamp? { open[id]?.start }

    /// Takes a report; `isOpen` says whether its component is in front of the user, or held.
    mutating func apply(_ moment: Moment, isOpen: Bool, _ history: inout TraceHistory) {
        switch moment.event.action {
        case .component(_, let report, _):
            guard let id = moment.session.component else { return }
            switch report {
            case .willAppear: if !isOpen { announce(id, moment) }
            case .didAppear: open[id] = nil
            case .willDisappear, .didDisappear, .detach, .destroy: giveUp(id, at: moment.time, &history)
            case .attach: break
            }
        case .scene(let scene, .close):
            let name = ExactName(scene ?? "main")
            giveUp(all: { ExactName($0.scene) == name }, at: moment.time, &history)
        case .sessionEnd: giveUp(all: { _ in true }, at: moment.time, &history)
        default: break
        }
    }

    /// Says that the trace has ended: what is announced still is.
    mutating func finish(_ history: inout TraceHistory) {
        giveUp(all: { _ in true }, at: nil, &history)
    }

    private mutating func announce(_ id: ComponentID, _ moment: Moment) {
        // Announced twice it is on its way since the first time (LC-002).
        guard open[id] == nil, let status = moment.session.engine.status(of: id) else { return }
        open[id] = TraceHistory.Announcement(
            session: moment.session.name, line: moment.line, component: moment.session.name(of: id),
            scene: moment.session.name(of: status.scene), page: status.page, start: moment.time)
    }

    private mutating func giveUp(_ id: ComponentID, at time: Timestamp?, _ history: inout TraceHistory) {
        guard var announcement = open.removeValue(forKey: id) else { return }
        announcement.end = time
        history.announcements.append(announcement)
    }

    private mutating func giveUp(
        all isMeant: (TraceHistory.Announcement) -> Bool, at time: Timestamp?, _ history: inout TraceHistory
    ) {
        // In the order in which they were announced, so that nothing depends on how the table lies.
        let ids = open.filter { isMeant($0.value) }.sorted { $0.value.line < $1.value.line }.map(\.key)
        for id in ids { giveUp(id, at: time, &history) }
    }
}
