import NavigationTraces
import PageViewAutomation

/// The transitions of a session that were announced, until what they announce appears or they are given up.
struct AnnouncementLog {
    private var open: [ComponentID: TraceHistory.Announcement] = [:]
    /// The same by their scenes, so that closing one does not take as long as there are announcements.
    private var inScene: [ExactName: Set<ComponentID>] = [:]

    /// When a transition was announced that has led to nothing yet.
    func time(of id: ComponentID) -> Timestamp? { open[id]?.start }

    /// Takes a report; `isOpen` says whether its component is in front of the user, or held.
    mutating func apply(_ moment: Moment, isOpen: Bool, _ history: inout TraceHistory) {
        switch moment.event.action {
        case .component(_, let report, _):
            guard let id = moment.session.component else { return }
            switch report {
            case .willAppear: if !isOpen { announce(id, moment) }
            case .didAppear: _ = take(id)
            case .willDisappear, .didDisappear, .detach, .destroy: giveUp(id, at: moment.time, &history)
            case .attach: break
            }
        case .scene(let scene, .close):
            giveUp(inScene[ExactName(scene ?? "main")] ?? [], at: moment.time, &history)
        case .stop: giveUp(Set(open.keys), at: moment.time, &history)
        case .create, .move, .pending, .ready, .declare, .scene, .interaction, .deepLink, .discardDeepLink, .record,
            .start, .note:
            break
        }
    }

    /// Says that the trace has ended: what is announced still is.
    mutating func finish(_ history: inout TraceHistory) {
        giveUp(Set(open.keys), at: nil, &history)
    }

    private mutating func announce(_ id: ComponentID, _ moment: Moment) {
        // Announced twice it is on its way since the first time (LC-002).
        guard open[id] == nil, let status = moment.session.engine.status(of: id) else { return }
        let scene = moment.session.name(of: status.scene)
        open[id] = TraceHistory.Announcement(
            session: moment.session.name, line: moment.line, component: moment.session.name(of: id), scene: scene,
            page: status.page, start: moment.time)
        inScene[ExactName(scene), default: []].insert(id)
    }

    private mutating func giveUp(_ id: ComponentID, at time: Timestamp?, _ history: inout TraceHistory) {
        guard var announcement = take(id) else { return }
        announcement.end = time
        history.announcements.append(announcement)
    }

    private mutating func giveUp(
        _ ids: Set<ComponentID>, at time: Timestamp?, _ history: inout TraceHistory
    ) {
        // In the order in which they were announced, so that nothing depends on how the table lies.
        for id in ids.sorted(by: { open[$0]?.line ?? 0 < open[$1]?.line ?? 0 }) { giveUp(id, at: time, &history) }
    }

    private mutating func take(_ id: ComponentID) -> TraceHistory.Announcement? {
        guard let announcement = open.removeValue(forKey: id) else { return nil }
        let scene = ExactName(announcement.scene)
        inScene[scene]?.remove(id)
        if inScene[scene]?.isEmpty == true { inScene[scene] = nil }
        return announcement
    }
}
