import NavigationSimulator
import PageViewTesting
import TestSupport
import Testing

/// A simulated app with the test's own pages (rule TS-006).
@Suite(.watched)
struct SimulatedNavigationTests {
    /// A page that returns another notifier at each access.
    struct ComputedPage: AnalyticsPage {
        var pageViewNotifier: PageViewNotifier { PageViewNotifier(pending: "item") }
    }

    @Test("A failure names a computed notifier of a page that the test opens, supplies or replays (TS-003)")
    func computedNotifier() throws {
        let advice = "Store it: `let pageViewNotifier = …` (RD-007)."
        let uses: [(PageViewRecorder) throws -> Void] = [
            { recorder in
                var app = recorder.launch(.uiKit, showing: .stack(["home"]))
                try app.push(ComputedPage())
            },
            { recorder in
                var app = recorder.launch(.uiKit, showing: .stack(["home"]), pages: ["item": ComputedPage()])
                try app.push("item")
            },
            { recorder in
                let trace = "0 create a page=item\n0 didAppear a\n"
                try recorder.replay(bytes: trace.utf8, pages: ["item": { ComputedPage() }])
            },
        ]
        for use in uses {
            let text = testFailure(exhaustivity: .off) { recorder in
                try use(recorder)
                try recorder.expect("item")
            }
            #expect(text.contains(advice), "\(text)")
        }
    }

    @Test("An app shows a test's own pages, found by name or opened directly")
    func ownPages() throws {
        try withPageViewRecorder { recorder in
            let (home, item) = (ItemScreen(), ItemScreen())
            var app = recorder.launch(
                .uiKit, showing: .tabs([.stack(["item"]), .stack(["account"])]), pages: ["item": home])
            try recorder.expectNothing()
            home.load(price: 1)
            try recorder.expect(ExpectedPageView("item", context: "shop", payload: ["price": 1]))
            try app.present(item)
            item.load(price: 2)
            try recorder.expect(ExpectedPageView("item", previous: "item", payload: ["price": 2]))
            try app.close()
            try app.perform(.selectTab("account"))
            try recorder.expect("account")
        }
    }

    @Test("The simulator cannot load or reload a test's own page, because only the app's code does that")
    func ownPageSpeaksForItself() throws {
        try withPageViewRecorder { recorder in
            let (item, cart) = (ItemScreen(), ItemScreen())
            var app = recorder.launch(.uiKit, showing: .tabs([.stack([]), "cart"]), pages: ["cart": cart])
            try app.push(item)
            for action in [UserAction.load("item", ["price": 3]), .reload("item"), .load("cart", nil)] {
                let lines = app.app.lines
                let error = #expect(throws: SimulationError.self) { try app.perform(action) }
                #expect(error?.description.contains("expected a page of the simulator, found ") ?? false)
                #expect(app.app.lines == lines)
            }
            #expect(item.pageViewNotifier.state == .pending(PageContext(name: "item", context: "shop")))
            try recorder.expectNothing()
            item.load(price: 3)
            try recorder.expect(ExpectedPageView("item", cause: .ready, payload: ["price": 3]))
            try app.perform(.selectTab("cart"))
            try app.present(.pending("login"))
            try app.perform(.load("login", nil))
            try recorder.expect("login")
        }
    }

    @Test("A misspelled page name fails the test, and the failure lists the names of the app's pages")
    func misspelledName() {
        let line = #line + 2
        let text = testFailure { recorder in
            _ = recorder.launch(.uiKit, showing: .stack(["home", "item"]), pages: ["itm": ItemScreen()])
            try recorder.expect("item")
        }
        #expect(
            text == """
                SimulatedNavigationTests.swift:\(line): expected the names in `pages:` among the pages of the app, found itm, \
                which no page has.

                  The name nearest to itm is item.
                  The pages of the app: home, item.
                  Correct the name, or remove the page from `pages:`.
                """)
    }

    @Test("An earlier failure of the test also names the misspelled page")
    func misspelledNameInAnotherFailure() {
        let text = testFailure { recorder in
            let item = ItemScreen()
            _ = recorder.launch(.uiKit, showing: .stack(["home", "item"]), pages: ["itm": item])
            item.load(price: 3)
            try recorder.expect(ExpectedPageView("item", payload: ["price": 3]))
        }
        #expect(text.contains("page view 1 differs"))
        #expect(text.contains("found itm, which no page has"))
    }

    @Test("A page that never appears fails the test, and one that is pushed later does not")
    func unusedPage() throws {
        let text = testFailure { recorder in
            _ = recorder.launch(
                .uiKit, showing: .tabs([.stack(["home"]), "account"]), pages: ["account": ItemScreen()])
            try recorder.expect("home")
        }
        #expect(text.contains("expected the test to use each page in `pages:`, found unused: account."))
        try withPageViewRecorder { recorder in
            let item = ItemScreen()
            var app = recorder.launch(.uiKit, showing: .stack(["home"]), pages: ["item": item])
            try recorder.expect("home")
            try app.push("item")
            item.load(price: 1)
            try recorder.expect("item")
        }
    }

    @Test("A page that the test opens replaces the supplied page with this name, which is then unused")
    func replacedPage() {
        let text = testFailure { recorder in
            var app = recorder.launch(.uiKit, showing: .stack([]), pages: ["item": ItemScreen()])
            try app.push(ItemScreen())
        }
        #expect(text.contains("found unused: item."))
    }

    /// The frameworks whose push shows a new component.
    private static let frameworksWithPush = UIFramework.all.filter {
        $0[.push]?.contains(.new(.didAppear)) ?? false
    }

    @Test("A journey has the same page views in every framework that can push a page", arguments: frameworksWithPush)
    func anyFramework(_ framework: UIFramework) throws {
        try withPageViewRecorder { recorder in
            let item = ItemScreen()
            var app = recorder.launch(framework, showing: .stack(["home"]))
            try app.push(item)
            try recorder.expect("home")
            item.load(price: 89)
            try recorder.expect(ExpectedPageView("item", previous: "home", cause: .ready))
        }
    }

    @Test("A test may advance the clock past the app's time without a diagnostic")
    func clockAhead() throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            recorder.engine.addReceiver(of: .diagnostics) { Issue.record("expected no diagnostic, found \($0)") }
            let item = ItemScreen()
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try app.push(item)
            recorder.clock.advance(by: .seconds(10))
            item.load(price: 89)
            try app.goBack()
        }
    }

    @Test("Replaying a trace reports its events and advances the clock")
    func recordedTrace() throws {
        try withPageViewRecorder { recorder in
            var app = SimulatedApp(.uiKit, showing: .stack(["home"]))
            app.wait(5)
            try app.push("item")
            recorder.replay(app.lines)
            #expect(recorder.clock.now.sinceStart == .milliseconds(5_700))
            try recorder.expect("home", "item")
        }
    }

    @Test("A page that could not be opened does not replace another page of its name")
    func notOpened() throws {
        try withPageViewRecorder { recorder in
            var app = recorder.launch(.uiKit, showing: "home")
            try recorder.expect("home")
            #expect(throws: SimulationError.self) { try app.push(ItemScreen()) }
            try app.present("item")
            try recorder.expect("item")
        }
    }

    @Test("An impossible action throws and reports nothing")
    func impossible() throws {
        try withPageViewRecorder { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try recorder.expect("home")
            let lines = app.app.lines
            #expect(throws: SimulationError.self) { try app.goBack() }
            #expect(throws: SimulationError.self) { try app.close() }
            #expect(throws: SimulationError.self) { try app.perform(.selectTab("cart")) }
            #expect(app.app.lines == lines)
            #expect(
                failure { try app.goBack(line: 3) } == """
                    SimulatedNavigationTests.swift:3: expected a stack with a page to go back to, found stack > home: push a \
                    page first
                    """)
        }
    }
}
