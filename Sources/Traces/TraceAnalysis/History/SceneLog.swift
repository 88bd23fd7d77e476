import NavigationTraces
import PageViewAutomation

/// The times that a session's scenes spent in the background (AP-007). An appearance looks up these times when it ends.
/// Updating all open appearances at each return would take quadratic time (SC-007).
struct SceneLog {
    private struct Scene {
        var stays: [AppearanceStory.Span] = []
        /// For each stay, the total length of all earlier stays.
        var totals: [Int64] = []
        /// The index of the current stay in the history; `nil` while the scene is in the foreground.
        var index: Int?

        var total: Int64 {
            guard let last = stays.last, let before = totals.last else { return 0 }
            return before &+ (last.end ?? last.start).nanoseconds &- last.start.nanoseconds
        }
    }

    private var scenes: [ExactName: Scene] = [:]

    /// Returns the number of stays that have begun, ended or not.
    func count(of scene: String) -> Int { scenes[ExactName(scene)]?.stays.count ?? 0 }

    /// Returns the beginning of the current stay; `nil` while the scene is in the foreground.
    func backgroundStart(of scene: String) -> Timestamp? {
        guard let stay = scenes[ExactName(scene)]?.stays.last, stay.end == nil else { return nil }
        return stay.start
    }

    /// Returns the end of the last stay; `nil` in the background, or if there was no stay.
    func lastForeground(of scene: String) -> Timestamp? { scenes[ExactName(scene)]?.stays.last?.end }

    func changeCount(of scene: String) -> Int {
        guard let stays = scenes[ExactName(scene)]?.stays, let last = stays.last else { return 0 }
        return stays.count * 2 - (last.end == nil ? 1 : 0)
    }

    /// Returns the time of the change with a number, from 0, and whether the change led to the background.
    func change(_ number: Int, of scene: String) -> (time: Timestamp, isBackground: Bool)? {
        guard let stays = scenes[ExactName(scene)]?.stays, stays.indices.contains(number / 2) else { return nil }
        let stay = stays[number / 2]
        return number.isMultiple(of: 2) ? (stay.start, true) : stay.end.map { ($0, false) }
    }

    /// Returns the stays from an index on, and their total length. A stay that has not ended yet gets the end `end`.
    func stays(
        of scene: String, from start: Int, until end: Timestamp?
    ) -> (stays: Recurrence<AppearanceStory.Span>, total: Int64) {
        var stays = Recurrence<AppearanceStory.Span>()
        guard let scene = scenes[ExactName(scene)], start < scene.stays.count, let last = scene.stays.last
        else { return (stays, 0) }
        stays.add(start..<scene.stays.count) {
            AppearanceStory.Span(start: scene.stays[$0].start, end: scene.stays[$0].end ?? end)
        }
        let open = last.end == nil ? end.map { $0.nanoseconds &- last.start.nanoseconds } ?? 0 : 0
        return (stays, scene.total &- scene.totals[start] &+ open)
    }

    mutating func apply(_ moment: Moment, _ history: inout TraceHistory) {
        switch moment.event.action {
        case .scene(let name, .background):
            let name = name ?? "main"
            var scene = scenes.removeValue(forKey: ExactName(name)) ?? Scene()
            if scene.index == nil {
                scene.index = history.backgrounds.count
                history.backgrounds.append(
                    TraceHistory.Background(
                        session: moment.session.name, line: moment.line, scene: name, start: moment.time))
                scene.totals.append(scene.total)
                scene.stays.append(AppearanceStory.Span(start: moment.time))
            }
            scenes[ExactName(name)] = scene
        case .scene(let name, .foreground):
            end(ExactName(name ?? "main"), at: moment.time, isClosed: false, &history)
        case .scene(let name, .close):
            end(ExactName(name ?? "main"), at: moment.time, isClosed: true, &history)
            scenes[ExactName(name ?? "main")] = nil
        case .stop:
            for name in scenes.keys { end(name, at: moment.time, isClosed: true, &history) }
            scenes = [:]
        case .create, .component, .move, .pending, .ready, .declare, .scene, .begin, .commit, .show, .interaction,
            .deepLink, .discardDeepLink, .record, .start, .note:
            break
        }
    }

    private mutating func end(_ name: ExactName, at time: Timestamp, isClosed: Bool, _ history: inout TraceHistory) {
        guard let index = scenes[name]?.index else { return }
        history.backgrounds[index].end = time
        history.backgrounds[index].isClosed = isClosed
        scenes[name]?.index = nil
        if let last = scenes[name]?.stays.indices.last { scenes[name]?.stays[last].end = time }
    }
}

/// The deep links of a session that no page view has carried yet (PV-006).
struct LinkLog {
    /// The waiting links by the names of their scenes, each with the index of its story in the history.
    private var waiting: [ExactName: (scene: SceneID, index: Int)] = [:]

    /// Adds a link, which replaces the waiting link of its scene. The caller then adds the story of the link as the next item
    /// of the history.
    mutating func open(_ visit: DeepLinkVisit, _ moment: Moment, _ history: inout TraceHistory) {
        let scene = moment.session.name(of: visit.scene)
        end(scene, .replaced(by: visit.link.url), moment, &history)
        waiting[ExactName(scene)] = (visit.scene, history.items.count)
    }

    mutating func apply(_ moment: Moment, _ history: inout TraceHistory) {
        switch moment.event.action {
        case .scene(let scene, .background):
            end(scene ?? "main", .droppedInBackground, moment, &history)
        case .scene(let scene, .close): end(scene ?? "main", .endedWithScene, moment, &history)
        case .discardDeepLink(let scene):
            // Without a name, the engine implies a scene (PV-005). Only the named or the implied scene can lose its link.
            let engine = moment.session.engine
            let implied = [engine.lastPage?.scene ?? engine.mainScene, engine.mainScene]
            for name in scene.map({ [$0] }) ?? implied.map(moment.session.name(of:)) {
                guard let link = waiting[ExactName(name)], engine.deepLink(in: link.scene) == nil else { continue }
                end(name, .discarded, moment, &history)
            }
        case .stop:
            for scene in waiting.keys { end(scene.text, .endedWithSession, moment, &history) }
        case .create, .component, .move, .pending, .ready, .declare, .scene, .begin, .commit, .show, .interaction,
            .deepLink, .record, .start, .note:
            break
        }
    }

    /// Removes the links that have expired. The engine has dropped them.
    mutating func removeExpired(_ moment: Moment, _ history: inout TraceHistory) {
        for (scene, link) in waiting where moment.session.engine.deepLink(in: link.scene) == nil {
            end(scene.text, .expired, moment, &history)
        }
    }

    mutating func end(
        _ scene: String, _ outcome: TraceHistory.LinkStory.Outcome, _ moment: Moment, _ history: inout TraceHistory
    ) {
        guard let index = waiting.removeValue(forKey: ExactName(scene))?.index,
            case .link(var story) = history.items[index]
        else { return }
        story.outcome = outcome
        story.endedAt = moment.time
        story.endLine = moment.line
        history.items[index] = .link(story)
    }
}

/// The announcements of a session that no `didAppear` has followed yet (LC-001).
struct AnnouncementLog {
    private var open: [ComponentID: TraceHistory.Announcement] = [:]
    private var inScene = ComponentsByScene()

    func time(of id: ComponentID) -> Timestamp? { open[id]?.start }

    /// Adds or ends announcements because of an event.
    ///
    /// - Parameter isOpen: Whether the component of the event is live or held after the event.
    mutating func apply(_ moment: Moment, isOpen: Bool, _ history: inout TraceHistory) {
        switch moment.event.action {
        case .component(_, let report, _):
            guard let id = moment.session.component else { return }
            switch report {
            case .willAppear: if !isOpen { announce(id, moment) }
            case .didAppear: _ = take(id)
            case .willDisappear, .didDisappear, .detach, .destroy: cancel([id], at: moment.time, &history)
            case .attach, .select, .deselect, .focus: break
            }
        case .scene(let scene, .close): cancel(inScene[scene ?? "main"], at: moment.time, &history)
        case .stop: cancel(Set(open.keys), at: moment.time, &history)
        case .create, .move, .pending, .ready, .declare, .scene, .begin, .commit, .show, .interaction, .deepLink,
            .discardDeepLink, .record, .start, .note:
            break
        }
    }

    /// Ends the trace, and adds the open announcements to the history without an end.
    mutating func finish(_ history: inout TraceHistory) {
        cancel(Set(open.keys), at: nil, &history)
    }

    private mutating func announce(_ id: ComponentID, _ moment: Moment) {
        // A repeated announcement keeps the time of the first one (LC-002).
        guard open[id] == nil, let status = moment.session.engine.status(of: id) else { return }
        let scene = moment.session.name(of: status.scene)
        open[id] = TraceHistory.Announcement(
            session: moment.session.name, line: moment.line, component: moment.session.name(of: id), scene: scene,
            page: status.page, start: moment.time)
        inScene.insert(id, scene)
    }

    private mutating func cancel(_ ids: Set<ComponentID>, at time: Timestamp?, _ history: inout TraceHistory) {
        // Sorted by the lines of the announcements, so the result does not depend on the order of a hash table.
        for id in ids.sorted(by: { open[$0]?.line ?? 0 < open[$1]?.line ?? 0 }) {
            guard var announcement = take(id) else { continue }
            announcement.end = time
            history.announcements.append(announcement)
        }
    }

    private mutating func take(_ id: ComponentID) -> TraceHistory.Announcement? {
        let announcement = open.removeValue(forKey: id)
        if let announcement { inScene.remove(id, announcement.scene) }
        return announcement
    }
}

/// Some components by their scenes, so that the end of a scene visits only its own components (SC-007). The order of a set has
/// no effect, because each component changes only its own story.
struct ComponentsByScene {
    private var ids: [ExactName: Set<ComponentID>] = [:]

    subscript(scene: String) -> Set<ComponentID> { ids[ExactName(scene)] ?? [] }

    mutating func insert(_ id: ComponentID, _ scene: String) { ids[ExactName(scene), default: []].insert(id) }

    mutating func remove(_ id: ComponentID, _ scene: String) {
        ids[ExactName(scene)]?.remove(id)
        if ids[ExactName(scene)]?.isEmpty == true { ids[ExactName(scene)] = nil }
    }
}
