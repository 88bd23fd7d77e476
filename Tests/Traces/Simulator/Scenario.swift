import NavigationSimulator
import NavigationTraces
import PageViewLifecycle

/// The shortest journey with one transition.
struct Scenario {
    let view: SimulatedView
    var launch = SimulatedApp.Launch.normal
    var before: [UserAction] = []
    /// The action that causes the transition; `nil` for a launch.
    var action: UserAction?

    func run(_ framework: UIFramework) throws -> SimulatedRun {
        try SimulatedRun(framework, view, launch: launch, before + (action.map { [$0] } ?? []))
    }

    /// Returns the duration of the transition in nanoseconds.
    func duration(_ framework: UIFramework) throws -> Int64 {
        let start = try action.map { _ in try SimulatedRun(framework, view, launch: launch, before).app.time } ?? .zero
        return try run(framework).app.time.nanoseconds - start.nanoseconds
    }

    /// Returns the reports of the transition itself.
    func reports(_ framework: UIFramework) throws -> String {
        guard action != nil else { return try run(framework).reports }
        let lines = try SimulatedRun(framework, view, launch: launch, before).app.lines.count
        return try run(framework).reports(from: lines)
    }

    init(_ view: SimulatedView, _ launch: SimulatedApp.Launch, _ before: [UserAction] = [], _ action: UserAction? = nil)
    {
        self.view = view
        self.launch = launch
        self.before = before
        self.action = action
    }

    init(_ view: SimulatedView, _ actions: UserAction...) {
        self.init(view, .normal, actions.dropLast(), actions.last)
    }

    /// The scenario of a transition.
    init(_ transition: Transition) {
        switch transition {
        case .launch: self.init(.tabs(["home", "cart"]))
        case .launchInBackground: self.init("home", .inBackground)
        case .push: self.init(.stack(["home"]), .push("item"))
        case .deepPush: self.init(.stack(["home"]), .deepPush(["category", "item"]))
        case .pushBeforeFirstLayout: self.init(.stack(["home"]), .beforeFirstLayout, [], .push("item"))
        case .pushDuringPush: self.init(.stack(["home"]), .pushTwice("item", "reviews"))
        case .pop: self.init(.stack(["home"]), .push("item"), .pop)
        case .popToPassed: self.init(.stack(["home"]), .deepPush(["category", "item"]), .pop)
        case .popCancelled: self.init(.stack(["home"]), .push("item"), .swipeBack(.cancelled))
        case .popToRoot: self.init(.stack(["home"]), .push("category"), .push("item"), .popToRoot)
        case .replaceTop: self.init(.stack(["home"]), .replaceTop("item"))
        case .replaceBelowTop: self.init(.stack(["home"]), .push("item"), .replaceBelowTop(["category"]))
        case .selectNewTab: self.init(.tabs(["home", "cart"]), .selectTab("cart"))
        case .selectTab: self.init(.tabs(["home", "cart"]), .selectTab("cart"), .selectTab("home"))
        case .selectTabAndBack: self.init(.tabs(["home", "cart"]), .selectTabAndBack("cart"))
        case .turnPage: self.init(.pager(["today", "tomorrow", "later"]), .turnPage(forward: true, .completed))
        case .turnPageCancelled: self.init(.pager(["today", "tomorrow"]), .turnPage(forward: true, .cancelled))
        case .present(let presentation): self.init("home", .present("item", presentation))
        case .dismiss(let presentation): self.init("home", .present("item", presentation), .dismiss)
        case .dismissCancelled(let presentation):
            self.init("home", .present("item", presentation), .swipeDown(.cancelled))
        case .addChild: self.init(.group("dashboard", ["chart"]), .addChild("legend"))
        case .removeChild: self.init(.group("dashboard", ["chart"]), .removeChild("chart"))
        case .addChildCancelled: self.init(.group("dashboard", ["chart"]), .addChild("legend", .cancelled))
        case .removeChildCancelled: self.init(.group("dashboard", ["chart"]), .removeChild("chart", .cancelled))
        case .showPane: self.init(.collapsedSplit(["list", "message"]), .showPane("list"))
        case .hidePane: self.init(.collapsedSplit(["list", "message"]), .showPane("list"), .hidePane("list"))
        case .replaceRoot: self.init("login", .replaceRoot("home"))
        case .replaceRootStack: self.init(.stack(["login"]), .push("terms"), .replaceRoot("home"))
        case .replaceRootTabs: self.init(.tabs(["home", "cart"]), .selectTab("cart"), .replaceRoot("login"))
        case .recreate: self.init(.stack(["home"]), .recreate)
        case .enterBackground: self.init("home", .enterBackground)
        case .enterForeground: self.init("home", .enterBackground, .enterForeground)
        case .openScene: self.init("home", .openScene("second", "item"))
        case .disconnect: self.init("home", .openScene("second", "item"), .closeScene)
        case .hideWindow: self.init("home", .hideWindow)
        case .showWindow: self.init("home", .hideWindow, .showWindow)
        case .minimise: self.init("home", .minimise)
        case .restore: self.init("home", .minimise, .restore)
        case .appearAgain: self.init("home", .appearAgain)
        }
    }
}
