import PageViewTesting
import TestSupport
import Testing

/// A node can show several pages in turn. Another identity is another component (DV-008).
@Suite(.watched, .recorded)
struct NodeIdentityTests {
    private let recorder = PageViewRecorder.ofTest

    @Test("Results, details, and results again on one node are three page views")
    func keptNode() throws {
        let reports = Reports(recorder.engine)
        var path = ["results"]
        let window = Window(recorder.engine) { Screen(path.last ?? "") }
        path = ["results", "details"]
        window.update()
        #expect(window.screen == ["«details#1 ready»"])
        try recorder.expect("results", ExpectedPageView("details", previous: "results", appearance: 1))
        try recorder.expectLeave("results", .counted)
        try recorder.expectCurrentPage("details")
        path = ["results"]
        window.update()
        try recorder.expect(ExpectedPageView("results", previous: "details", appearance: 1))
        try recorder.expectLeave("details", .counted)
        window.update()
        #expect(
            reports.lines() == [
                "create 1", "create 2", "create 3", "destroy 1", "destroy 2", "didAppear 1", "didAppear 2",
                "didAppear 3",
            ])
        #expect(reports.updateCount == 3)
    }

    @Test("Another item counts again if the page has an id, and does not count without one")
    func id() throws {
        var (item, isIdentified) = (1, true)
        let window = Window(recorder.engine) { Screen("item", id: isIdentified ? item : nil) }
        item = 2
        window.update()
        #expect(window.screen == ["«item/2#1 ready»"])
        try recorder.expect("item", ExpectedPageView("item", previous: "item", appearance: 1))
        try recorder.expectLeave("item", .counted)
        // Dropping or adding an id changes the identity.
        isIdentified = false
        window.update()
        try recorder.expect(ExpectedPageView("item", appearance: 1))
        item = 3
        window.update()
        try recorder.expectNothing()
        isIdentified = true
        window.update()
        try recorder.expect(ExpectedPageView("item", appearance: 1))
    }

    @Test("An id may be any value, and the id of a node wins over the id of its page")
    func anyID() throws {
        struct Key: Hashable { let shelf: String, place: Int }
        enum Step { case first, second }
        let (pages, node) = (PageTree(engine: recorder.engine), PageNode())
        node.appear()
        let ids: [PageID] = [1, "1", Key(shelf: "a", place: 1), Key(shelf: "a", place: 2), Step.first, Step.second]
        for id in ids {
            node.update(DeclaredPage("item"), id: id, in: pages.environment)
            try recorder.expect(ExpectedPageView("item", appearance: 1))
            node.update(DeclaredPage("item").identified(by: id), in: pages.environment)
            try recorder.expectNothing()
        }
        // The id of the node takes precedence over the id of the page.
        node.update(DeclaredPage("item").identified(by: 7), id: Step.second, in: pages.environment)
        try recorder.expectNothing()
        node.update(DeclaredPage("item").identified(by: 7), in: pages.environment)
        try recorder.expect("item")
    }

    @Test("Another context, state, or payload keeps the identity of a page")
    func notTheIdentity() throws {
        var page = DeclaredPage(PageContext(name: "item", context: "shop"), isReady: false)
        let window = Window(recorder.engine) { Text("").analyticsPage(page) }
        page = DeclaredPage(PageContext(name: "item", context: "search"), isReady: false)
        window.update()
        page = DeclaredPage(PageContext(name: "item", context: "search"))
        window.update()
        page = DeclaredPage(PageContext(name: "item", context: "sale"), payload: ["price": 89])
        window.update()
        try recorder.expect(ExpectedPageView("item", context: "search", cause: .ready, payload: [:], appearance: 1))
    }

    @Test("Another name with the same id is a rename, and a counted page keeps its name until it ends")
    func rename() throws {
        var (name, isReady, isShown) = ("first", false, true)
        let window = Window(recorder.engine) {
            TabView(AnyHashable(isShown), tabs: [true, false]) { isPage in
                AnyView(isPage == AnyHashable(true) ? Screen(name, id: 7, isReady: isReady) : Text("") as any View)
            }
        }
        name = "second"
        window.update()
        try recorder.expectCurrentPage("second")
        isReady = true
        window.update()
        try recorder.expect("second")
        name = "third"
        window.update()
        #expect(window.screen.first == "«third/7#1 ready»")
        try recorder.expectNothing()
        try recorder.expectDiagnostic(.renamedWhileCounted)
        try recorder.expectCurrentPage("second")
        isShown = false
        window.update()
        isShown = true
        window.update()
        try recorder.expect(ExpectedPageView("third", previous: "second", appearance: 2))
    }

    @Test("A notifier is the identity of its page under any name, and another notifier is another page")
    func notifier() throws {
        struct Model: AnalyticsPage {
            let pageViewNotifier: PageViewNotifier
        }
        let (first, second) = (PageViewNotifier(pending: "first"), PageViewNotifier(pending: "second"))
        var page = DeclaredPage(first)
        let window = Window(recorder.engine) { Text("").analyticsPage(page) }
        first.state = .pending("renamed")
        page = DeclaredPage(Model(pageViewNotifier: first))
        window.update()
        try recorder.expectCurrentPage("renamed")
        page = DeclaredPage(second)
        window.update()
        try recorder.expectLeave("renamed", .neverReady)
        try recorder.expectCurrentPage("second")
        first.markReady()
        try recorder.expectNothing()
        second.markReady()
        try recorder.expect(ExpectedPageView("second", appearance: 1))
        // A page without a notifier has another identity, even under the same name.
        page = DeclaredPage("second")
        window.update()
        try recorder.expect(ExpectedPageView("second", previous: "second", appearance: 1))
    }

    @Test("A page with an id may change or drop its notifier")
    func otherNotifier() throws {
        let (first, second) = (PageViewNotifier(pending: "first"), PageViewNotifier(pending: "second"))
        var page = DeclaredPage(first)
        let window = Window(recorder.engine) { Text("").analyticsPage(page, id: 7) }
        try recorder.expectCurrentPage("first")
        page = DeclaredPage(second)
        window.update()
        first.markReady()
        try recorder.expectNothing()
        try recorder.expectCurrentPage("second")
        page = DeclaredPage("own", isReady: false)
        window.update()
        second.markReady()
        try recorder.expectNothing()
        for _ in 1...2 { try recorder.expectDiagnostic(.replacedNotifier) }
        page = DeclaredPage("own")
        window.update()
        try recorder.expect(ExpectedPageView("own", cause: .ready, appearance: 1))
        page = DeclaredPage(second)
        window.update()
        try recorder.expectNothing()
        try recorder.expectDiagnostic(.renamedWhileCounted)
    }

    @Test("A blank name does not change the identity of a page")
    func blank() throws {
        let reports = Reports(recorder.engine)
        var name = " "
        let window = Window(recorder.engine) { Screen(name) }
        try recorder.expectCurrentPage(nil)
        for (next, isCounted) in [("item", true), ("", false), ("item", false), (" ", false), ("cart", true)] {
            name = next
            window.update()
            if isCounted { try recorder.expect(ExpectedPageView(PageName(rawValue: next), appearance: 1)) }
            try recorder.expectNothing()
        }
        for _ in 1...3 { try recorder.expectDiagnostic(.emptyPageName) }
        #expect(reports.lines() == ["create 1", "create 2", "destroy 1", "didAppear 1", "didAppear 2"])
    }
}
