import NavigationTraces
import PageViewLifecycle

/// The orders that the adapters of the guides report. What the platforms call, the guides state.
extension UIFramework {
    private static let exchange: [TransitionOrder.Step] = [.old(.didDisappear), .new(.didAppear), .animation]
    private static let selection: [TransitionOrder.Step] = [.old(.didDisappear), .new(.didAppear)]
    private static let presentation: [TransitionOrder.Step] = [.new(.didAppear), .animation]
    private static let dismissal: [TransitionOrder.Step] = [.old(.didDisappear), .animation]

    /// Android with activities on a stack and fragments in a pager. The adapter decides at the end of each turn.
    public static let android = {
        var framework = UIFramework(name: "Android", orders: androidOrders)
        framework.reportsChildrenFirst = false
        return framework
    }()

    private static let androidOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .run, source: "VER"),
        .push: TransitionOrder(exchange, .run, source: "CTS, VER"),
        .pop: TransitionOrder(exchange, .run, source: "TOP"),
        .popCancelled: TransitionOrder([.animation], .assumed, source: "unverified"),
        .present(.dialog): TransitionOrder([.new(.didAppear)], .run, source: "CTS"),
        .dismiss(.dialog): TransitionOrder([.animation, .old(.didDisappear)], .run, source: "CTS"),
        .present(.alert): TransitionOrder([], .read, source: "AND-ACT"),
        .dismiss(.alert): TransitionOrder([], .read, source: "AND-ACT"),
        .recreate: TransitionOrder([], .run, source: "VER, TX"),
        .turnPage: TransitionOrder([.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "VP2"),
        .turnPageCancelled: TransitionOrder([.animation], .read, source: "VP2"),
        .selectTab: TransitionOrder(selection, .run, source: "FRT"),
        .addChild: TransitionOrder([.new(.didAppear)], .run, source: "FRT"),
        .removeChild: TransitionOrder([.old(.didDisappear)], .run, source: "FRT"),
        .appearAgain: TransitionOrder([], .run, source: "CTS"),
    ]

    /// Compose with a back stack that the app owns. The adapter shows each value.
    package static let compose = android.variant(
        "Compose",
        [
            .pushDuringPush: TransitionOrder(exchange, .read, source: "N3S"),
            .replaceTop: TransitionOrder(exchange, .read, source: "N3S"),
            .present(.sheet): TransitionOrder(presentation, .read, source: "N3S"),
            .dismiss(.sheet): TransitionOrder(dismissal, .read, source: "N3S"),
        ])

    /// Flutter. The adapter shows the routes that the observers of all navigators collect.
    public static let flutter = UIFramework(name: "Flutter", orders: flutterOrders)

    private static let flutterOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .read, source: "NAV"),
        .push: TransitionOrder(exchange, .read, source: "NAV"),
        .pushDuringPush: TransitionOrder(exchange, .run, source: "F55949, F189050"),
        .pop: TransitionOrder(exchange, .read, source: "NAV"),
        .popCancelled: TransitionOrder([.animation], .read, source: "NAV"),
        .replaceTop: TransitionOrder(exchange, .run, source: "NAV, F58667"),
        .replaceBelowTop: TransitionOrder([], .read, source: "NAV"),
        .selectTab: TransitionOrder(selection, .run, source: "F112196, F168074"),
        .present(.dialog): TransitionOrder(presentation, .read, source: "RT"),
        .dismiss(.dialog): TransitionOrder(dismissal, .read, source: "RT"),
        .present(.sheet): TransitionOrder(presentation, .read, source: "RT"),
        .dismiss(.sheet): TransitionOrder(dismissal, .read, source: "RT"),
        .recreate: TransitionOrder([], .assumed, source: "unverified"),
    ]

    /// React Navigation. The adapter shows each state of the container.
    public static let reactNavigation = {
        var framework = UIFramework(name: "React Navigation", orders: reactNavigationOrders)
        framework.reportsContainers = true
        framework.reportsChildrenFirst = false
        return framework
    }()

    private static let reactNavigationOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .run, source: "EVT"),
        .push: TransitionOrder(exchange, .run, source: "R11931"),
        .pushDuringPush: TransitionOrder(exchange, .read, source: "USS"),
        .pop: TransitionOrder(exchange, .read, source: "NEV"),
        .popCancelled: TransitionOrder([.animation], .read, source: "NSD"),
        .selectTab: TransitionOrder(selection, .run, source: "EVT"),
        .present(.sheet): TransitionOrder(presentation, .run, source: "R9539"),
        .dismiss(.sheet): TransitionOrder(dismissal, .run, source: "R9539"),
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
        .push: TransitionOrder(selection, .run, source: "PH-HIST, PLA"),
        .pop: TransitionOrder(selection, .run, source: "WPT-P, PH-HIST, PLA"),
        .replaceTop: TransitionOrder(selection, .run, source: "PH-HIST"),
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
