import NavigationTraces
import PageViewLifecycle

/// The web has documents, a history inside of them, and tabs that nobody looks at.
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

    /// Web, soft navigation: a page has come with its first paint; until then the page before it is there. A later interaction takes the place of one that has not been painted.
    public static let webSoftNavigation = web.variant(
        "Web, soft navigation",
        [
            .push: TransitionOrder([.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "SNV"),
            .pop: TransitionOrder([.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "SNV"),
            .replaceTop: TransitionOrder([.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "SNV"),
            .pushDuringPush: TransitionOrder(
                [.animation, .old(.didDisappear), .new(.didAppear)], .read, source: "SNV"),
        ])

    /// Web, tab behind: a page is opened in another tab, and seen when the user turns to that.
    public static let webTabBehind = web.variant(
        "Web, tab behind",
        [
            .openScene: TransitionOrder([.scene(.background), .new(.didAppear)], .run, source: "PHJ")
        ])
}
