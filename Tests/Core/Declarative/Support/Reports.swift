import PageViewTesting

/// Stores the reports that an engine receives.
final class Reports: LifecycleObserver {
    private let reports = Locked<[NavigationEvent]>([])

    init(_ engine: PageViewEngine) { engine.lifecycle.addObserver(self) }

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) { reports.withLock { $0.append(event) } }

    var all: [NavigationEvent] { reports.withLock { $0 } }

    /// The kinds of the reports.
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

    /// The reports, with components numbered in the order of their creation: `create 2 in 1`.
    var lines: [String] {
        var numbers: [ComponentID: Int] = [:]
        func name(_ component: ComponentID) -> String {
            let number = numbers[component] ?? numbers.count + 1
            numbers[component] = number
            return "\(number)"
        }
        return all.map { event in
            switch event {
            case .create(let component, _, let parent, let isAttached):
                let container = parent.map { " in \(name($0))" } ?? ""
                return "create \(name(component))\(container)\(isAttached ? "" : " detached")"
            case .component(let component, let event): return "\(event) \(name(component))"
            case .attach(let component, _): return "attach \(name(component))"
            case .move(let component, let parent):
                return "move \(name(component)) into \(parent.map(name) ?? "nothing")"
            case .scene(_, let event): return "scene \(event)"
            }
        }
    }
}
