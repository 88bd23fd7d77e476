import PageViewAutomation
import PageViewLifecycle

/// What has to hold of every adapter (rule TS-009).
struct AdapterChecks<Adapter: AdapterUnderTest> {
    /// A check: an adapter whose engine is recorded, and what is expected of it.
    struct Check {
        let name: String
        let rule: String
        let run: nonisolated(nonsending) (Adapter, PageViewRecorder) async throws -> Void
    }

    static func page(_ name: String) -> PageViewNotifier {
        PageViewNotifier(PageViewEvent(name: PageName(rawValue: name)))
    }

    /// Expects these pages to be in front of the user, and no others.
    static func live(_ pages: [String], _ recorder: PageViewRecorder) throws {
        let live = recorder.engine.livePages.map(\.page.name.rawValue)
        guard live != pages else { return }
        func list(_ pages: [String]) -> String { pages.isEmpty ? "no page" : pages.joined(separator: ", ") }
        throw Contradiction(description: "expected \(list(pages)) in front of the user, found \(list(live))")
    }

    /// Ends the check if the framework cannot do what it takes: a method of the adapter's.
    static func need(_ method: String, _ isPossible: Bool) throws {
        if !isPossible { throw CannotBeDone(method) }
    }

    /// Lets a page go for good, or be left at least.
    private nonisolated(nonsending) static func leave(_ page: Adapter.Page, _ adapter: Adapter) async throws {
        do { try await adapter.remove(page) } catch is CannotBeDone { try await adapter.hide(page) }
    }

    static var all: [Check] { pages + keptViews + transitions + containers + windows }

    /// One page, and one after another.
    private static var pages: [Check] {
        [
            Check(name: "a page that is shown is counted once", rule: "RD-002") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try recorder.expectNothing()
                try await adapter.show(home)
                try recorder.expect("home")
                try recorder.expectCurrentPage("home")
            },
            Check(name: "a page that is shown again is counted again", rule: "AP-003") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                // The same component, or each time another one, as where views that are not shown do not live on (AP-011).
                for _ in 1...3 {
                    try await adapter.show(home)
                    try recorder.expect("home")
                    try await adapter.hide(home)
                    try recorder.expectLeave("home", .counted)
                }
                try recorder.expectCurrentPage(nil)
            },
            Check(name: "a page goes by its own name, after the one before", rule: "PV-003") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await adapter.show(item)
                try recorder.expect("home", ExpectedPageView("item", previous: "home"))
                try recorder.expectCurrentPage("item")
            },
            Check(name: "a page that is come back to is counted again", rule: "AP-003") { adapter, recorder in
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
            Check(name: "two pages of one name are two", rule: "AP-011") { adapter, recorder in
                let (first, second) = (
                    try await adapter.makePage(page("item")), try await adapter.makePage(page("item"))
                )
                try await adapter.show(first)
                try await adapter.show(second)
                try recorder.expect(ExpectedPageView("item", appearance: 1), ExpectedPageView("item", appearance: 1))
                try await adapter.hide(second)
                try recorder.expect(ExpectedPageView("item", previous: "item"))
                try live(["item"], recorder)
            },
            Check(name: "a page that is gone from below the one in front leaves nothing behind", rule: "AP-006") {
                adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await adapter.show(item)
                try recorder.expect("home", "item")
                try await adapter.remove(home)
                try live(["item"], recorder)
                try await adapter.hide(item)
                try live([], recorder)
            },
            Check(name: "a pending page is counted when it is ready", rule: "RD-002") { adapter, recorder in
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
            Check(name: "a page that is left before it is ready is not counted", rule: "RD-004") { adapter, recorder in
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
            Check(name: "a page is ready before it is shown, and counted when it is", rule: "RD-005") {
                adapter, recorder in
                let notifier = PageViewNotifier(pending: "item")
                let item = try await adapter.makePage(notifier)
                notifier.markReady()
                try recorder.expectNothing()
                try await adapter.show(item)
                try recorder.expect(ExpectedPageView("item", cause: .appeared))
            },
            Check(name: "a page that is gone leaves nothing behind", rule: "AP-006") { adapter, recorder in
                let notifier = PageViewNotifier(pending: "item")
                let item = try await adapter.makePage(notifier)
                try await adapter.show(item)
                try await adapter.remove(item)
                try recorder.expectLeave("item", .neverReady)
                try recorder.expectCurrentPage(nil)
                notifier.markReady()
                try recorder.expectNothing()
            },
            Check(name: "a page that is gone is destroyed", rule: "AP-010") { adapter, recorder in
                let reports = ReportLog()
                recorder.engine.lifecycle.addObserver(reports)
                var gone: Adapter.Page? = try await adapter.makePage(page("home"))
                if let home = gone {
                    try await adapter.show(home)
                    try await adapter.remove(home)
                }
                // Now nobody but the adapter can know it.
                gone = nil
                try recorder.expect("home")
                let component = recorder.pageViews.last?.component
                if !reports.destroyed.contains(where: { $0 == component }) {
                    throw Contradiction(
                        description: "expected `destroy` of its component, found "
                            + (reports.destroyed.isEmpty ? "none" : "that of another one")
                            + ": what is not destroyed is kept for ever")
                }
            },
            Check(name: "a hundred pages that come and go are a hundred page views", rule: "AP-011") {
                adapter, recorder in
                // A framework uses the memory of one for the next, so an adapter that goes by addresses mixes them up.
                for number in 0..<100 {
                    let item = try await adapter.makePage(page("item \(number)"))
                    try await adapter.show(item)
                    try recorder.expect(
                        ExpectedPageView(PageName(rawValue: "item \(number)"), cause: .appeared, appearance: 1))
                    try await leave(item, adapter)
                }
                try recorder.expectCurrentPage(nil)
            },
            Check(name: "what the framework says is free of contradictions", rule: "LC-002") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await adapter.show(item)
                try await adapter.hide(item)
                try await adapter.hide(home)
                recorder.skipPageViews()
                let odd = recorder.records.compactMap { record in
                    if case .diagnostic(let diagnostic) = record { diagnostic.kind.rawValue } else { nil }
                }
                if !odd.isEmpty {
                    throw Contradiction(description: "the engine found odd: \(odd.joined(separator: ", "))")
                }
            },
        ]
    }

    /// What is given up, what the user does not see, and what lies below.
    private static var transitions: [Check] {
        [
            Check(name: "a way back that is given up counts nothing", rule: "AP-004") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await adapter.show(home)
                try recorder.expect("home")
                try await need("cancelHide(_:)", adapter.cancelHide(home))
                try recorder.expectNothing()
                try recorder.expectCurrentPage("home")
            },
            Check(name: "a way forth that is given up counts nothing", rule: "AP-005") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try recorder.expect("home")
                try await need("cancelShow(_:)", adapter.cancelShow(item))
                try recorder.expectNothing()
                try recorder.expectCurrentPage("home")
            },
            Check(name: "the background and back count nothing", rule: "AP-007") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await adapter.show(home)
                try recorder.expect("home")
                try await need("enterBackground()", adapter.enterBackground())
                try await adapter.enterForeground()
                try recorder.expectNothing()
                try recorder.expectCurrentPage("home")
            },
            Check(name: "what is left in the background is left", rule: "AP-007") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await adapter.show(home)
                try recorder.expect("home")
                try await need("enterBackground()", adapter.enterBackground())
                try await adapter.hide(home)
                try await adapter.enterForeground()
                try live([], recorder)
            },
            Check(name: "what is shown in the background is counted in the foreground", rule: "AP-002") {
                adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await need("enterBackground()", adapter.enterBackground())
                try await adapter.show(home)
                try recorder.expectNothing()
                try await adapter.enterForeground()
                try recorder.expect(ExpectedPageView("home", cause: .foregrounded))
            },
            Check(name: "what is below a sheet is not counted again", rule: "AP-012") { adapter, recorder in
                let (home, filter) = (
                    try await adapter.makePage(page("home")), try await adapter.makePage(page("filter"))
                )
                try await adapter.show(home)
                try await need("cover(with:)", adapter.cover(with: filter))
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
