import NavigationTraces
import PageViewLifecycle

/// Android tells of five states; which of them mean that a page is shown depends on what it is.
extension UIFramework {
    /// Android, with activities on a stack and fragments in a pager.
    public static let android = {
        var framework = UIFramework(name: "Android", orders: androidOrders)
        framework.reportsChildrenFirst = false
        framework.reversesWhatGoes = true
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

    /// Android, navigation: the entries of a navigation controller. Both are held at `STARTED` while the transition runs; an entry below a dialog stays there.
    public static let androidNavigation = android.variant(
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

    /// Android, destinations: a listener of destinations. It hears of the present one at once, and of each one that comes in between.
    public static let androidDestinations = android.variant(
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
