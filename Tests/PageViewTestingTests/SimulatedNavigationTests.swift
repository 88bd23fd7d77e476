import NavigationSimulator
import PageViewTesting
import TestWatch
import Testing

/// A simulated app with the test's own pages (rule TS-006).
@Suite(.watched)
struct SimulatedNavigationTests {
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
            try app.selectTab("account")
            try recorder.expect("account")
        }
    }

    @Test("Loading and reloading a test's own page changes the page's notifier")
    func ownPageSpeaksForItself() throws {
        try withPageViewRecorder { recorder in
            let item = ItemScreen()
            var app = recorder.launch(.uiKit, showing: .stack([]))
            try app.push(item)
            try app.load("item", payload: ["price": 3])
            #expect(item.pageViewNotifier.state.event?.payload == ["price": 3])
            try recorder.expect(ExpectedPageView("item", cause: .ready, payload: ["price": 3]))
            try app.perform(.reload("item"))
            #expect(item.pageViewNotifier.state.event == nil)
        }
    }

    /// The frameworks whose push shows a new component.
    private static let frameworksWithPush = UIFramework.all.filter {
        $0[.push]?.steps.contains(.new(.didAppear)) ?? false
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

    @Test("Each component of a replayed trace gets its own page from the test")
    func ownPagesInATrace() throws {
        try withPageViewRecorder { recorder in
            var app = SimulatedApp(.uiKit, showing: .stack([.pending("item")]))
            try app.push(.pending("item"))
            try app.load("item", payload: ["price": 2])
            var made: [ItemScreen] = []
            recorder.replay(
                app.lines,
                pages: [
                    "item": {
                        made.append(ItemScreen()); return made[made.count - 1]
                    }
                ])
            #expect(made.count == 2)
            #expect(made[1].pageViewNotifier.state.event?.payload == ["price": 2])
            try recorder.expect(ExpectedPageView("item", context: "shop", cause: .ready))
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
            #expect(throws: SimulationError.self) { try app.selectTab("cart") }
            #expect(app.app.lines == lines)
            do {
                try app.goBack(line: 3)
            } catch {
                #expect(
                    "\(error)"
                        == "SimulatedNavigationTests.swift:3: expected a stack with a page to go back to, found stack > home"
                )
            }
        }
    }
}
