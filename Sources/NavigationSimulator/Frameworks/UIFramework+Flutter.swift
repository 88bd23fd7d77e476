import NavigationTraces
import PageViewLifecycle

/// Flutter tells routes of each other, at the start of the animation.
extension UIFramework {
    /// Flutter, as a route hears it from a `RouteObserver`.
    public static let flutter = UIFramework(name: "Flutter", orders: flutterOrders)

    private static let flutterOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .read, source: "FLT"),
        .push: TransitionOrder([.old(.didDisappear), .new(.didAppear), .animation], .read, source: "FLT"),
        .pop: TransitionOrder([.new(.didAppear), .old(.didDisappear), .animation], .read, source: "FLT"),
        .replaceTop: TransitionOrder([.new(.didAppear), .animation], .read, source: "FLT"),
        .replaceBelowTop: TransitionOrder([], .read, source: "FLT"),
        .present(.dialog): TransitionOrder([], .read, source: "FLT"),
        .dismiss(.dialog): TransitionOrder([], .read, source: "FLT"),
        .present(.popover): TransitionOrder([], .read, source: "FLT"),
        .dismiss(.popover): TransitionOrder([], .read, source: "FLT"),
    ]

    /// Flutter, removed route: the topmost route is removed and not popped, and nobody hears of it.
    public static let flutterRemovedRoute = flutter.variant(
        "Flutter, removed route",
        [
            .pop: TransitionOrder([.animation], .read, source: "FLT")
        ])

    /// Flutter, navigator observer: all that is added in an update is told before all that is deleted.
    public static let flutterNavigatorObserver = flutter.variant(
        "Flutter, navigator observer",
        [
            .replaceTop: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .animation], .read, source: "FLT-NAV"),
            .replaceRootStack: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .others(.didDisappear), .animation], .read, source: "FLT-NAV"),
        ])

    /// Flutter, swipe back: a swipe that is given up pops nothing.
    public static let flutterSwipeBack = flutter.variant(
        "Flutter, swipe back",
        [
            .popCancelled: TransitionOrder([.animation], .assumed, source: "unverified")
        ])

    /// Flutter, go_router: pages in a shell, of whose tabs the root observers hear nothing.
    public static let flutterGoRouter = flutter.variant(
        "Flutter, go_router",
        [
            .selectTab: TransitionOrder([], .run, source: "flutter#112196, flutter#168074")
        ])

    /// Flutter, go_router shell: `go()` inside a shell, which may send nothing.
    public static let flutterGoRouterShell = flutterGoRouter.variant(
        "Flutter, go_router shell",
        [
            .push: TransitionOrder([.animation], .run, source: "flutter#112196, flutter#168074"),
            .pop: TransitionOrder([.animation], .run, source: "flutter#112196, flutter#168074"),
        ])

    /// Flutter, go_router 17: what the branches say is passed on, twice at the start, and with removals that no push came before.
    public static let flutterGoRouter17 = flutter.variant(
        "Flutter, go_router 17",
        [
            .launch: TransitionOrder([.new(.didAppear), .new(.didAppear)], .run, source: "GOR-9137"),
            .selectNewTab: TransitionOrder(
                [.new(.didDisappear), .old(.didDisappear), .new(.didAppear)], .run, source: "GOR-9137"),
            .selectTab: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "GOR-9137"),
        ])
}
