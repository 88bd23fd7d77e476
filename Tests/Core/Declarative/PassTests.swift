import PageViewTesting
import TestSupport
import Testing

/// The passes of the update loop: the updates of a page (DV-002), and the calls of one pass as one update (DV-003).
@Suite(.watched, .recorded)
struct PassTests {
    private let recorder = PageViewRecorder.ofTest
    private let pages = PageTree(engine: PageViewRecorder.ofTest.engine)

    @Test("A pass is one update, which ends, counts, and begins appearances")
    func order() throws {
        var isFirst = true
        let reports = Reports(recorder.engine)
        let window = Window(recorder.engine) {
            VStack {
                if isFirst {
                    Screen("old") { Screen("inside") }
                } else {
                    Screen("new") { Screen("inside") }
                }
                Screen("rest", isReady: !isFirst)
            }
        }
        try recorder.expect("old", "inside")
        #expect(reports.updateCount == 1)
        isFirst = false
        window.update()
        #expect(reports.updateCount == 2)
        #expect(
            reports.lines(after: 7) == [
                "create 4", "create 5", "destroy 1", "destroy 2", "didAppear 4", "didAppear 5", "move 5 into 4",
            ])
        // Live pages count before others appear.
        try recorder.expect(ExpectedPageView("rest", cause: .ready), "new", "inside")
    }

    @Test("A page that ends in the pass that makes it ready is not counted; one that appears in it is")
    func readyAndGone() throws {
        var (tab, isReady) = ("first", false)
        let window = Window(recorder.engine) {
            TabView(AnyHashable(tab), tabs: ["first", "second"]) { Screen("\($0)", isReady: isReady) }
        }
        #expect(window.screen == ["«first#1 loading»", "[first] second "])
        (tab, isReady) = ("second", true)
        window.update()
        #expect(window.screen == ["«second#2 ready»", " first [second]"])
        try recorder.expect(ExpectedPageView("second", previous: nil, cause: .appeared))
        try recorder.expectLeave("first", .neverReady)
        tab = "first"
        window.update()
        try recorder.expect(ExpectedPageView("first", cause: .appeared, appearance: 2))
    }

    @Test("A page that becomes ready or gets another name in the pass in which it disappears does so after it")
    func changedAndGone() throws {
        let node = PageNode()
        node.show(DeclaredPage("first", isReady: false), id: 1, in: pages.environment)
        pages.update {
            node.update(DeclaredPage("second"), id: 1, in: pages.environment)
            node.disappear()
        }
        try recorder.expectLeave("first", .neverReady)
        try recorder.expectNothing()
        node.appear()
        try recorder.expect(ExpectedPageView("second", cause: .appeared, appearance: 2))
    }

    @Test(
        "A container counts before its content in any order of callbacks",
        arguments: [CallbackOrder.innermostFirst, []])
    func containersFirst(_ order: CallbackOrder) throws {
        let window = Window(recorder.engine, order: order) {
            Screen("outer") { Screen("middle") { Screen("inner") } }
        }
        #expect(window.screen.last == "    «inner#3 ready»")
        try recorder.expect("outer", "middle", "inner")
        try recorder.expectCurrentPage("inner")
    }

    @Test("A pass does not report a page that appears and ends in it, or one that hides and reappears")
    func netEffect() throws {
        let reports = Reports(recorder.engine)
        let (stays, passes) = (PageNode(), PageNode())
        pages.update {
            stays.show(DeclaredPage("stays"), in: pages.environment)
        }
        let before = (reports.count, reports.updateCount)
        pages.update {
            stays.disappear()
            passes.show(DeclaredPage("passes"), in: pages.environment)
            stays.appear()
            passes.disappear()
            passes.unmount()
        }
        #expect((reports.count, reports.updateCount) == before)
        try recorder.expect("stays")
    }

    @Test("A pass inside another pass is a part of it")
    func nested() throws {
        let node = PageNode()
        pages.update {
            pages.update {
                node.show(DeclaredPage("home"), in: pages.environment)
            }
            #expect(recorder.pageViews.isEmpty)
        }
        try recorder.expect("home")
        // An unbalanced end does not end the next pass.
        pages.endUpdate()
        pages.beginUpdate()
        node.disappear()
        try recorder.expectCurrentPage("home")
        pages.endUpdate()
        try recorder.expectCurrentPage(nil)
    }

    @Test("An update that a view requests when it appears is another pass after the first")
    func updateInsideUpdate() throws {
        var isLoaded = false
        var window: Window?
        window = Window(recorder.engine) {
            Screen("home", isReady: isLoaded).onAppear {
                isLoaded = true
                window?.update()
            }
        }
        window?.update()
        try recorder.expect(ExpectedPageView("home", cause: .ready))
        window = nil
    }

    @Test("A change that a receiver makes to the tree takes effect after the record that it received")
    func receiverNavigates() throws {
        let (login, home) = (PageNode(), PageNode())
        login.update(DeclaredPage("login"), in: pages.environment)
        home.update(DeclaredPage("home"), in: pages.environment)
        recorder.engine.addReceiver(of: .pageViews) { record in
            guard case .pageView(let view) = record, view.page == "login" else { return }
            pages.update {
                login.disappear()
                home.appear()
            }
        }
        pages.update { login.appear() }
        try recorder.expect("login", ExpectedPageView("home", previous: "login"))
        try recorder.expectCurrentPage("home")
    }

    @Test("A repeated update with equal values reports nothing")
    func equal() throws {
        let reports = Reports(recorder.engine)
        let window = Window(recorder.engine) { Screen("home") { Screen("part", isReady: false) } }
        try recorder.expect("home")
        let before = (reports.count, reports.updateCount, recorder.records.count)
        for _ in 0..<5 { window.update() }
        #expect((reports.count, reports.updateCount, recorder.records.count) == before)
    }

    @Test("A page counts in the update that makes it ready, and not again in later updates")
    func ready() throws {
        var price: Int?
        let window = Window(recorder.engine) {
            Text(price.map { "\($0) €" } ?? "…")
                .analyticsPage("item", isReady: price != nil, payload: ["price": price])
        }
        #expect(window.screen == ["…"])
        try recorder.expectNothing()
        for value in [89, 79, 69] {
            price = value
            window.update()
        }
        #expect(window.screen == ["69 €"])
        try recorder.expect(ExpectedPageView("item", cause: .ready, payload: ["price": 89]))
    }
}
