import PageViewAutomation
import PageViewLifecycle

/// Where pages are: inside each other, out of sight, in which window (rule TS-009).
extension AdapterChecks {
    /// One page inside another one, and where nobody sees it.
    static var containers: [Check] {
        [
            Check(name: "a page that comes into one that is shown is in front of it", rule: "QU-002") {
                adapter, recorder in
                let reports = ReportLog()
                recorder.engine.lifecycle.addObserver(reports)
                let (tabs, feed) = (try await adapter.makePage(page("tabs")), try await adapter.makePage(page("feed")))
                try await adapter.show(tabs)
                try recorder.expect("tabs")
                try await need("insert(_:into:)", adapter.insert(feed, into: tabs))
                try recorder.expect("feed")
                try inside("feed", "tabs", recorder, reports)
                try await adapter.hide(tabs)
                try live([], recorder)
            },
            Check(name: "a page that is shown with what is inside it is behind that", rule: "QU-002") {
                adapter, recorder in
                let reports = ReportLog()
                recorder.engine.lifecycle.addObserver(reports)
                let (tabs, feed) = (try await adapter.makePage(page("tabs")), try await adapter.makePage(page("feed")))
                try await need("insert(_:into:)", adapter.insert(feed, into: tabs))
                try recorder.expectNothing()
                try await adapter.show(tabs)
                let names = recorder.pageViews.map(\.page.name.rawValue)
                guard names.sorted() == ["feed", "tabs"] else {
                    throw Contradiction(
                        description: "expected a page view of tabs and one of feed, in either order, found "
                            + (names.isEmpty ? "none" : names.joined(separator: ", ")))
                }
                recorder.skipPageViews()
                try inside("feed", "tabs", recorder, reports)
            },
            Check(name: "a page that is prepared out of sight is not counted before it is shown", rule: "AP-002") {
                adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try recorder.expect("home")
                try await need("prepare(_:)", adapter.prepare(item))
                try recorder.expectNothing()
                try live(["home"], recorder)
                try await adapter.show(item)
                try recorder.expect(ExpectedPageView("item", previous: "home"))
                try recorder.expectCurrentPage("item")
            },
        ]
    }

    /// Several windows.
    static var windows: [Check] {
        [
            Check(name: "two windows have a current page each", rule: "QU-001") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await need("showInSecondWindow(_:)", adapter.showInSecondWindow(item))
                try recorder.expect("home", ExpectedPageView("item", previous: nil))
                let scenes = recorder.engine.livePages.map(\.scene)
                if Set(scenes).count != 2 {
                    throw Contradiction(description: "expected a scene for each window, found one for both")
                }
            },
            Check(name: "what is in a window that closes is left", rule: "AP-009") { adapter, recorder in
                let (home, item) = (try await adapter.makePage(page("home")), try await adapter.makePage(page("item")))
                try await adapter.show(home)
                try await need("showInSecondWindow(_:)", adapter.showInSecondWindow(item))
                try recorder.expect("home", "item")
                try await need("closeSecondWindow()", adapter.closeSecondWindow())
                try recorder.expectNothing()
                try recorder.expectLeave("item", .counted)
                try live(["home"], recorder)
                try recorder.expectCurrentPage("home")
            },
            Check(name: "a page that moves to another window is counted there", rule: "AP-006") { adapter, recorder in
                let home = try await adapter.makePage(page("home"))
                try await adapter.show(home)
                try recorder.expect("home")
                let first = recorder.engine.currentPage?.scene
                try await need("moveToSecondWindow(_:)", adapter.moveToSecondWindow(home))
                try recorder.expectLeave("home", .counted)
                try recorder.expect(ExpectedPageView("home", previous: nil))
                try live(["home"], recorder)
                if recorder.engine.currentPage?.scene == first {
                    throw Contradiction(
                        description: "expected it in the scene of the second window, found it in the first")
                }
            },
        ]
    }

    /// Expects a page to be current, and its component to be inside that of another one: then it is, whichever appears last.
    private static func inside(
        _ page: PageName, _ container: PageName, _ recorder: PageViewRecorder, _ reports: ReportLog
    ) throws {
        try recorder.expectCurrentPage(page)
        let live = recorder.engine.livePages
        func component(_ name: PageName) -> ComponentID? { live.first { $0.page.name == name }?.component }
        guard let inner = component(page), let outer = component(container) else {
            throw Contradiction(description: "expected both to be in front of the user, found one alone")
        }
        if !reports.isInside(inner, outer) {
            throw Contradiction(
                description:
                    "expected the component of \(page) to be inside that of \(container), found it in none: what "
                    + "appears last is in front then")
        }
    }
}
