import NavigationSimulator
import NavigationTraces

/// Journeys in UIKit.
extension RecordedJourneyTests {
    static let uiKit: [Journey] = [
        Journey(
            "uikit-alert.trace", .uiKit, "cart", .present(.untracked("alert"), .alert), .interact("cancel", nil),
            .dismiss),
        Journey(
            "uikit-background-foreground.trace", .uiKit, .pending("results"), .enterBackground, .load("results"),
            .enterForeground, .enterBackground, .enterForeground),
        Journey(
            "uikit-background-foreground-session.trace", .uiKit, .pending("results"), .enterBackground,
            .load("results"), .enterForeground, .enterBackground, .enterForeground),
        Journey(
            "uikit-background-launch.trace", .uiKit, .stack(["home"]), launch: .inBackground, .push(.pending("order")),
            .load("order"), .enterForeground, .pop),
        Journey("uikit-cold-start.trace", .named("uikit-cold-start"), "home"),
        Journey("uikit-containment-parent-first.trace", .uiKit.reportingParentsFirst, .group("dashboard", ["balance"])),
        Journey(
            "uikit-containment.trace", .uiKit, .group("dashboard", ["balance"]), .removeChild("balance"),
            .addChild(.pending("spending")), .load("spending"), .addChild("limits", .cancelled)),
        Journey(
            "uikit-custom-policies.jsonl", .uiKit, "home", .present("filters", .sheet), .enterBackground,
            .enterForeground, .dismiss),
        Journey("uikit-full-screen-cover.trace", .uiKit, "home", .present("login", .fullScreen), .dismiss),
        Journey(
            "uikit-login-gate.trace", .uiKit, .stack(["cart"]), .push("checkout"), .push("login"), .pop),
        Journey(
            "uikit-missing-disappear.trace", .named("uikit-drawer"), .collapsedSplit(["menu", .stack(["home"])]),
            .showPane("menu"), .push("orders"), .hidePane("menu"), .showPane("menu")),
        Journey(
            "uikit-page-curl.trace", .named("uikit-page-curl"), catalogue, .turnPage(.forward, .completed)),
        Journey(
            "uikit-page-curl-cancelled.trace", .named("uikit-page-curl"), catalogue, .turnPage(.forward, .cancelled)),
        Journey(
            "uikit-page-scroll.trace", .uiKit, .pager(["welcome", "offers"]), .turnPage(.forward, .completed),
            .turnPage(.backward, .completed)),
        Journey(
            "uikit-page-scroll-cancelled.trace", .uiKit, .pager(["welcome", "offers"]), .turnPage(.forward, .cancelled)),
        Journey(
            "uikit-pop-to-root.trace", .uiKit, .stack(["home"]), .push("category"), .push("item"), .popToRoot),
        Journey(
            "uikit-push-before-first-layout-17.trace", .named("uikit-17"), .stack(["home"]), launch: .beforeFirstLayout,
            .push("item"), .pop),
        Journey(
            "uikit-push-before-first-layout-18.trace", .uiKit, .stack(["home"]), launch: .beforeFirstLayout,
            .push("item"), .pop),
        Journey("uikit-push-pop.trace", .uiKit, .stack(["home"]), .push(.pending("item")), .load("item"), .pop),
        Journey("uikit-push-pop-swapped.trace", .uiKit.swapped, .stack(["home"]), .push("item"), .pop),
        Journey(
            "uikit-root-replaced.jsonl", .uiKit, "login", .present("terms", .sheet), .replaceRoot("home"), .dismiss),
        Journey(
            "uikit-scene-disconnect.trace", .named("uikit-scene-replaced"), "note", .openScene("second", "sketch"),
            .activateScene("main"), .closeScene),
        Journey("uikit-sheet.trace", .uiKit, "search", .present("filters", .sheet), .dismiss),
        Journey(
            "uikit-sheet-swipe-cancelled.trace", .uiKit, "home", .present("filters", .sheet), .swipeDown(.cancelled),
            .swipeDown(.cancelled), .swipeDown(.completed)),
        Journey("uikit-swipe-back.trace", .uiKit, .stack(["home"]), .push(.pending("item")), .swipeBack(.completed)),
        Journey(
            "uikit-swipe-back-cancelled.trace", .uiKit, .stack(["home"]), .push("item"), .swipeBack(.cancelled),
            .swipeBack(.completed)),
        Journey(
            "uikit-swipe-back-cancelled-literal.trace", .uiKit, .stack(["home"]), .push("item"), .swipeBack(.cancelled),
            .appearAgain, .push(.pending("reviews")), .swipeBack(.cancelled), .load("reviews")),
        Journey(
            "uikit-tabs-first-and-again.trace", .uiKit, .tabs(["home", "cart"]), .selectTab("cart"), .selectTab("home"),
            .selectTab("cart")),
        Journey(
            "uikit-two-scenes.trace", .uiKit, .stack(["inbox"]), .openScene("right", .stack(["compose"])),
            .activateScene("main"), .push("message"), .enterBackground),
        Journey(
            "uikit-unbalanced.trace", .named("uikit-unbalanced"), .stack(["home"]), .pushTwice("item", "reviews"), .pop),
    ]

    private static let catalogue = SimulatedView.pager([
        .component("left", of: "catalogue page"), .component("right", of: "catalogue page"),
    ])
}
