import NavigationTraces
import PageViewLifecycle

/// The containers of libadwaita, each of which has an order of its own.
extension UIFramework {
    /// AdwViewStack: the old view is unmapped first.
    public static let adwViewStack = gtkStack.variant(
        "AdwViewStack",
        [
            .selectTab: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "1G")
        ])

    /// AdwLeaflet: pages on top of each other that are mapped and unmapped.
    public static let adwLeaflet = {
        var framework = gtkStack.variant(
            "AdwLeaflet",
            [
                .push: TransitionOrder([.new(.didAppear), .animation, .old(.didDisappear)], .run, source: "1G"),
                .pop: TransitionOrder([.new(.didAppear), .animation, .old(.didDisappear)], .run, source: "1G"),
            ])
        framework.animationNanoseconds = 305_000_000
        return framework
    }()

    /// The navigation view of libadwaita, and its split view.
    public static let adwNavigationView = {
        var framework = UIFramework(name: "AdwNavigationView", orders: adwNavigationViewOrders)
        framework.animationNanoseconds = 250_000_000
        return framework
    }()

    private static let adwNavigationViewOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.willAppear), .new(.didAppear)], .run, source: "ADW-T1"),
        .launchInBackground: TransitionOrder(
            [.scene(.background), .new(.willAppear), .new(.didAppear)], .run, source: "ADW-T1"),
        .push: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .animation, .old(.didDisappear), .new(.didAppear)], .read,
            source: "ADW-SRC"),
        .pop: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .animation, .old(.didDisappear), .new(.didAppear)], .read,
            source: "ADW-SRC"),
        .popCancelled: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .animation, .old(.didAppear), .new(.didDisappear)], .read,
            source: "ADW-SRC"),
        .pushDuringPush: TransitionOrder(
            [
                .others(.willAppear), .old(.willDisappear), .animation, .old(.didDisappear), .new(.willAppear),
                .others(.willDisappear), .animation, .others(.didDisappear), .new(.didAppear),
            ], .read, source: "ADW-SRC"),
        .replaceTop: TransitionOrder(
            [.old(.willDisappear), .old(.didDisappear), .new(.willAppear), .new(.didAppear)], .run, source: "ADW-T1"),
        .replaceBelowTop: TransitionOrder([], .run, source: "ADW-T1"),
        .showPane: TransitionOrder([.new(.willAppear), .new(.didAppear)], .run, source: "ADW-T2"),
        .hidePane: TransitionOrder([.old(.willDisappear), .old(.didDisappear)], .run, source: "ADW-T2"),
    ]
}
