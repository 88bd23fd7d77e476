import NavigationSimulator
import NavigationTraces

/// Journeys in SwiftUI and SwiftCrossUI.
extension RecordedJourneyTests {
    static let swiftUI: [Journey] = [
        Journey(
            "swiftui-stack.trace", .swiftUI.reportingWindows, .stack(["home"]), .push(.pending("item")), .load("item"),
            .pop),
        Journey(
            "swiftui-deep-push.trace", .named("swiftui-deep-push-of-ios-18-4").reportingWindows, .stack(["home"]),
            .openLink("shop://category/7/item/42", source: "mail"), .deepPush(["category", "item"]), .pop),
        Journey(
            "swiftui-duplicate-onappear.trace",
            .named("swiftui-double-appear").taking(.push, from: "swiftui-navigation-link").reportingWindows,
            .stack(["home"]), .push("item")),
        Journey("swiftui-id-change.trace", .swiftUI, "item", .recreate),
        Journey("swiftui-id-change-identity.trace", .named("swiftui-identity-transition"), "item", .recreate),
        Journey(
            "swiftui-list-rows.trace", .named("swiftui-list"),
            .group("results", [.split([.untracked("first"), .untracked("second")])]), .hidePane("first"),
            .showPane("first")),
        Journey(
            "swiftui-phantom-appear.trace",
            .named("swiftui-phantom-appear").taking(.launch, from: "swiftui-tabs-of-ios-17").reportingWindows,
            .tabs(["home", "cart"]), .selectTab("cart"), .replaceRoot(.untracked("end"))),
        Journey("swiftui-sheet.trace", .swiftUI, "checkout", .present("terms", .sheet), .dismiss),
        Journey(
            "swift-cross-ui-stack.jsonl", .named("swift-cross-ui").reportingWindows, .stack(["home"]),
            .push(.pending("item")),
            .load("item"), .pop),
    ]
}
