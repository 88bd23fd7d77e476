import PageViewAutomation

/// The deep links of a session that no page view has carried yet, and what becomes of them (PV-006).
struct LinkLog {
    /// Their places in the history, by their scenes.
    private var open: [ExactName: Int] = [:]

    /// A link is opened, whose story is the next of the history; it takes the place of one that has not ridden.
    mutating func open(_ url: String, in scene: String, _ moment: Moment, _ history: inout TraceHistory) {
        lose(scene, .replaced(by: url, at: moment.time), moment, &history)
        open[ExactName(scene)] = history.items.count
    }

    /// A page view of a scene has carried its link.
    mutating func ride(on label: String, in scene: String, _ moment: Moment, _ history: inout TraceHistory) {
        lose(scene, .rode(on: label), moment, &history)
    }

    /// Takes a report.
    mutating func apply(_ moment: Moment, _ history: inout TraceHistory) {
        switch moment.event.action {
        case .scene(let scene, .background):
            lose(scene ?? "main", .droppedInBackground(at: moment.time), moment, &history)
        case .scene(let scene, .close): lose(scene ?? "main", .wentWithScene(at: moment.time), moment, &history)
        case .sessionEnd:
            for scene in open.keys { lose(scene.text, .wentWithSession(at: moment.time), moment, &history) }
        default: break
        }
    }

    private mutating func lose(
        _ scene: String, _ fate: TraceHistory.LinkStory.Fate, _ moment: Moment, _ history: inout TraceHistory
    ) {
        guard let place = open.removeValue(forKey: ExactName(scene)), case .link(var story) = history.items[place]
        else { return }
        story.fate = fate
        story.endedAt = moment.time
        story.endLine = moment.line
        history.items[place] = .link(story)
    }
}
