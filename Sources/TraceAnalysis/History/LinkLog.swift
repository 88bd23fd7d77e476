import NavigationTraces
import PageViewAutomation

/// The deep links of a session that no page view has carried yet, and what becomes of them (PV-006).
struct LinkLog {
    /// The scene of a waiting link, and the index of its story in the history.
    private struct Waiting {
        let scene: SceneID
        let place: Int
    }

    /// The waiting links by the names of their scenes.
    private var waiting: [ExactName: Waiting] = [:]

    /// Adds a link, whose story is the next one of the history. It replaces the link that waits in its scene.
    mutating func open(_ visit: DeepLinkVisit, _ moment: Moment, _ history: inout TraceHistory) {
        let scene = moment.session.name(of: visit.scene)
        end(scene, .replaced(by: visit.link.url, at: moment.time), moment, &history)
        waiting[ExactName(scene)] = Waiting(scene: visit.scene, place: history.items.count)
    }

    /// Removes the link of a scene, because a page view carries it.
    mutating func ride(on label: String, in scene: String, _ moment: Moment, _ history: inout TraceHistory) {
        end(scene, .rode(on: label), moment, &history)
    }

    /// Removes the links that an event has dropped.
    mutating func apply(_ moment: Moment, _ history: inout TraceHistory) {
        switch moment.event.action {
        case .scene(let scene, .background):
            end(scene ?? "main", .droppedInBackground(at: moment.time), moment, &history)
        case .scene(let scene, .close): end(scene ?? "main", .wentWithScene(at: moment.time), moment, &history)
        case .discardDeepLink(let scene):
            // Only the scene that is named can lose its link or, without one, the scene that the engine implies (PV-005).
            let engine = moment.session.engine
            let implied = [engine.lastPage?.scene ?? engine.mainScene, engine.mainScene]
            for name in scene.map({ [$0] }) ?? implied.map(moment.session.name(of:)) {
                guard let link = waiting[ExactName(name)], !engine.hasDeepLink(in: link.scene) else { continue }
                end(name, .discarded(at: moment.time), moment, &history)
            }
        case .stop:
            for scene in waiting.keys { end(scene.text, .wentWithSession(at: moment.time), moment, &history) }
        case .create, .component, .move, .pending, .ready, .declare, .scene, .interaction, .deepLink, .record, .start,
            .note:
            break
        }
    }

    private mutating func end(
        _ scene: String, _ outcome: TraceHistory.LinkStory.Outcome, _ moment: Moment, _ history: inout TraceHistory
    ) {
        guard let place = waiting.removeValue(forKey: ExactName(scene))?.place,
            case .link(var story) = history.items[place]
        else { return }
        story.outcome = outcome
        story.endedAt = moment.time
        story.endLine = moment.line
        history.items[place] = .link(story)
    }
}
