import NavigationSimulator
import NavigationTraces

/// Journeys on the web.
extension RecordedJourneyTests {
    static let web: [Journey] = [
        Journey("web-bfcache.trace", .named("web"), "article", .hideWindow, .showWindow),
        Journey(
            "web-hidden-tab.trace", .named("web-tab-behind"), "headlines", .openScene("tab", "article"),
            .activateScene("tab"),
            .activateScene("main"), .activateScene("tab")),
        Journey(
            "web-history.trace", .named("web"), .stack(["home"]), .push(.pending("search")), .load("search"),
            .interact("sort", nil), .push("item"), .pop),
        Journey(
            "web-prerender.trace", .named("web"), .pending("item"), launch: .inBackground, .load("item"),
            .enterForeground),
        Journey(
            "web-prerender-background-tab.trace", .named("web"), "article", launch: .inBackground, .enterForeground,
            .enterBackground, .enterForeground),
        Journey(
            "web-redirect.jsonl", .named("web"), .stack(["summer sale"]), .replaceTop(.pending("winter sale")),
            .load("winter sale")),
        Journey(
            "web-soft-navigation.trace", .named("web-soft-navigation"), .stack(["results"]), .pushTwice("item", "item")),
    ]
}
