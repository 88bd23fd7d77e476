import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Nested containers, with sheets, scenes and the background (rules SIM-001 to SIM-004).
@Suite(.watched)
struct NestingTests {
    private static let shop = SimulatedView.tabs([.stack(["home"]), .stack(["search"]), .stack([.pending("account")])])

    /// Variants of UIKit that report the same transitions in other orders, or with windows.
    private static let ways: [UIFramework] = [
        .uiKit, .uiKit.swapped, .uiKit.reportingParentsFirst, .uiKit.reportingWindows,
        .uiKit.reportingWindows.swapped.reportingParentsFirst,
    ]

    @Test("Tabs of stacks under a sheet, in one of two scenes, count each appearance once", arguments: ways)
    func tabsOfStacksUnderASheet(_ framework: UIFramework) throws {
        let run = try SimulatedRun(
            framework, Self.shop,
            [
                .push("item"), .present(.stack(["sizes"]), .sheet), .push("help"), .swipeDown(.cancelled),
                .openScene("second", .stack(["note"])), .push("drawing"), .activateScene("main"),
                .swipeDown(.completed), .selectTab("account"), .selectTab("home"), .load("account", nil),
                .selectTab("account"), .activateScene("second"), .closeScene, .selectTab("home"), .pop,
            ])
        // The account loads while another tab is selected, so it counts at the next visit.
        #expect(run.pages == "home item sizes help note drawing item account item home")
        #expect(run.countsEachOnce)
    }

    @Test("A pager in a stack in a tab counts each page that is shown", arguments: ways)
    func pagerInAStackInATab(_ framework: UIFramework) throws {
        let tour = SimulatedView.pager(["welcome", .stack(["offers"]), "start"])
        let run = try SimulatedRun(
            framework, .tabs([.stack(["home"]), "cart"]),
            [
                .push(tour), .turnPage(forward: true, .completed), .turnPage(forward: true, .cancelled), .push("offer"),
                .selectTab("cart"), .selectTab("home"), .pop, .turnPage(forward: false, .completed), .pop,
            ])
        #expect(run.pages == "home welcome offers offer cart offer offers welcome home")
        #expect(run.current == "home")
        #expect(run.countsEachOnce)
    }

    @Test("A split of two stacks counts the pages of both", arguments: ways)
    func splitOfTwoStacks(_ framework: UIFramework) throws {
        let run = try SimulatedRun(
            framework, .split([.stack(["mailboxes", "inbox"]), .stack(["message"])]),
            [.push("photo"), .swipeBack(.cancelled), .present("compose", .fullScreen), .dismiss, .pop])
        #expect(
            run.seen.map(\.page) == ["inbox", "message", "photo", "compose", "inbox", "photo", "message"])
        #expect(run.current == "message")
        #expect(run.countsEachOnce)
    }

    @Test("A full-screen page over a sheet hides both pages below, and dismissing it shows them again", arguments: ways)
    func fullScreenOverASheet(_ framework: UIFramework) throws {
        let covered = try SimulatedRun(
            framework, .stack(["home"]), [.present("filters", .sheet), .present("camera", .fullScreen)])
        #expect(covered.pages == "home filters camera")
        #expect(covered.current == "camera")
        let back = try SimulatedRun(
            framework, .stack(["home"]),
            [.present("filters", .sheet), .present("camera", .fullScreen), .dismiss, .dismiss, .push("item")])
        #expect(back.seen.map(\.page) == ["home", "filters", "camera", "filters", "home", "item"])
        #expect(back.current == "item")
        #expect(back.countsEachOnce)
    }

    @Test("A pager brings a group back with its parts, the container first")
    func groupInAPager() throws {
        let run = try SimulatedRun(
            .named("android"), .pager([.group("day", [.stack(["morning"])]), "night", "tomorrow"]),
            [.turnPage(forward: true, .completed), .turnPage(forward: false, .completed)])
        #expect(
            run.reports
                == "day.didAppear morning.didAppear day.didDisappear morning.didDisappear night.didAppear "
                + "night.didDisappear day.didAppear morning.didAppear")
        #expect(run.pages == "day morning night day morning")
        #expect(run.current == "morning")
    }

    @Test(
        "An app in the background during a transition counts the result once, after its return",
        arguments: InvarianceTests.transitions)
    func backgroundDuringTransitions(_ transition: Transition) throws {
        let scenario = Scenario(transition)
        guard let order = UIFramework.uiKit.leftHalfway[transition], order.contains(.scene(.background)),
            UIFramework.uiKit[transition]?.contains(.scene(.background)) == false, scenario.action != nil
        else { return }
        var framework = UIFramework.uiKit
        framework[transition] = order
        let plain = try scenario.run(.uiKit)
        var actions = scenario.before + [scenario.action].compactMap { $0 }
        // Only the last transition is interrupted, so the actions before it run on plain UIKit.
        let first = try SimulatedRun(.uiKit, scenario.view, scenario.before)
        let away = try SimulatedRun(framework, scenario.view, actions)
        #expect(away.seen == first.seen, "\(transition.name)")
        actions += [.wait(nanoseconds: 60_000_000_000), .enterForeground]
        let back = try SimulatedRun(framework, scenario.view, actions)
        #expect(back.seen.map(\.page).sorted() == plain.seen.map(\.page).sorted(), "\(transition.name)")
        #expect(back.countsEachOnce)
    }
}
