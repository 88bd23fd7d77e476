import PageViewAutomation
import PageViewLifecycle

/// Checks of the places of pages: inside each other, out of sight, in several windows (TS-009).
extension AdapterChecks {
    /// Checks of a page inside another one, and of a page out of sight.
    static var containers: [Check] {
        [
            Check(name: "a page inserted into a shown page becomes current", rule: "QU-002") {
                adapter, recorder in
                let reports = ReportLog()
                recorder.engine.lifecycle.addObserver(reports)
                let (tabs, feed) = (try await adapter.makePage(page("tabs")), try await adapter.makePage(page("feed")))
                try await adapter.show(tabs)
                try recorder.expect("tabs")
                try await require("insert(_:into:)", adapter.insert(feed, into: tabs))
                try recorder.expect("feed")
                try expectInside("feed", "tabs", recorder, reports)
                try await adapter.hide(tabs)
                try expectLive([], recorder)
            },
            Check(name: "a page shown together with its inner page is not current", rule: "QU-002") {
                adapter, recorder in
                let reports = ReportLog()
                recorder.engine.lifecycle.addObserver(reports)
                let (tabs, feed) = (try await adapter.makePage(page("tabs")), try await adapter.makePage(page("feed")))
                try await require("insert(_:into:)", adapter.insert(feed, into: tabs))
                try recorder.expectNothing()
                try await adapter.show(tabs)
                let names = recorder.pageViews.map(\.page.name.rawValue)
                guard names.sorted() == ["feed", "tabs"] else {
                    throw Contradiction(
                        description: "expected a page view of tabs and one of feed, in either order, found "
                            + (names.isEmpty ? "none" : names.joined(separator: ", ")))
                }
                recorder.skipPageViews()
                try expectInside("feed", "tabs", recorder, reports)
            },
            Check(name: "a prepared page counts only when it is shown", rule: "AP-002") {
                adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try recorder.expect("home")
                try await require("prepare(_:)", adapter.prepare(item))
                try recorder.expectNothing()
                try expectLive(["home"], recorder)
                try await adapter.show(item)
                try recorder.expect(ExpectedPageView("item", previous: "home"))
                try recorder.expectCurrentPage("item")
            },
        ]
    }

    /// Checks of several windows.
    static var windows: [Check] {
        [
            Check(name: "each of two windows has its current page", rule: "QU-001") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await require("showInSecondWindow(_:)", adapter.showInSecondWindow(item))
                try recorder.expect("home", ExpectedPageView("item", previous: nil))
                let scenes = recorder.engine.livePages.map(\.scene)
                if Set(scenes).count != 2 {
                    throw Contradiction(description: "expected a scene for each window, found one for both")
                }
            },
            Check(name: "the pages of a closed window end", rule: "AP-009") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await require("showInSecondWindow(_:)", adapter.showInSecondWindow(item))
                try recorder.expect("home", "item")
                try await require("closeSecondWindow()", adapter.closeSecondWindow())
                try recorder.expectNothing()
                try recorder.expectLeave("item", .counted)
                try expectLive(["home"], recorder)
                try recorder.expectCurrentPage("home")
            },
            Check(name: "a page moved to another window counts there", rule: "AP-006") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await adapter.show(home)
                try recorder.expect("home")
                let first = recorder.engine.currentPage?.scene
                try await require("moveToSecondWindow(_:)", adapter.moveToSecondWindow(home))
                try recorder.expectLeave("home", .counted)
                try recorder.expect(ExpectedPageView("home", previous: nil))
                try expectLive(["home"], recorder)
                if recorder.engine.currentPage?.scene == first {
                    throw Contradiction(
                        description: "expected the page in the scene of the second window, found it in the first")
                }
            },
        ]
    }

    /// Expects a page to be current, and its component to be inside the container's component.
    ///
    /// The current page alone does not prove the containment, because a page that appears last is current without a container.
    private static func expectInside(
        _ page: PageName, _ container: PageName, _ recorder: PageViewRecorder, _ reports: ReportLog
    ) throws {
        try recorder.expectCurrentPage(page)
        let live = recorder.engine.livePages
        func component(_ name: PageName) -> ComponentID? { live.first { $0.page.name == name }?.component }
        guard let inner = component(page), let outer = component(container) else {
            throw Contradiction(description: "expected both pages in front of the user, found one")
        }
        if !reports.isInside(inner, outer) {
            throw Contradiction(
                description:
                    "expected the component of \(page) inside that of \(container), found it outside: report the "
                    + "container as its parent")
        }
    }
}

/// Checks of several pages in one view that the framework keeps (TS-009, DV-008).
extension AdapterChecks {
    /// A check with two pages in one kept view and the return, and a check with two items of one page.
    static var keptViews: [Check] {
        [
            Check(
                name: "another page in a kept view counts, and so does the return", rule: "DV-008"
            ) {
                adapter, recorder in
                let user = KeptView(adapter: adapter, recorder: recorder)
                try await user.go(to: "results")
                try await user.go(to: "details", from: "results")
                try await user.go(to: "results", from: "details")
            },
            Check(
                name: "another item in a kept view counts, and the same item does not",
                rule: "DV-008"
            ) {
                adapter, recorder in
                let user = KeptView(adapter: adapter, recorder: recorder)
                try await user.go(to: "item", id: "1")
                try await user.go(to: "item", id: "2", from: "item")
                try await require("showInPlace(_:id:)", adapter.showInPlace("item", id: "2"))
                try recorder.expectNothing()
                try expectLive(["item"], recorder)
            },
        ]
    }

    /// A view that the framework keeps while the user goes from page to page (DV-008).
    private struct KeptView {
        let adapter: Adapter
        let recorder: PageViewRecorder

        nonisolated(nonsending) func go(
            to page: PageName, id: String? = nil, from previous: PageName? = nil
        ) async throws {
            let (before, component) = (recorder.pageViews.count, recorder.pageViews.last?.component)
            try await require("showInPlace(_:id:)", adapter.showInPlace(PageContext(name: page), id: id))
            let isKept = recorder.engine.livePages.contains { $0.component == component }
            if let previous, recorder.pageViews.count == before, isKept {
                throw Contradiction(
                    description: """
                        expected a page view of \(page)\(id.map { " with the id \($0)" } ?? ""), found none: the component of \
                        \(previous) is still in front of the user.

                          The framework has kept the view, and the adapter reports one component for both pages. Report another
                          component when the page's name or its `id:` changes: `PageNode.update(_:id:in:)` does so if the adapter
                          calls it in each pass with the `id:` of the view.
                        """)
            }
            try recorder.expect(
                ExpectedPageView(page, previous: previous.map { .value($0.rawValue) } ?? .nothing))
            if let previous { try recorder.expectLeave(previous, .counted) }
            try recorder.expectCurrentPage(page)
            try expectLive([page.rawValue], recorder)
        }
    }
}
