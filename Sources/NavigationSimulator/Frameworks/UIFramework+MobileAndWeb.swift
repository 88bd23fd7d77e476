import NavigationTraces
import PageViewLifecycle

/// Android, which reports five states. The kind of a component decides which of these states means that it is visible.
extension UIFramework {
    /// Android with activities on a stack and fragments in a pager.
    public static let android = {
        var framework = UIFramework(name: "Android", orders: androidOrders)
        framework.reportsChildrenFirst = false
        framework.reversesDepartures = true
        framework.preparesNeighbours = true
        framework.recreatesActivities = true
        return framework
    }()

    private static let androidOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.willAppear), .new(.didAppear)], .read, source: "AND-ACT"),
        .push: TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .new(.didAppear), .animation, .old(.didDisappear)], .read,
            source: "AND-ACT"),
        .pop: TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .new(.didAppear), .animation, .old(.didDisappear)], .read,
            source: "AND-ACT"),
        .present(.dialog): TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .new(.didAppear)], .read, source: "AND-ACT"),
        .dismiss(.dialog): TransitionOrder(
            [.old(.willDisappear), .new(.didAppear), .animation, .old(.didDisappear)], .read, source: "AND-ACT"),
        .present(.alert): TransitionOrder([], .read, source: "AND-ACT"),
        .dismiss(.alert): TransitionOrder([], .read, source: "AND-ACT"),
        .recreate: TransitionOrder(
            [.old(.willDisappear), .old(.didDisappear), .old(.destroy), .new(.willAppear), .new(.didAppear)], .read,
            source: "AND-ACT"),
        .turnPage: TransitionOrder([.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "VP2"),
        .turnPageCancelled: TransitionOrder([.animation], .read, source: "VP2"),
        .addChild: TransitionOrder([.new(.willAppear), .new(.didAppear)], .read, source: "LRT"),
        .removeChild: TransitionOrder([], .read, source: "LRT"),
        .appearAgain: TransitionOrder([.new(.willAppear), .new(.didAppear)], .read, source: "LRT"),
    ]

    /// Android with the entries of a navigation controller.
    ///
    /// Both entries stay at `STARTED` during the transition. An entry below a dialog stays at `STARTED` until the dialog closes.
    package static let androidNavigation = android.variant(
        "Android, navigation",
        [
            .push: TransitionOrder(
                [.old(.willDisappear), .new(.willAppear), .animation, .old(.didDisappear), .new(.didAppear)], .read,
                source: "NAVC"),
            .pop: TransitionOrder(
                [.old(.willDisappear), .new(.willAppear), .animation, .old(.didDisappear), .new(.didAppear)], .read,
                source: "NAVC"),
            .present(.dialog): TransitionOrder(
                [.old(.willDisappear), .new(.willAppear), .animation, .new(.didAppear)], .read, source: "NAVC"),
            .dismiss(.dialog): TransitionOrder(
                [.old(.willDisappear), .old(.didDisappear), .new(.didAppear)], .read, source: "NAVC"),
        ])

    /// Android with a listener for destinations.
    ///
    /// The listener receives the present destination immediately, and each destination that comes in between.
    package static let androidDestinations = android.variant(
        "Android, destinations",
        [
            .launch: TransitionOrder([.new(.didAppear)], .read, source: "NAVC"),
            .push: TransitionOrder([.old(.didDisappear), .new(.didAppear), .animation], .read, source: "NAVC"),
            .pop: TransitionOrder([.old(.didDisappear), .new(.didAppear), .animation], .read, source: "NAVC"),
            .pushDuringPush: TransitionOrder(
                [.old(.didDisappear), .others(.didAppear), .others(.didDisappear), .new(.didAppear), .animation], .read,
                source: "NAVC"),
            .appearAgain: TransitionOrder([.new(.didAppear)], .read, source: "NAVC"),
        ])
}

/// Flutter, which informs routes about each other at the start of the animation.
extension UIFramework {
    /// Flutter, through a `RouteObserver`.
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

    /// Flutter with a topmost route that is removed instead of popped. No observer receives a report.
    package static let flutterRemovedRoute = flutter.variant(
        "Flutter, removed route",
        [
            .pop: TransitionOrder([.animation], .read, source: "FLT")
        ])

    /// Flutter with an observer of the navigator. One update reports all additions before all removals.
    package static let flutterNavigatorObserver = flutter.variant(
        "Flutter, navigator observer",
        [
            .replaceTop: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .animation], .read, source: "FLT-NAV"),
            .replaceRootStack: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .others(.didDisappear), .animation], .read, source: "FLT-NAV"),
        ])

    /// Flutter with a swipe back. A cancelled swipe pops nothing.
    package static let flutterSwipeBack = flutter.variant(
        "Flutter, swipe back",
        [
            .popCancelled: TransitionOrder([.animation], .assumed, source: "unverified")
        ])

    /// Flutter with go_router and a shell. The root observers receive no reports about its tabs.
    package static let flutterGoRouter = flutter.variant(
        "Flutter, go_router",
        [
            .selectTab: TransitionOrder([], .run, source: "flutter#112196, flutter#168074")
        ])

    /// Flutter with go_router and `go()` inside a shell, which may cause no reports.
    package static let flutterGoRouterShell = flutterGoRouter.variant(
        "Flutter, go_router shell",
        [
            .push: TransitionOrder([.animation], .run, source: "flutter#112196, flutter#168074"),
            .pop: TransitionOrder([.animation], .run, source: "flutter#112196, flutter#168074"),
        ])

    /// Flutter with go_router 17, which forwards the reports of the branches.
    ///
    /// It forwards them twice at the start. It also forwards removals without a push before them.
    package static let flutterGoRouter17 = flutter.variant(
        "Flutter, go_router 17",
        [
            .launch: TransitionOrder([.new(.didAppear), .new(.didAppear)], .run, source: "GOR-9137"),
            .selectNewTab: TransitionOrder(
                [.new(.didDisappear), .old(.didDisappear), .new(.didAppear)], .run, source: "GOR-9137"),
            .selectTab: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "GOR-9137"),
        ])
}

/// React Navigation, which takes the focus from one route before it gives the focus to another one.
extension UIFramework {
    /// React Navigation, through `focus` and `blur`.
    public static let reactNavigation = {
        var framework = UIFramework(name: "React Navigation", orders: reactNavigationOrders)
        framework.reportsContainers = true
        framework.reportsChildrenFirst = false
        return framework
    }()

    private static let reactNavigationOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .run, source: "RN"),
        .push: TransitionOrder([.old(.didDisappear), .new(.didAppear), .animation], .run, source: "RN"),
        .pop: TransitionOrder([.old(.didDisappear), .new(.didAppear), .animation], .run, source: "RN"),
        .popCancelled: TransitionOrder([.animation], .read, source: "RN-NS"),
        .selectTab: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "RN"),
    ]
}

/// The web, with documents, a history inside each document, and tabs in the background.
extension UIFramework {
    /// The web, with the history of a document as a stack.
    public static let web = {
        var framework = UIFramework(name: "Web", orders: webOrders)
        framework.animationNanoseconds = 100_000_000
        framework.reportsChildrenFirst = false
        return framework
    }()

    private static let webOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .run, source: "WPT-E"),
        .launchInBackground: TransitionOrder(
            [.scene(.background), .new(.didAppear)], .run, source: "NSP, WPT-VIS, WV-VIS"),
        .push: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "PH-HIST, PLA"),
        .pop: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "WPT-P, PH-HIST, PLA"),
        .replaceTop: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "PH-HIST"),
        .enterBackground: TransitionOrder([.scene(.background)], .run, source: "PHJ"),
        .enterForeground: TransitionOrder([.scene(.foreground)], .run, source: "PHJ"),
        .hideWindow: TransitionOrder([.old(.didDisappear), .scene(.background)], .run, source: "WPT-E"),
        .showWindow: TransitionOrder([.scene(.foreground), .new(.didAppear)], .run, source: "WPT-E"),
    ]

    /// The web with soft navigation, where a page appears at its first paint.
    ///
    /// The previous page stays visible until then. If the user interacts again before that paint, the later page replaces the one
    /// that was not painted.
    package static let webSoftNavigation = web.variant(
        "Web, soft navigation",
        [
            .push: TransitionOrder([.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "SNV"),
            .pop: TransitionOrder([.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "SNV"),
            .replaceTop: TransitionOrder([.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "SNV"),
            .pushDuringPush: TransitionOrder(
                [.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "SNV"),
        ])

    /// The web with a page in a background tab, which is visible after the user switches to it.
    package static let webTabBehind = web.variant(
        "Web, tab behind",
        [
            .openScene: TransitionOrder([.scene(.background), .new(.didAppear)], .run, source: "PHJ")
        ])
}
