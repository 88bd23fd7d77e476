import NavigationTraces
import PageViewTesting

/// Stores the reports that an engine receives, apart from the beginnings and ends of updates.
///
/// The order of reports in an update has no meaning, so the tests compare sorted lines.
final class Reports: Sendable {
    private let reports = Locked<[EngineInput<ComponentID, SceneID>]>([])
    private let updates = Locked(0)

    init(_ engine: PageViewEngine) {
        engine.core.add(
            InputQueue(reports: { [weak self] report in
                switch report {
                case .begin: self?.updates.withLock { $0 += 1 }
                case .commit: break
                default: self?.reports.withLock { $0.append(report) }
                }
            }))
    }

    /// The number of updates so far.
    var updateCount: Int { updates.withLock { $0 } }

    /// The number of reports so far.
    var count: Int { reports.withLock { $0.count } }

    /// The reports after the first `count` ones as sorted lines, with components numbered in the order of their creation.
    func lines(after count: Int = 0) -> [String] {
        var numbers: [ComponentID: Int] = [:]
        func name(_ component: ComponentID) -> String {
            let number = numbers[component] ?? numbers.count + 1
            numbers[component] = number
            return "\(number)"
        }
        let lines = reports.withLock { $0 }.map { report in
            switch report {
            case .create(let component, _, let declaration):
                return "create \(name(component))\(declaration.isAttached == false ? " detached" : "")"
            case .component(let component, let event, _): return "\(event) \(name(component))"
            case .move(let component, let container):
                return "move \(name(component)) into \(container.map(name) ?? "nothing")"
            case .scene(_, let event): return "scene \(event)"
            default: return "\(report)"
            }
        }
        return lines.dropFirst(count).sorted()
    }
}

extension PageViewRecorder {
    var diagnosticKinds: [Diagnostic.Kind] {
        records.compactMap { if case .diagnostic(let diagnostic) = $0 { diagnostic.kind } else { nil } }
    }
}

extension PageNode {
    /// Updates the node of a view that is shown.
    func show(_ page: DeclaredPage, id: PageID? = nil, in environment: PageEnvironment) {
        update(page, id: id, in: environment)
        appear()
    }
}
