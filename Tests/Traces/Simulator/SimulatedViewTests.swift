import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The reports of the views that a window shows (rule SIM-001).
@Suite(.watched)
struct SimulatedViewTests {
    @Test(
        "The visible pages of a view appear, and no others",
        arguments: [
            (view: "home" as SimulatedView, reports: "home.didAppear"),
            (.group("dashboard", ["chart", "legend"]), "chart.didAppear legend.didAppear dashboard.didAppear"),
            (.stack(["home", "item"]), "item.didAppear"),
            (.tabs(["home", "cart"]), "home.didAppear"),
            (.pager(["today", "tomorrow"]), "today.didAppear"),
            (.split(["list", "message"]), "list.didAppear message.didAppear"),
            (.collapsedSplit(["list", "message"]), "message.didAppear"),
            (.tabs([.stack(["home", .split(["list", .pager(["a", "b"])])]), "cart"]), "list.didAppear a.didAppear"),
            (.stack([]), ""),
        ] as [(view: SimulatedView, reports: String)])
    func seenIsReported(_ view: SimulatedView, _ reports: String) throws {
        #expect(try SimulatedRun(.swiftUI, view).reports == reports)
    }

    @Test("Containers are components in frameworks that report them")
    func containersAreComponents() throws {
        let view = SimulatedView.tabs([.stack(["home"]), "cart"])
        #expect(
            try SimulatedRun(.named("react-navigation"), view).reports
                == "tabs.didAppear stack.didAppear home.didAppear")
        #expect(
            try SimulatedRun(.uiKit, view).reports
                == "home.willAppear stack.willAppear tabs.willAppear home.didAppear stack.didAppear tabs.didAppear")
    }

    @Test("The second component of a name has a number and the same page name")
    func secondComponentOfANameHasANumber() throws {
        let run = try SimulatedRun(.swiftUI, .stack(["item"]), [.push("item"), .pop, .push("item")])
        #expect(
            run.reports
                == "item.didAppear item#2.didAppear item.didDisappear item.didAppear item#2.didDisappear item#2.destroy "
                + "item#3.didAppear item.didDisappear")
        #expect(run.pages == "item item item item")
    }

    @Test("A pending page counts when it has loaded, and an untracked component never counts")
    func pendingAndUntracked() throws {
        let view = SimulatedView.stack([.page(.untracked("splash"))])
        let run = try SimulatedRun(
            .named("flutter"), view,
            [.replaceTop(.pending("home")), .wait(nanoseconds: 1), .load("home", ["items": 3])])
        #expect(run.pages == "home")
        #expect(run.seen.map(\.time.nanoseconds) == [350_000_001])
    }
}
