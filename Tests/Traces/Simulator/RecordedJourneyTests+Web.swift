import NavigationSimulator
import NavigationTraces

/// Journeys on the web.
extension RecordedJourneyTests {
    static let web: [Journey] = [
        Journey("web-bfcache.trace", .web, "article", .hideWindow, .showWindow),
        Journey(
            "web-hidden-tab.trace", .webTabBehind, "headlines", .openScene("tab", "article"), .activateScene("tab"),
            .activateScene("main"), .activateScene("tab")),
        Journey(
            "web-history.trace", .web, .stack(["home"]), .push(.pending("search")), .load("search"),
            .interact("sort", nil), .push("item"), .pop),
        Journey(
            "web-prerender.trace", .web, .pending("item"), launch: .inBackground, .load("item"), .enterForeground),
        Journey(
            "web-prerender-background-tab.trace", .web, "article", launch: .inBackground, .enterForeground,
            .enterBackground, .enterForeground),
        Journey(
            "web-redirect.jsonl", .web, .stack(["summer sale"]), .replaceTop(.pending("winter sale")),
            .load("winter sale")),
        Journey("web-soft-navigation.trace", .webSoftNavigation, .stack(["results"]), .pushTwice("item", "item")),
    ]
}
