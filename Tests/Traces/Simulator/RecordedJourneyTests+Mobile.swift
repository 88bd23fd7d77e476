import NavigationSimulator
import NavigationTraces

/// Journeys on Android, in Flutter and in React Navigation.
extension RecordedJourneyTests {
    static let mobile: [Journey] = [
        Journey("android-dialog.trace", .named("android"), "item", .present("sizes", .dialog), .dismiss),
        Journey("android-dialog-literal.trace", .named("android"), "item", .present("sizes", .dialog), .dismiss),
        Journey("android-dialog-session.jsonl", .named("android"), "item", .present("sizes", .dialog), .dismiss),
        Journey(
            "compose-sheet.trace", .named("compose"), .stack(["home"]), .push(.pending("search")),
            .load("search"), .present("filters", .sheet), .dismiss),
        Journey("android-pager.trace", .named("android"), timetable, .turnPage(.forward, .completed)),
        Journey("android-pager-cancelled.trace", .named("android"), timetable, .turnPage(.forward, .cancelled)),
        Journey(
            "android-rotation.trace", .named("android"), .stack([.pending("checkout")]), .recreate, .load("checkout"),
            .enterBackground, .enterForeground, .push("chat")),
        Journey(
            "android-start-and-back.trace", .named("android"), .stack(["home"]), .push(.pending("item")), .load("item"),
            .pop),
        Journey(
            "flutter-push-pop.trace", .named("flutter"), .stack(["home"]), .push(.pending("item")), .load("item"),
            .swipeBack(.cancelled), .pop),
        Journey("flutter-replace.trace", .named("flutter"), .stack(["login"]), .replaceTop("home")),
        Journey(
            "react-navigation.trace", .named("react-navigation"), .stack([.tabs(["feed", "profile"])]),
            .push("settings"),
            .load("settings"), .pop, .selectTab("profile")),
    ]

    private static let timetable = SimulatedView.pager([
        .component("today", of: "timetable"), .component("tomorrow", of: "timetable"),
        .component("later", of: "timetable"),
    ])
}
