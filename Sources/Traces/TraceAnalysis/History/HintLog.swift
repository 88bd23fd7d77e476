import NavigationTraces
import PageViewAutomation

/// The appearances of a session that may show a mistake of the adapter (EX-007).
struct HintLog {
    /// The longest duration of a brief page view, in nanoseconds.
    static let instant: Int64 = 10_000_000
    /// The longest time between a change of a scene and the callbacks that it causes, in nanoseconds.
    static let reaction: Int64 = 50_000_000

    /// The number of events so far that are no reports about components. Reports without such an event between them can belong to
    /// one turn of the event loop.
    private var turn = 0
    /// The last page that began in each scene, with its turn.
    private var begun: [ExactName: (label: String, turn: Int)] = [:]
    /// The last page of each scene that came and went in one turn while no other page began, so that a user cannot have seen it.
    private var brief: [ExactName: (index: Int, turn: Int, beganAt: Timestamp)] = [:]
    /// The components that disappeared at once when their scenes went to the background, each with the time between both.
    private var disappearedInBackground: [ComponentID: Int64] = [:]

    mutating func apply(_ moment: Moment) {
        switch moment.event.action {
        case .component(_, .didAppear, _):
            // The app navigates in the background, so the callbacks can be about that.
            if !disappearedInBackground.isEmpty, let id = moment.session.component, disappearedInBackground[id] == nil,
                moment.session.engine.status(of: id)?.isSceneForeground == false
            {
                disappearedInBackground = [:]
            }
        case .create, .component, .move, .pending, .ready, .declare: break
        case .scene, .begin, .commit: turn += 1
        case .show, .interaction, .deepLink, .discardDeepLink, .record, .start, .stop, .note:
            turn += 1
            // The app or the user has done something since.
            disappearedInBackground = [:]
        }
    }

    /// Records the beginning of a page, before its story continues.
    mutating func begin(_ open: OpenStories.Open, _ id: ComponentID, _ scenes: SceneLog, _ history: inout TraceHistory)
    {
        let (scene, label) = (ExactName(open.story.scene), open.story.label)
        guard let beganAt = open.story.beganAt, open.story.page != nil else { return }
        open.turn = turn
        begun[scene] = (label, turn)
        if let view = brief.removeValue(forKey: scene), view.turn == turn,
            beganAt.nanoseconds(since: view.beganAt) <= Self.instant,
            case .appearance(var story) = history.items[view.index]
        {
            story.hint = .oneTurn(with: label)
            history.items[view.index] = .appearance(story)
        }
        guard let end = disappearedInBackground.removeValue(forKey: id) else { return }
        // Without an end of the stay in the background, the present event ends it.
        let beginning = beganAt.nanoseconds(since: scenes.lastForeground(of: open.story.scene) ?? beganAt)
        if beginning <= Self.reaction {
            open.story.hint = .backgroundAsDisappearance(end: end, beginning: beginning)
        }
    }

    mutating func end(_ open: OpenStories.Open, _ id: ComponentID, _ scenes: SceneLog) {
        let (story, scene) = (open.story, ExactName(open.story.scene))
        disappearedInBackground[id] = nil
        guard story.page != nil, let beganAt = story.beganAt, let endedAt = story.endedAt, story.end?.isReported == true
        else { return }
        if let background = scenes.backgroundStart(of: story.scene) {
            let time = endedAt.nanoseconds(since: background)
            if time <= Self.reaction, story.end == .disappeared { disappearedInBackground[id] = time }
            return
        }
        guard story.count != nil, !story.beganBeforeRecording, open.turn == turn,
            endedAt.nanoseconds(since: beganAt) <= Self.instant
        else { return }
        if let other = begun[scene], other.turn == turn, other.label != story.label {
            open.story.hint = .oneTurn(with: other.label)
        } else {
            brief[scene] = (open.index, turn, beganAt)
        }
    }

    mutating func forget(_ id: ComponentID) { disappearedInBackground[id] = nil }
}

extension AppearanceStory.End {
    /// Whether a report about the component, or about its container, ended the appearance.
    fileprivate var isReported: Bool {
        switch self {
        case .disappeared, .detached, .destroyed, .hidden: true
        case .moved, .sceneClosed, .sessionEnded, .replaced: false
        }
    }
}
