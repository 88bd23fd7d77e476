import Foundation
import PageViewApple
import PageViewTesting

/// An engine for an adapter, and the records it has emitted.
@MainActor final class Stage {
    let engine: PageViewEngine
    private let lines = List<String>()
    /// The work that runs at the end of the turn, as on the main queue.
    private let work = List<@Sendable () -> Void>()

    /// A list that any thread can append to.
    private final class List<Element: Sendable>: Sendable {
        private let elements = Locked<[Element]>([])
        func add(_ element: Element) { elements.withLock { $0.append(element) } }
        var all: [Element] { elements.withLock { $0 } }
        func takeAll() -> [Element] {
            elements.withLock { elements in
                defer { elements = [] }
                return elements
            }
        }
    }

    /// The diagnostics of repeated callbacks, which are no mistakes of an adapter.
    private static let repetitions: [Diagnostic.Kind] = [
        .duplicateDidAppear, .didDisappearWithoutAppear, .unexpectedWillAppear, .unexpectedWillDisappear,
    ]

    init() {
        engine = PageViewEngine()
        let repetitions = Self.repetitions
        engine.addReceiver(of: [.pageViews, .pageLeaves, .interactions, .diagnostics]) { [lines] record in
            let line: String? =
                switch record {
                case .pageView(let view):
                    "\(view.page)\(view.previous.map { " after \($0.page)" } ?? ""), \(view.cause.rawValue)"
                case .pageLeave(let leave) where leave.outcome != .counted:
                    "\(leave.page) left \(leave.outcome.rawValue)"
                case .interaction(let interaction):
                    "\(interaction.name) on \(interaction.page.map { "\($0.page)" } ?? "no page")"
                case .diagnostic(let diagnostic) where !repetitions.contains(diagnostic.kind):
                    "diagnostic: \(diagnostic.kind.rawValue)"
                default: nil
                }
            if let line { lines.add(line) }
        }
    }

    /// Adds a line beside the page views, such as the current page.
    func note(_ text: String) { lines.add(text) }
    func noteCurrentPage() { note("current: \(engine.currentPage.map { "\($0.page)" } ?? "none")") }
    func noteLivePages() { note("live: \(engine.livePages.count)") }

    /// Makes each turn of the scenario one update, until `endTurn()`.
    func useTurns() {
        let turn = TurnUpdate(of: engine) { [work] in work.add($0) }
        ViewControllerPages.shared = ViewControllerPages(engine: engine, turn: turn)
    }
    func endTurn() { for work in work.takeAll() { work() } }

    /// Compares the lines with the expected ones, and prints the result.
    func holds(_ name: String, _ expected: [String]) -> Bool {
        let found = lines.all
        print("\(found == expected ? "✓" : "✗") \(name)")
        if found != expected { print("    expected \(expected)\n    found    \(found)") }
        return found == expected
    }
}

/// A sequence of actions in an app, and all expected lines.
@MainActor struct Scenario {
    let name: String
    let expected: [String]
    let run: @MainActor (Stage) -> Void

    init(_ name: String, expect expected: [String], run: @escaping @MainActor (Stage) -> Void) {
        self.name = name
        self.expected = expected
        self.run = run
    }

    /// Runs the scenario, and returns whether the lines are the expected ones.
    func holds() -> Bool {
        let stage = Stage()
        ViewControllerPages.shared = ViewControllerPages(
            engine: stage.engine,
            catalog: PageCatalog().page(.ready(PageViewEvent(name: "settings")), for: SettingsController.self))
        run(stage)
        return stage.holds(name, expected)
    }
}

/// A page with the given name.
final class PageController: BaseViewController, AnalyticsPage {
    let pageViewNotifier: PageViewNotifier

    init(_ name: PageName, isReady: Bool = true) {
        pageViewNotifier = PageViewNotifier(
            isReady ? .ready(PageViewEvent(name: name)) : .pending(PageContext(name: name)))
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }
}

/// A controller that only the catalog declares a page.
final class SettingsController: BaseViewController {
    static func make() -> SettingsController { SettingsController(nibName: nil, bundle: nil) }
}

/// A controller that is not a page.
final class PlainController: BaseViewController {
    static func make() -> PlainController { PlainController(nibName: nil, bundle: nil) }
}
