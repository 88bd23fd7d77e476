import NavigationSimulator
import NavigationTraces

/// Journeys on Android, in Flutter and in React Navigation.
extension RecordedJourneyTests {
    static let mobile: [Journey] = [
        Journey("android-dialog.trace", .android, "item", .present("sizes", .dialog), .dismiss),
        Journey("android-dialog-literal.trace", .android, "item", .present("sizes", .dialog), .dismiss),
        Journey("android-dialog-session.jsonl", .android, "item", .present("sizes", .dialog), .dismiss),
        Journey(
            "compose-sheet.trace", .compose, .stack(["home"]), .push(.pending("search")),
            .load("search"), .present("filters", .sheet), .dismiss),
        Journey("android-pager.trace", .android, timetable, .turnPage(.forward, .completed)),
        Journey("android-pager-cancelled.trace", .android, timetable, .turnPage(.forward, .cancelled)),
        Journey(
            "android-rotation.trace", .android, .stack([.pending("checkout")]), .recreate, .load("checkout"),
            .enterBackground, .enterForeground, .push("chat")),
        Journey(
            "android-start-and-back.trace", .android, .stack(["home"]), .push(.pending("item")), .load("item"), .pop),
        Journey(
            "flutter-push-pop.trace", .flutter, .stack(["home"]), .push(.pending("item")), .load("item"),
            .swipeBack(.cancelled), .pop),
        Journey("flutter-replace.trace", .flutter, .stack(["login"]), .replaceTop("home")),
        Journey(
            "react-navigation.trace", .reactNavigation, .stack([.tabs(["feed", "profile"])]), .push("settings"),
            .load("settings"), .pop, .selectTab("profile")),
    ]

    private static let timetable = SimulatedView.pager([
        .component("today", of: "timetable"), .component("tomorrow", of: "timetable"),
        .component("later", of: "timetable"),
    ])
}
