import NavigationTraces
import PageViewAutomation

/// The stays of a session's scenes in the background.
///
/// What an appearance lived through is looked up here when it ends: telling each of them of each stay would take as long
/// as there are both.
struct SceneLog {
    private struct Scene {
        var stays: [AppearanceStory.Span] = []
        /// How long all stays before each one took.
        var totals: [Int64] = []
        /// Where the one that goes on stands in the history.
        var place: Int?

        /// How long all of them took.
        var total: Int64 {
            guard let last = stays.last, let before = totals.last else { return 0 }
            return before &+ (last.end ?? last.start).nanoseconds &- last.start.nanoseconds
        }
    }

    private var scenes: [ExactName: Scene] = [:]

    /// How many stays a scene has begun.
    func count(of scene: String) -> Int { scenes[ExactName(scene)]?.stays.count ?? 0 }

    /// Since when a scene is in the background; `nil` if it is not.
    func backgroundStart(of scene: String) -> Timestamp? {
        guard let stay = scenes[ExactName(scene)]?.stays.last, stay.end == nil else { return nil }
        return stay.start
    }

    /// How often a scene has gone to the background or come back.
    func changeCount(of scene: String) -> Int {
        guard let stays = scenes[ExactName(scene)]?.stays, let last = stays.last else { return 0 }
        return stays.count * 2 - (last.end == nil ? 1 : 0)
    }

    /// One of those times, by its number from 0 on, and whether the scene was in the background afterwards.
    func change(_ number: Int, of scene: String) -> (time: Timestamp, isBackground: Bool)? {
        guard let stays = scenes[ExactName(scene)]?.stays, stays.indices.contains(number / 2) else { return nil }
        let stay = stays[number / 2]
        return number.isMultiple(of: 2) ? (stay.start, true) : stay.end.map { ($0, false) }
    }

    /// The stays of a scene from one of them on; what goes on ends at `end`.
    func stays(of scene: String, from start: Int, until end: Timestamp?) -> BackgroundStays {
        guard let scene = scenes[ExactName(scene)], start < scene.stays.count, let last = scene.stays.last
        else { return BackgroundStays() }
        var stays = BackgroundStays()
        stays.count = scene.stays.count - start
        stays.first = scene.stays[start...].prefix(BackgroundStays.most).map {
            AppearanceStory.Span(start: $0.start, end: $0.end ?? end)
        }
        stays.end = last.end ?? end
        let open = last.end == nil ? stays.end.map { $0.nanoseconds &- last.start.nanoseconds } ?? 0 : 0
        stays.total = scene.total &- scene.totals[start] &+ open
        return stays
    }

    /// Takes a report.
    mutating func apply(_ moment: Moment, _ history: inout TraceHistory) {
        switch moment.event.action {
        case .scene(let name, .background):
            let name = name ?? "main"
            var scene = scenes.removeValue(forKey: ExactName(name)) ?? Scene()
            if scene.place == nil {
                scene.place = history.backgrounds.count
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
        case .create, .component, .move, .pending, .ready, .declare, .scene, .interaction, .deepLink, .discardDeepLink,
            .record, .start, .note:
            break
        }
    }

    private mutating func end(
        _ name: ExactName, at time: Timestamp, isClosed: Bool, _ history: inout TraceHistory
    ) {
        guard let place = scenes[name]?.place else { return }
        history.backgrounds[place].end = time
        history.backgrounds[place].isClosed = isClosed
        scenes[name]?.place = nil
        if let last = scenes[name]?.stays.indices.last { scenes[name]?.stays[last].end = time }
    }
}
