import NavigationSimulator
import NavigationTraces

/// Journeys in SwiftUI and SwiftCrossUI.
extension RecordedJourneyTests {
    static let swiftUI: [Journey] = [
        Journey(
            "swiftui-stack.trace", .swiftUI.reportingWindows, .stack(["home"]), .push(.pending("item")), .load("item"),
            .pop),
        Journey(
            "swiftui-deep-push.trace", .swiftUIDeepPush18_4.reportingWindows, .stack(["home"]),
            .openLink("shop://category/7/item/42", source: "mail"), .deepPush(["category", "item"]), .pop),
        Journey(
            "swiftui-duplicate-onappear.trace",
            .swiftUIDoubleAppear.variant(
                "both", [.push: UIFramework.swiftUINavigationLink[.push]].compactMapValues { $0 }
            )
            .reportingWindows, .stack(["home"]), .push("item")),
        Journey("swiftui-id-change.trace", .swiftUI, "item", .recreate),
        Journey("swiftui-id-change-identity.trace", .swiftUIIdentityTransition, "item", .recreate),
        Journey(
            "swiftui-list-rows.trace", .swiftUIList,
            .group("results", [.split([.untracked("first"), .untracked("second")])]), .hidePane("first"),
            .showPane("first")),
        Journey(
            "swiftui-phantom-appear.trace",
            .swiftUIPhantomAppear.variant("both", [.launch: UIFramework.swiftUITabs17[.launch]].compactMapValues { $0 })
                .reportingWindows, .tabs(["home", "cart"]), .selectTab("cart"), .replaceRoot(.untracked("end"))),
        Journey("swiftui-sheet.trace", .swiftUI, "checkout", .present("terms", .sheet), .dismiss),
        Journey(
            "swift-cross-ui-stack.jsonl", .swiftCrossUI.reportingWindows, .stack(["home"]), .push(.pending("item")),
            .load("item"), .pop),
    ]
}
