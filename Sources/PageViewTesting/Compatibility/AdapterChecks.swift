import PageViewAutomation
import PageViewLifecycle

/// The checks for adapters (TS-009).
struct AdapterChecks<Adapter: AdapterUnderTest> {
    /// A check that drives an adapter, and states expectations of the recorded engine.
    struct Check {
        let name: String
        let rule: String
        let run: nonisolated(nonsending) (Adapter, PageViewRecorder) async throws -> Void
    }

    static func page(_ name: String) -> PageViewNotifier {
        PageViewNotifier(PageViewEvent(name: PageName(rawValue: name)))
    }

    /// Expects exactly these pages to be live.
    static func expectLive(_ pages: [String], _ recorder: PageViewRecorder) throws {
        let live = recorder.engine.livePages.map(\.page.name.rawValue)
        guard live != pages else { return }
        func list(_ pages: [String]) -> String { pages.isEmpty ? "no page" : pages.joined(separator: ", ") }
        throw Contradiction(description: "expected \(list(pages)) in front of the user, found \(list(live))")
    }

    /// Throws ``CannotBeDone`` for a method that returned `false`, which ends the check.
    static func require(_ method: String, _ isPossible: Bool) throws {
        if !isPossible { throw CannotBeDone(method) }
    }

    /// Removes a page; hides it if the framework cannot remove it.
    private nonisolated(nonsending) static func removeOrHide(_ page: Adapter.Page, _ adapter: Adapter) async throws {
        do { try await adapter.remove(page) } catch is CannotBeDone { try await adapter.hide(page) }
    }

    static var all: [Check] { pages + keptViews + transitions + containers + windows }

    /// Checks of one page, and of one page after another.
    private static var pages: [Check] {
        [
            Check(name: "a shown page counts once", rule: "RD-002") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try recorder.expectNothing()
                try await adapter.show(home)
                try recorder.expect("home")
                try recorder.expectCurrentPage("home")
            },
            Check(name: "a page that is shown again counts again", rule: "AP-003") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                // A framework that destroys hidden views uses a new component each time, so the ordinal is not checked (AP-011).
                for _ in 1...3 {
                    try await adapter.show(home)
                    try recorder.expect("home")
                    try await adapter.hide(home)
                    try recorder.expectLeave("home", .counted)
                }
                try recorder.expectCurrentPage(nil)
            },
            Check(name: "a page view has its page's name and the previous page", rule: "PV-003") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await adapter.show(item)
                try recorder.expect("home", ExpectedPageView("item", previous: "home"))
                try recorder.expectCurrentPage("item")
            },
            Check(name: "a page counts again when the user returns to it", rule: "AP-003") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try recorder.expect("home")
                for _ in 1...2 {
                    try await adapter.show(item)
                    try recorder.expect("item")
                    try recorder.expectLeave("home", .counted)
                    try await adapter.hide(item)
                    try recorder.expect(ExpectedPageView("home", previous: "item"))
                    try recorder.expectCurrentPage("home")
                }
            },
            Check(name: "two pages with the same name count separately", rule: "AP-011") { adapter, recorder in
                let (first, second) = (
                    try await adapter.makePage(page("item")), try await adapter.makePage(page("item"))
                )
                try await adapter.show(first)
                try await adapter.show(second)
                try recorder.expect(ExpectedPageView("item", appearance: 1), ExpectedPageView("item", appearance: 1))
                try await adapter.hide(second)
                try recorder.expect(ExpectedPageView("item", previous: "item"))
                try expectLive(["item"], recorder)
            },
            Check(name: "a page removed below the current page ends", rule: "AP-006") {
                adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await adapter.show(item)
                try recorder.expect("home", "item")
                try await adapter.remove(home)
                try expectLive(["item"], recorder)
                try await adapter.hide(item)
                try expectLive([], recorder)
            },
            Check(name: "a pending page counts when it becomes ready", rule: "RD-002") { adapter, recorder in
                let notifier = PageViewNotifier(pending: "item")
                let item = try await adapter.makePage(notifier)
                try await adapter.show(item)
                try recorder.expectNothing()
                try recorder.expectCurrentPage("item")
                notifier.markReady(payload: ["price": 89])
                try recorder.expect(ExpectedPageView("item", cause: .ready, payload: ["price": 89]))
                notifier.markReady()
                try recorder.expectNothing()
            },
            Check(name: "a page left before it is ready does not count", rule: "RD-004") { adapter, recorder in
                let notifier = PageViewNotifier(pending: "item")
                let item = try await adapter.makePage(notifier)
                try await adapter.show(item)
                try await adapter.hide(item)
                try recorder.expectLeave("item", .neverReady)
                notifier.markReady()
                try recorder.expectNothing()
                try await adapter.show(item)
                try recorder.expect("item")
            },
            Check(name: "a page that is ready early counts when it is shown", rule: "RD-005") {
                adapter, recorder in
                let notifier = PageViewNotifier(pending: "item")
                let item = try await adapter.makePage(notifier)
                notifier.markReady()
                try recorder.expectNothing()
                try await adapter.show(item)
                try recorder.expect(ExpectedPageView("item", cause: .appeared))
            },
            Check(name: "a removed page ends", rule: "AP-006") { adapter, recorder in
                let notifier = PageViewNotifier(pending: "item")
                let item = try await adapter.makePage(notifier)
                try await adapter.show(item)
                try await adapter.remove(item)
                try recorder.expectLeave("item", .neverReady)
                try recorder.expectCurrentPage(nil)
                notifier.markReady()
                try recorder.expectNothing()
            },
            Check(name: "a removed page is destroyed", rule: "AP-010") { adapter, recorder in
                let reports = ReportLog()
                recorder.engine.lifecycle.addObserver(reports)
                var shown: Adapter.Page? = try await adapter.makePage(page("home"))
                if let home = shown {
                    try await adapter.show(home)
                    try await adapter.remove(home)
                }
                // This is the last reference outside the adapter. Without it, the framework can destroy the page.
                shown = nil
                try recorder.expect("home")
                let component = recorder.pageViews.last?.component
                if !reports.destroyed.contains(where: { $0 == component }) {
                    throw Contradiction(
                        description: "expected `destroy` of the page's component, found "
                            + (reports.destroyed.isEmpty ? "none" : "one of another component")
                            + "; the engine keeps a component until its `destroy`")
                }
            },
            Check(name: "a hundred pages in turn give a hundred page views", rule: "AP-011") {
                adapter, recorder in
                // A framework reuses memory, so an adapter that identifies pages by their addresses mixes them up.
                for number in 0..<100 {
                    let item = try await adapter.makePage(page("item \(number)"))
                    try await adapter.show(item)
                    try recorder.expect(
                        ExpectedPageView(PageName(rawValue: "item \(number)"), cause: .appeared, appearance: 1))
                    try await removeOrHide(item, adapter)
                }
                try recorder.expectCurrentPage(nil)
            },
            Check(name: "the reports cause no diagnostics", rule: "LC-002") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await adapter.show(item)
                try await adapter.hide(item)
                try await adapter.hide(home)
                recorder.skipPageViews()
                let diagnostics = recorder.records.compactMap { record in
                    if case .diagnostic(let diagnostic) = record { diagnostic.kind.rawValue } else { nil }
                }
                if !diagnostics.isEmpty {
                    throw Contradiction(
                        description: "expected no diagnostics, found \(diagnostics.joined(separator: ", "))")
                }
            },
        ]
    }

    /// Checks of cancelled transitions, the background, and sheets.
    private static var transitions: [Check] {
        [
            Check(name: "a cancelled disappearance counts nothing", rule: "AP-004") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await adapter.show(home)
                try recorder.expect("home")
                try await require("cancelHide(_:)", adapter.cancelHide(home))
                try recorder.expectNothing()
                try recorder.expectCurrentPage("home")
            },
            Check(name: "a cancelled appearance counts nothing", rule: "AP-005") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try recorder.expect("home")
                try await require("cancelShow(_:)", adapter.cancelShow(item))
                try recorder.expectNothing()
                try recorder.expectCurrentPage("home")
            },
            Check(name: "a return from the background counts nothing", rule: "AP-007") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await adapter.show(home)
                try recorder.expect("home")
                try await require("enterBackground()", adapter.enterBackground())
                try await adapter.enterForeground()
                try recorder.expectNothing()
                try recorder.expectCurrentPage("home")
            },
            Check(name: "a page hidden in the background ends", rule: "AP-007") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await adapter.show(home)
                try recorder.expect("home")
                try await require("enterBackground()", adapter.enterBackground())
                try await adapter.hide(home)
                try await adapter.enterForeground()
                try expectLive([], recorder)
            },
            Check(name: "a page shown in the background counts in the foreground", rule: "AP-002") {
                adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await require("enterBackground()", adapter.enterBackground())
                try await adapter.show(home)
                try recorder.expectNothing()
                try await adapter.enterForeground()
                try recorder.expect(ExpectedPageView("home", cause: .foregrounded))
            },
            Check(name: "a page below a sheet does not count again", rule: "AP-012") { adapter, recorder in
                let (home, filter) = (
                    try await adapter.makePage(page("home")), try await adapter.makePage(page("filter"))
                )
                try await adapter.show(home)
                try await require("cover(with:)", adapter.cover(with: filter))
                try recorder.expect("home", "filter")
                try recorder.expectCurrentPage("filter")
                try await adapter.remove(filter)
                try recorder.expectNothing()
                try recorder.expectCurrentPage("home")
            },
        ]
    }

    struct Contradiction: Error, CustomStringConvertible {
        let description: String
    }
}

/// A log of an adapter's reports (TS-009).
final class ReportLog: LifecycleObserver {
    private struct State {
        var count = 0
        var destroyed: [ComponentID] = []
        var parents: [ComponentID: ComponentID] = [:]
    }

    private let protected = Protected(State())

    /// The number of reports.
    var count: Int { protected.withLock { $0.count } }
    /// The destroyed components, in order.
    var destroyed: [ComponentID] { protected.withLock { $0.destroyed } }

    /// Returns whether the adapter reported that a component is inside another one, at any depth.
    func isInside(_ component: ComponentID, _ container: ComponentID) -> Bool {
        protected.withLock { state in
            // A wrong adapter may report a cycle of containers, in which the loop would not end.
            var seen: Set<ComponentID> = []
            var at = state.parents[component]
            while let current = at, seen.insert(current).inserted {
                if current == container { return true }
                at = state.parents[current]
            }
            return false
        }
    }

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) {
        protected.withLock { state in
            state.count += 1
            switch event {
            case .component(let component, .destroy): state.destroyed.append(component)
            case .create(let component, _, let parent?, _), .move(let component, let parent?):
                state.parents[component] = parent
            case .move(let component, nil): state.parents[component] = nil
            case .create(_, _, nil, _), .component, .attach, .scene: break
            }
        }
    }
}
