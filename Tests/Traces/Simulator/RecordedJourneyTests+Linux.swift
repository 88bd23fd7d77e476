import NavigationSimulator
import NavigationTraces

/// Journeys in GTK, libadwaita and Qt.
extension RecordedJourneyTests {
    static let linux: [Journey] = [
        Journey(
            "gtk-hide-show-minimise.trace", .named("gtkstack"), .split(["player", .pending("lyrics")]), .minimise,
            .restore,
            .hideWindow, .load("lyrics"), .showWindow),
        Journey("gtk-modal-dialog.trace", .named("gtkstack"), "editor", .present("preferences", .dialog), .dismiss),
        Journey(
            "gtk-notebook.trace", .named("gtknotebook"), .tabs(["general", "fonts"]), .selectTab("fonts"),
            .selectTab("general")),
        Journey(
            "gtk-notebook.trace", .named("gtknotebook-2"), .tabs(["general", "fonts"]), .selectTab("fonts"),
            .selectTab("general")),
        Journey(
            "gtk-stack-interrupted.trace", .named("gtkstack-interrupted"), .tabs(["photos", "albums"]),
            .selectTabAndBack("albums"), .selectTab("albums")),
        Journey(
            "adw-navigation-push.trace", .named("adwnavigationview"), contacts, .push(.pending("contact")),
            .load("contact")),
        Journey("adw-navigation-pop.trace", .named("adwnavigationview"), contacts, .push("contact"), .pop),
        Journey(
            "adw-navigation-push-during-transition.trace", .named("adwnavigationview"), contacts,
            .pushTwice("contact", "photo")),
        Journey(
            "adw-navigation-replace.trace", .named("adwnavigationview"), .stack(["welcome"]), .replaceTop("contacts"),
            .replaceBelowTop(["start"])),
        Journey(
            "adw-navigation-swipe-cancelled.trace", .named("adwnavigationview"), contacts, .push("contact"),
            .swipeBack(.cancelled)),
        Journey(
            "adw-split-view.trace", .named("adwnavigationview"), .split(["contacts", "contact"]), .hidePane("contact"),
            .showPane("contact")),
        Journey("adw-view-stack.trace", .named("adwviewstack"), .tabs(["alarms", "timer"]), .selectTab("timer")),
        Journey(
            "qt-stackview.trace",
            .named("qt-stackview"), .stack(["recipes"]), .push("recipe"), .pop, .push("recipe")),
        Journey(
            "qt-stackview.trace", .named("qt-stackview-immediate"), .stack(["recipes"]), .push("recipe"), .pop,
            .push("recipe")),
    ]

    private static let contacts = SimulatedView.stack(["contacts"])
}
