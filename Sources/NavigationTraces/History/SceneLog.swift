import PageViewAutomation

/// The stays of a session's scenes in the background.
struct SceneLog {
    /// By the names of the scenes, their places in the history.
    private var open: [ExactName: Int] = [:]

    /// Takes a report.
    mutating func apply(_ moment: Moment, _ history: inout TraceHistory) {
        switch moment.event.action {
        case .scene(let scene, .background):
            let scene = scene ?? "main"
            guard open[ExactName(scene)] == nil else { return }
            open[ExactName(scene)] = history.backgrounds.count
            history.backgrounds.append(
                TraceHistory.Background(
                    session: moment.session.name, line: moment.line, scene: scene, start: moment.time))
        case .scene(let scene, .foreground), .scene(let scene, .close):
            if let place = open.removeValue(forKey: ExactName(scene ?? "main")) {
                history.backgrounds[place].end = moment.time
            }
        case .sessionEnd:
            for place in open.values { history.backgrounds[place].end = moment.time }
            open = [:]
        default: break
        }
    }
}
