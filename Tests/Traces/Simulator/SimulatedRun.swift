import NavigationSimulator
import NavigationTraces
import PageViewAutomation

/// A simulated app after a list of user actions.
struct SimulatedRun {
    /// The fields of a page view that must not depend on the order of reports.
    struct Seen: Hashable {
        let page: String
        let time: Timestamp
    }

    private(set) var app: SimulatedApp

    init(
        _ framework: UIFramework, _ view: SimulatedView, policy: EnginePolicy = .standard,
        launch: SimulatedApp.Launch = .normal, _ actions: [UserAction] = []
    ) throws {
        app = SimulatedApp(framework, showing: view, policy: policy, launch: launch)
        for action in actions { try app.perform(action) }
    }

    init(_ journey: SimulatedJourney) {
        app = SimulatedApp(journey.framework, showing: journey.view)
        for action in journey.actions { try? app.perform(action) }
    }

    /// The reports, such as `item.willAppear scene.background`, without creations and other actions.
    var reports: String { reports(from: 0) }

    /// Returns the reports from this line on.
    func reports(from line: Int) -> String {
        app.lines.dropFirst(line).compactMap { line -> String? in
            guard case .event(let event) = line else { return nil }
            return switch event.action {
            case .component(let component, let report, _): "\(component).\(report)"
            case .scene("main", let report): "scene.\(report)"
            case .scene(let name, let report): "\(name ?? "").\(report)"
            default: nil
            }
        }.joined(separator: " ")
    }

    /// Returns the names of the pages that a trace counts, in order.
    static func pages(of lines: [TraceLine]) -> String {
        TracesTests.pageViews(of: lines).map(\.page.name.rawValue).joined(separator: " ")
    }

    private var pageViews: [PageView] { TracesTests.pageViews(of: app.lines) }

    /// The names of the pages in the order in which they were counted.
    var pages: String { Self.pages(of: app.lines) }

    /// The page views, sorted by time and then by name.
    ///
    /// Page views of one instant are sorted by name because their order depends on the framework.
    var seen: [Seen] {
        pageViews.map { Seen(page: $0.page.name.rawValue, time: $0.countedAt) }
            .sorted { ($0.time, $0.page) < ($1.time, $1.page) }
    }

    /// The current page after its last change in any scene.
    var current: String? { currentPages(of: app.lines).last }

    /// Whether each appearance counted at most once.
    var countsEachOnce: Bool { Set(pageViews.map(\.id)).count == pageViews.count }
}
