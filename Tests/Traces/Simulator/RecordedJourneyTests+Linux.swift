import NavigationSimulator
import NavigationTraces

/// Journeys in GTK, libadwaita and Qt.
extension RecordedJourneyTests {
    static let linux: [Journey] = [
        Journey(
            "gtk-hide-show-minimise.trace", .gtkStack, .split(["player", .pending("lyrics")]), .minimise, .restore,
            .hideWindow, .load("lyrics"), .showWindow),
        Journey("gtk-modal-dialog.trace", .gtkStack, "editor", .present("preferences", .dialog), .dismiss),
        Journey(
            "gtk-notebook.trace", .gtkNotebook, .tabs(["general", "fonts"]), .selectTab("fonts"), .selectTab("general")),
        Journey(
            "gtk-notebook.trace", .gtkNotebook2, .tabs(["general", "fonts"]), .selectTab("fonts"),
            .selectTab("general")),
        Journey(
            "gtk-stack-interrupted.trace", .gtkStackInterrupted, .tabs(["photos", "albums"]),
            .selectTabAndBack("albums"), .selectTab("albums")),
        Journey(
            "adw-navigation-push.trace", .adwNavigationView, contacts, .push(.pending("contact")), .load("contact")),
        Journey("adw-navigation-pop.trace", .adwNavigationView, contacts, .push("contact"), .pop),
        Journey(
            "adw-navigation-push-during-transition.trace", .adwNavigationView, contacts, .pushTwice("contact", "photo")),
        Journey(
            "adw-navigation-replace.trace", .adwNavigationView, .stack(["welcome"]), .replaceTop("contacts"),
            .replaceBelowTop(["start"])),
        Journey(
            "adw-navigation-swipe-cancelled.trace", .adwNavigationView, contacts, .push("contact"),
            .swipeBack(.cancelled)),
        Journey(
            "adw-split-view.trace", .adwNavigationView, .split(["contacts", "contact"]), .hidePane("contact"),
            .showPane("contact")),
        Journey("adw-view-stack.trace", .adwViewStack, .tabs(["alarms", "timer"]), .selectTab("timer")),
        Journey(
            "qt-stackview.trace",
            .qtStackView, .stack(["recipes"]), .push("recipe"), .pop, .push("recipe")),
        Journey(
            "qt-stackview.trace", .qtStackViewImmediate, .stack(["recipes"]), .push("recipe"), .pop, .push("recipe")),
    ]

    private static let contacts = SimulatedView.stack(["contacts"])
}
