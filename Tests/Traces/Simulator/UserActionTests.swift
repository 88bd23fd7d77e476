import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The effects of user actions on the view in front (rules SIM-003 to SIM-005).
@Suite(.watched)
struct UserActionTests {
    @Test("An action affects the innermost container of its kind, in the last pane of a split (SIM-003)")
    func innermostContainer() throws {
        let view = SimulatedView.split([.stack(["list"]), .stack([.tabs([.stack(["message"]), "files"])])])
        let run = try SimulatedRun(.swiftUI, view, [.push("photo"), .selectTab("files"), .push("file")])
        #expect(
            run.reports
                == "list.didAppear message.didAppear photo.didAppear message.didDisappear "
                + "files.didAppear photo.didDisappear file.didAppear files.didDisappear")
        #expect(run.pages == "list message photo files file")
    }

    @Test("Selecting the selected tab returns to its first page, and has no effect there")
    func selectedTabAgain() throws {
        let view = SimulatedView.tabs([.stack(["home"]), "cart"])
        var app = SimulatedApp(.uiKit, showing: view)
        for action in [.push("category"), .push("item"), .selectTab("home")] as [UserAction] { try app.perform(action) }
        let before = app.lines
        try app.perform(.selectTab("home"))
        #expect(app.lines == before)
        let run = try SimulatedRun(.uiKit, view, [.push("category"), .push("item"), .selectTab("home")])
        #expect(run.pages == "home category item home")
    }

    @Test("A page passed in a deep push counts when the user returns to it, as in plain SwiftUI")
    func passedOverOnce() throws {
        let actions: [UserAction] = [.deepPush(["category", "item"]), .pop, .push("item"), .pop]
        let run = try SimulatedRun(.named("swiftui-deep-push-of-ios-18-4").reportingWindows, .stack(["home"]), actions)
        #expect(run.pages == "home item category item category")
        #expect(run.reports.split(separator: " ").count { $0 == "category.didAppear" } == 2)
        let plain = try SimulatedRun(.swiftUI.reportingWindows, .stack(["home"]), actions)
        #expect(plain.pages == run.pages)
    }

    @Test(
        "A push before the first layout counts all visible pages, but not the page it covers",
        arguments: [UIFramework.uiKit, .named("uikit-17")])
    func beforeFirstLayout(_ framework: UIFramework) throws {
        func pages(_ view: SimulatedView, _ actions: UserAction...) throws -> String {
            try SimulatedRun(framework, view, launch: .beforeFirstLayout, actions).pages
        }
        let panes = try pages(.split([.stack(["list"]), .stack(["root"])]), .push("page"))
        #expect(Set(panes.split(separator: " ")) == ["list", "page"])
        #expect(try pages(.stack(["home"]), .push("item"), .pop) == "item home")
        // A presentation comes after the first layout.
        #expect(try pages(.stack(["home"]), .present("terms", .sheet), .dismiss) == "home terms")
    }

    @Test("A rotation reports nothing, because the adapter keeps the components")
    func rotation() throws {
        let run = try SimulatedRun(
            .named("android"), .stack([.group("activity", ["header", .pager(["today", "tomorrow"])])]),
            [.turnPage(forward: true, .completed), .recreate, .turnPage(forward: false, .completed)])
        #expect(run.pages == "activity header today tomorrow today")
    }

    @Test("A dialog over a dialog causes no report about the page below both")
    func dialogOverDialog() throws {
        let run = try SimulatedRun(
            .named("android"), "home", [.present("first", .dialog), .present("second", .dialog), .dismiss, .dismiss])
        let ofHome = run.reports.split(separator: " ").filter { $0.hasPrefix("home.") }
        #expect(ofHome == ["home.didAppear"])
        #expect(run.pages == "home first second")
    }

    @Test("Activating a scene makes the other inactive, and brings the scene to the foreground")
    func scenesTakeTurns() throws {
        let actions: [UserAction] = [
            .openScene("second", "item"), .enterBackground, .activateScene("main"), .activateScene("second"),
            .activateScene("main"), .closeScene,
        ]
        let run = try SimulatedRun(.uiKit, "home", actions)
        #expect(
            run.reports
                == "home.willAppear home.didAppear scene.inactive item.willAppear item.didAppear second.active "
                + "second.inactive second.background scene.active scene.inactive second.foreground "
                + "second.active second.inactive scene.active scene.inactive scene.close home.destroy second.active")
        #expect(run.pages == "home item")
    }

    @Test(
        "A page of a background launch counts when the app enters the foreground",
        arguments: [UIFramework.uiKit, .named("web")])
    func launchInBackground(_ framework: UIFramework) throws {
        let unseen = try SimulatedRun(framework, "home", launch: .inBackground, [.wait(nanoseconds: 5)])
        #expect(unseen.pages.isEmpty)
        let seen = try SimulatedRun(
            framework, "home", launch: .inBackground, [.wait(nanoseconds: 5), .enterForeground])
        #expect(seen.pages == "home")
        // A framework without an order for this launch reports the background too.
        #expect(
            try SimulatedRun(.named("flutter"), "home", launch: .inBackground).reports
                == "scene.background home.didAppear")
    }

    /// The beginning of the error of a transition that UIKit does not have.
    private static func missing(_ transition: String) -> String {
        "expected a framework with the transition \(transition), found UIKit, which has "
    }

    private static let impossible: [(view: SimulatedView, action: UserAction, error: String)] = [
        ("home", .push("item"), "expected a stack in front, found home: put the page into a `.stack`"),
        (.stack(["home"]), .pop, "expected a stack with a page to go back to, found stack > home: push a page first"),
        (.stack([]), .replaceTop("item"), "expected a stack with a page in front, found stack: push a page first"),
        (
            "home", .selectTab("cart"),
            "expected tabs in front, found home: launch the app with `.tabs`, or close what covers them"
        ),
        (
            .tabs([.stack(["home"]), "search"]), .selectTab("cart"),
            "expected a tab with cart, found the tabs home, search: select one of them, "
                + "or launch the app with a tab that contains cart"
        ),
        (
            .tabs(["home", "search"]), .selectTabAndBack("home"),
            "expected another tab than the selected one, found home: select one of the tabs home, search"
        ),
        (
            "home", .turnPage(forward: true, .completed),
            "expected a pager in front, found home: launch the app with a `.pager`, or close what covers it"
        ),
        (
            .pager(["today"]), .turnPage(forward: true, .completed),
            "expected a page to turn to, found page 1 of today: turn to the other side, "
                + "or launch the app with more pages in the pager"
        ),
        ("home", .addChild("chart"), "expected a page with parts in front, found home: make the page a `.group`"),
        (
            .split(["list"]), .hidePane("home"),
            "expected a pane with home that is shown, found the panes list (shown): name one of these panes"
        ),
        (
            .group("home", ["chart"]), .removeChild("map"),
            "expected a part map, found the parts chart: name one of them, or add the part first"
        ),
        (
            .group("home", []), .removeChild("map"), "expected a part map, found no part: add the part first"
        ),
        (
            .stack(["home"]), .deepPush([]), "expected a page to open, found none: pass at least one view"
        ),
        ("home", .dismiss, "expected a presented view, found home: present a view first"),
        ("home", .recreate, missing("recreate")),
        ("home", .closeScene, "expected more than one scene, found main alone: open another scene first"),
        ("home", .activateScene("second"), "expected one of the scenes main, found second: open this scene first"),
        (
            "home", .openScene("main", "item"),
            "expected a new name for the scene, found main: the open scenes are main; use another name, or activate this scene"
        ),
        (
            "home", .enterForeground,
            "expected a scene in the background, found main in the foreground: enter the background first"
        ),
        (
            "home", .showWindow,
            "expected a window that is hidden, found a shown window of the scene main: hide it first"
        ),
        ("home", .hideWindow, missing("hideWindow")),
        (
            "home", .load("item", nil),
            "expected a page of the app, found item: use one of the app's pages, home, or open this one first"
        ),
        ("home", .present("item", .dialog), missing("present dialog")),
    ]

    @Test(
        "An impossible action throws an error that names the missing condition, and reports nothing",
        arguments: impossible)
    func impossibleActionsThrow(_ view: SimulatedView, _ action: UserAction, _ error: String) throws {
        var app = SimulatedApp(.uiKit, showing: view)
        let (lines, time) = (app.lines, app.time)
        let found = #expect(throws: SimulationError.self) { try app.perform(action) }
        let description = try #require(found?.description)
        #expect(error.hasSuffix(" has ") ? description.hasPrefix(error) : description == error)
        #expect(app.lines == lines && app.time == time)
        // The app accepts further actions.
        try app.perform(.present("help", .sheet))
        try app.perform(.dismiss)
        #expect(app.lines.count > lines.count)
    }

    @Test("The error of a missing transition lists the transitions that the framework has")
    func missingTransition() throws {
        let orders = ["launch": "new.didAppear", "present sheet": "new.didAppear"]
        let framework = try UIFramework(name: "").variant("plain", orders)
        var app = SimulatedApp(framework, showing: "home")
        let error = #expect(throws: SimulationError.self) { try app.perform(.recreate) }
        #expect(
            error?.description == """
                expected a framework with the transition recreate, found plain, which has launch, present sheet: perform \
                another action, or launch another framework
                """)
    }

    @Test("A variant rejects an unknown transition, and an unknown step")
    func unknownOrder() {
        let transition = #expect(throws: SimulationError.self) { try UIFramework.uiKit.variant("", ["pus": "~"]) }
        #expect(transition?.description.hasPrefix("expected a transition, found pus: use one of addChild, ") == true)
        let step = #expect(throws: SimulationError.self) { try UIFramework.uiKit.variant("", ["push": "~ old.went"]) }
        #expect(step?.description.hasPrefix("expected a step of push, found old.went: use one of new.attach") == true)
    }

    @Test("A hidden window rejects actions until it is shown again")
    func hiddenWindow() throws {
        var app = SimulatedApp(.named("web"), showing: .stack(["home"]))
        try app.perform(.hideWindow)
        #expect(throws: SimulationError.self) { try app.perform(.push("item")) }
        #expect(throws: SimulationError.self) { try app.perform(.hideWindow) }
        try app.perform(.showWindow)
        try app.perform(.push("item"))
    }
}
