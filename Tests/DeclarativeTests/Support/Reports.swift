import PageViewTesting

/// Keeps what an engine is told.
final class Reports: LifecycleObserver {
    private let reports = Protected<[NavigationEvent]>([])

    init(_ engine: PageViewEngine) { engine.lifecycle.addObserver(self) }

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) { reports.withLock { $0.append(event) } }

    var all: [NavigationEvent] { reports.withLock { $0 } }

    /// What was reported of components, without the making of them; in words.
    var words: [String] {
        all.compactMap { event in
            switch event {
            case .create: "create"
            case .component(_, let event): "\(event)"
            case .attach: "attach"
            case .move: "move"
            case .scene(_, let event): "scene \(event)"
            }
        }
    }
}
