import Foundation
import PageViewApple
import PageViewTesting

/// An engine for an adapter, and the records it has emitted.
@MainActor final class Stage {
    let engine: PageViewEngine
    private let lines = Lines()

    /// A list of lines that any thread can append to.
    private final class Lines: Sendable {
        private let lines = Locked<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    init() {
        engine = PageViewEngine()
        engine.addReceiver(of: [.pageViews, .pageLeaves]) { [lines] record in
            let line: String? =
                switch record {
                case .pageView(let view):
                    "\(view.page)\(view.previous.map { " after \($0.page)" } ?? ""), \(view.cause.rawValue)"
                case .pageLeave(let leave) where leave.outcome != .counted:
                    "\(leave.page) left \(leave.outcome.rawValue)"
                default: nil
                }
            if let line { lines.add(line) }
        }
    }

    /// Adds a line beside the page views, such as the current page.
    func note(_ text: String) { lines.add(text) }
    func noteCurrentPage() { note("current: \(engine.currentPage.map { "\($0.page)" } ?? "none")") }

    var result: [String] { lines.all }
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
        let result = stage.result
        if result == expected {
            print("✓ \(name)")
            return true
        }
        print("✗ \(name)\n    expected \(expected)\n    found    \(result)")
        return false
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
