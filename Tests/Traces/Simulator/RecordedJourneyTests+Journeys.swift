import NavigationSimulator
import NavigationTraces

/// The journeys by framework. The name of most files begins with the identifier of the framework.
extension RecordedJourneyTests {
    static let uiKit: [Journey] = [
        Journey("uikit-alert.trace", "cart", .present(.untracked("alert"), .alert), .interact("cancel", nil), .dismiss),
        Journey(
            "uikit-background-foreground.trace", .pending("results"), .enterBackground, .load("results"),
            .enterForeground, .enterBackground, .enterForeground),
        Journey(
            "uikit-background-launch.trace", .stack(["home"]), launch: .inBackground, .push(.pending("order")),
            .load("order"), .enterForeground, .pop),
        Journey("uikit-cold-start.trace", "home"),
        Journey(
            "uikit-containment-parent-first.trace", in: .uiKit.reportingParentsFirst, .group("dashboard", ["balance"])),
        Journey(
            "uikit-containment.trace", .group("dashboard", ["balance"]), .removeChild("balance"),
            .addChild(.pending("spending")), .load("spending"), .addChild("limits", .cancelled)),
        Journey(
            "uikit-custom-policies.jsonl", "home", .present("filters", .sheet), .enterBackground, .enterForeground,
            .dismiss),
        Journey("uikit-full-screen-cover.trace", "home", .present("login", .fullScreen), .dismiss),
        Journey("uikit-login-gate.trace", .stack(["cart"]), .push("checkout"), .push("login"), .pop),
        Journey(
            "uikit-missing-disappear.trace", in: .named("uikit-drawer"), .collapsedSplit(["menu", .stack(["home"])]),
            .showPane("menu"), .push("orders"), .hidePane("menu"), .showPane("menu")),
        Journey("uikit-page-curl.trace", catalogue, .turnPage(forward: true, .completed)),
        Journey("uikit-page-curl-cancelled.trace", catalogue, .turnPage(forward: true, .cancelled)),
        Journey(
            "uikit-page-scroll.trace", .pager(["welcome", "offers"]), .turnPage(forward: true, .completed),
            .turnPage(forward: false, .completed)),
        Journey(
            "uikit-page-scroll-cancelled.trace", .pager(["welcome", "offers"]), .turnPage(forward: true, .cancelled)),
        Journey("uikit-pop-to-root.trace", .stack(["home"]), .push("category"), .push("item"), .popToRoot),
        Journey(
            "uikit-push-before-first-layout-17.trace", in: .named("uikit-17"), .stack(["home"]),
            launch: .beforeFirstLayout, .push("item"), .pop),
        Journey(
            "uikit-push-before-first-layout-18.trace", .stack(["home"]), launch: .beforeFirstLayout, .push("item"),
            .pop),
        Journey("uikit-push-pop.trace", .stack(["home"]), .push(.pending("item")), .load("item"), .pop),
        Journey("uikit-push-pop-swapped.trace", in: .uiKit.swapped, .stack(["home"]), .push("item"), .pop),
        Journey("uikit-root-replaced.jsonl", "login", .present("terms", .sheet), .replaceRoot("home"), .dismiss),
        Journey(
            "uikit-scene-disconnect.trace", in: .named("uikit-scene-replaced"), "note", .openScene("second", "sketch"),
            .activateScene("main"), .closeScene),
        Journey("uikit-sheet.trace", "search", .present("filters", .sheet), .dismiss),
        Journey(
            "uikit-sheet-swipe-cancelled.trace", "home", .present("filters", .sheet), .swipeDown(.cancelled),
            .swipeDown(.cancelled), .swipeDown(.completed)),
        Journey("uikit-swipe-back.trace", .stack(["home"]), .push(.pending("item")), .swipeBack(.completed)),
        Journey(
            "uikit-swipe-back-cancelled.trace", .stack(["home"]), .push("item"), .swipeBack(.cancelled),
            .swipeBack(.completed)),
        Journey(
            "uikit-swipe-back-cancelled-literal.trace", .stack(["home"]), .push("item"), .swipeBack(.cancelled),
            .appearAgain, .push(.pending("reviews")), .swipeBack(.cancelled), .load("reviews")),
        Journey(
            "uikit-tabs-first-and-again.trace", .tabs(["home", "cart"]), .selectTab("cart"), .selectTab("home"),
            .selectTab("cart")),
        Journey(
            "uikit-two-scenes.trace", .stack(["inbox"]), .openScene("right", .stack(["compose"])),
            .activateScene("main"), .push("message"), .enterBackground),
        Journey("uikit-unbalanced.trace", .stack(["home"]), .pushTwice("item", "reviews"), .pop),
    ]

    private static let catalogue = SimulatedView.pager([
        .component("left", of: "catalogue page"), .component("right", of: "catalogue page"),
    ])

    static let swiftUI: [Journey] = [
        Journey(
            "swiftui-stack.trace", in: .swiftUI.reportingWindows, .stack(["home"]), .push(.pending("item")),
            .load("item"), .pop),
        Journey(
            "swiftui-deep-push.trace", in: .named("swiftui-deep-push-of-ios-18-4").reportingWindows, .stack(["home"]),
            .openLink("shop://category/7/item/42", source: "mail"), .deepPush(["category", "item"]), .pop),
        Journey(
            "swiftui-duplicate-onappear.trace",
            in: .named("swiftui-double-appear").taking(.push, from: "swiftui-navigation-link").reportingWindows,
            .stack(["home"]), .push("item")),
        Journey("swiftui-id-change.trace", "item", .recreate),
        Journey("swiftui-id-change-identity.trace", in: .named("swiftui-identity-transition"), "item", .recreate),
        Journey(
            "swiftui-list-rows.trace", .group("results", [.split([.untracked("first"), .untracked("second")])]),
            .hidePane("first"), .showPane("first")),
        Journey(
            "swiftui-phantom-appear.trace",
            in: .named("swiftui-phantom-appear").taking(.launch, from: "swiftui-tabs-of-ios-17").reportingWindows,
            .tabs(["home", "cart"]), .selectTab("cart"), .replaceRoot(.untracked("end"))),
        Journey("swiftui-sheet.trace", "checkout", .present("terms", .sheet), .dismiss),
        Journey(
            "swift-cross-ui-stack.jsonl", in: .named("swift-cross-ui").reportingWindows, .stack(["home"]),
            .push(.pending("item")), .load("item"), .pop),
    ]

    static let mobile: [Journey] = [
        Journey("android-dialog.trace", "item", .present("sizes", .dialog), .dismiss),
        Journey(
            "compose-sheet.trace", .stack(["home"]), .push(.pending("search")), .load("search"),
            .present("filters", .sheet), .dismiss),
        Journey("android-pager.trace", timetable, .turnPage(forward: true, .completed)),
        Journey("android-pager-cancelled.trace", timetable, .turnPage(forward: true, .cancelled)),
        Journey(
            "android-rotation.trace", .stack([.pending("checkout")]), .recreate, .load("checkout"), .enterBackground,
            .enterForeground, .push("chat")),
        Journey("android-start-and-back.trace", .stack(["home"]), .push(.pending("item")), .load("item"), .pop),
        Journey(
            "flutter-push-pop.trace", .stack(["home"]), .push(.pending("item")), .load("item"), .swipeBack(.cancelled),
            .pop),
        Journey("flutter-replace.trace", .stack(["login"]), .replaceTop("home")),
        Journey(
            "react-navigation.trace", .stack([.tabs(["feed", "profile"])]), .push("settings"), .load("settings"), .pop,
            .selectTab("profile")),
    ]

    private static let timetable = SimulatedView.pager([
        .component("today", of: "timetable"), .component("tomorrow", of: "timetable"),
        .component("later", of: "timetable"),
    ])

    static let web: [Journey] = [
        Journey("web-bfcache.trace", "article", .hideWindow, .showWindow),
        Journey(
            "web-hidden-tab.trace", in: .named("web-tab-behind"), "headlines", .openScene("tab", "article"),
            .activateScene("tab"), .activateScene("main"), .activateScene("tab")),
        Journey(
            "web-history.trace", .stack(["home"]), .push(.pending("search")), .load("search"), .interact("sort", nil),
            .push("item"), .pop),
        Journey("web-prerender.trace", .pending("item"), launch: .inBackground, .load("item"), .enterForeground),
        Journey(
            "web-prerender-background-tab.trace", "article", launch: .inBackground, .enterForeground, .enterBackground,
            .enterForeground),
        Journey(
            "web-redirect.jsonl", .stack(["summer sale"]), .replaceTop(.pending("winter sale")), .load("winter sale")),
        Journey("web-soft-navigation.trace", .stack(["results"]), .pushTwice("item", "item")),
    ]

    static let linux: [Journey] = [
        Journey(
            "gtk-hide-show-minimise.trace", in: .named("gtkstack"), .split(["player", .pending("lyrics")]), .minimise,
            .restore, .hideWindow, .load("lyrics"), .showWindow),
        Journey("gtk-modal-dialog.trace", in: .named("gtkstack"), "editor", .present("preferences", .dialog), .dismiss),
        Journey(
            "gtk-notebook.trace", in: .named("gtknotebook"), .tabs(["general", "fonts"]), .selectTab("fonts"),
            .selectTab("general")),
        Journey(
            "gtk-notebook.trace", in: .named("gtknotebook-2"), .tabs(["general", "fonts"]), .selectTab("fonts"),
            .selectTab("general")),
        Journey(
            "gtk-stack-interrupted.trace", in: .named("gtkstack-interrupted"), .tabs(["photos", "albums"]),
            .selectTabAndBack("albums"), .selectTab("albums")),
        Journey(
            "adw-navigation-push.trace", in: .named("adwnavigationview"), contacts, .push(.pending("contact")),
            .load("contact")),
        Journey("adw-navigation-pop.trace", in: .named("adwnavigationview"), contacts, .push("contact"), .pop),
        Journey(
            "adw-navigation-push-during-transition.trace", in: .named("adwnavigationview"), contacts,
            .pushTwice("contact", "photo")),
        Journey(
            "adw-navigation-replace.trace", in: .named("adwnavigationview"), .stack(["welcome"]),
            .replaceTop("contacts"), .replaceBelowTop(["start"])),
        Journey(
            "adw-navigation-swipe-cancelled.trace", in: .named("adwnavigationview"), contacts, .push("contact"),
            .swipeBack(.cancelled)),
        Journey(
            "adw-split-view.trace", in: .named("adwnavigationview"), .split(["contacts", "contact"]),
            .hidePane("contact"), .showPane("contact")),
        Journey("adw-view-stack.trace", in: .named("adwviewstack"), .tabs(["alarms", "timer"]), .selectTab("timer")),
        Journey("qt-stackview.trace", .stack(["recipes"]), .push("recipe"), .pop, .push("recipe")),
        Journey(
            "qt-stackview.trace", in: .named("qt-stackview-immediate"), .stack(["recipes"]), .push("recipe"), .pop,
            .push("recipe")),
    ]

    private static let contacts = SimulatedView.stack(["contacts"])
}
