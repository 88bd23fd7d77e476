import NavigationTraces
import PageViewLifecycle

/// UIKit, in which each kind of transition has its own order.
extension UIFramework {
    /// UIKit as of iOS 18. The orders omit `viewIsAppearing`, because no page view depends on it.
    public static let uiKit: UIFramework = {
        var uiKit = UIFramework(name: "UIKit", orders: uiKitOrders)
        uiKit.reportsContainers = true
        return uiKit
    }()

    private static let uiKitOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.willAppear), .animation, .new(.didAppear)], .run, source: "APL-VIA, VAJ-17"),
        .launchInBackground: TransitionOrder(
            [.scene(.background), .new(.willAppear), .new(.didAppear)], .run, source: "SO-BG"),
        .push: TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .animation, .old(.didDisappear), .new(.didAppear)], .run,
            source: "WL, RDK, PT"),
        .pushBeforeFirstLayout: TransitionOrder([.new(.willAppear), .new(.didAppear)], .run, source: "VAJ-18"),
        .pop: TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .animation, .old(.didDisappear), .new(.didAppear)], .run,
            source: "WL, RDK, PT"),
        .popCancelled: TransitionOrder(
            [
                .old(.willDisappear), .new(.willAppear), .animation, .new(.willDisappear), .new(.didDisappear),
                .old(.willAppear), .old(.didAppear),
            ], .run, source: "WL, SO-POP"),
        .popToRoot: TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .animation, .old(.didDisappear), .new(.didAppear)], .run,
            source: "DD-NAV"),
        .replaceTop: TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .animation, .old(.didDisappear), .new(.didAppear)], .assumed,
            source: "CHM"),
        .replaceBelowTop: TransitionOrder([], .assumed, source: "CHM"),
        .selectNewTab: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .old(.didDisappear), .new(.didAppear)], .run, source: "PGZ"),
        .selectTab: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .old(.didDisappear), .new(.didAppear)], .run,
            source: "PGZ, DD-TAB"),
        .turnPage: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .animation, .new(.didAppear), .old(.didDisappear)], .run,
            source: "WL"),
        .turnPageCancelled: TransitionOrder(
            [
                .new(.willAppear), .old(.willDisappear), .animation, .old(.willAppear), .old(.didAppear),
                .new(.willDisappear), .new(.didDisappear),
            ], .run, source: "WL"),
        .present(.fullScreen): TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .animation, .new(.didAppear), .old(.didDisappear)], .read,
            source: "WOC, MO4"),
        .dismiss(.fullScreen): TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .animation, .new(.didAppear), .old(.didDisappear)], .read,
            source: "WOC"),
        .present(.sheet): makeAppearance(.run, "FIT, YPI, DD-MOD"),
        .present(.overFullScreen): makeAppearance(.run, "MO4, DD-MOD"),
        .present(.popover): makeAppearance(.run, "APL-VDA"),
        .present(.alert): makeAppearance(.run, "DD-ALERT"),
        .dismiss(.sheet): makeDisappearance(.run, "FIT, YPI, DD-MOD"),
        .dismiss(.overFullScreen): makeDisappearance(.run, "MO4, DD-MOD"),
        .dismiss(.popover): makeDisappearance(.run, "APL-VDA"),
        .dismiss(.alert): makeDisappearance(.run, "DD-ALERT"),
        .dismissCancelled(.sheet): TransitionOrder(
            [.old(.willDisappear), .animation, .old(.willAppear), .old(.didAppear)], .run, source: "TNG, DD-MOD"),
        .addChild: makeAppearance(.read, "CHM, APL-FWD"),
        .removeChild: makeDisappearance(.read, "CHM, APL-FWD"),
        .addChildCancelled: TransitionOrder(
            [.new(.willAppear), .new(.willDisappear), .animation, .new(.didDisappear)], .read,
            source: "CHM, APL-BEG, APL-END, GC-CANCEL"),
        .removeChildCancelled: TransitionOrder(
            [.old(.willDisappear), .old(.willAppear), .animation, .old(.didAppear)], .read,
            source: "CHM, APL-BEG, APL-END, GC-CANCEL"),
        .replaceRoot: TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .old(.didDisappear), .new(.didAppear)], .assumed,
            source: "SEN"),
        .enterBackground: TransitionOrder([.scene(.inactive), .scene(.background)], .assumed, source: "DD-RVH, FPR"),
        .enterForeground: TransitionOrder([.scene(.foreground), .scene(.active)], .assumed, source: "DD-RVH, FPR"),
        .disconnect: TransitionOrder([.scene(.inactive), .scene(.close)], .run, source: "FOR-SCN"),
        .appearAgain: TransitionOrder([.new(.didAppear)], .run, source: "SO-UNB, SLD"),
    ]

    private static func makeAppearance(_ evidence: TransitionOrder.Evidence, _ source: String) -> TransitionOrder {
        TransitionOrder([.new(.willAppear), .animation, .new(.didAppear)], evidence, source: source)
    }

    private static func makeDisappearance(_ evidence: TransitionOrder.Evidence, _ source: String) -> TransitionOrder {
        TransitionOrder([.old(.willDisappear), .animation, .old(.didDisappear)], evidence, source: source)
    }
}

/// Versions of UIKit, and variants with faults of UIKit, of containers and of apps.
extension UIFramework {
    /// UIKit of iOS 17. A stack's first page begins to appear and stops if a push comes before the first layout.
    package static let uiKit17 = uiKit.variant(
        "UIKit 17",
        [
            .pushBeforeFirstLayout: TransitionOrder(
                [.old(.willAppear), .old(.willDisappear), .new(.willAppear), .old(.didDisappear), .new(.didAppear)],
                .run, source: "VAJ-17")
        ])

    /// UIKit with a pager whose pages curl.
    package static let uiKitCurl = uiKit.variant(
        "UIKit, page curl",
        [
            .turnPage: TransitionOrder(
                [.new(.willAppear), .old(.willDisappear), .animation, .old(.didDisappear), .new(.didAppear)], .run,
                source: "WL"),
            .turnPageCancelled: TransitionOrder(
                [
                    .new(.willAppear), .old(.willDisappear), .animation, .new(.willDisappear), .old(.willAppear),
                    .new(.didDisappear), .old(.didAppear),
                ], .run, source: "WL"),
        ])

    /// UIKit with a page that is announced before its scene is in the foreground.
    package static let uiKitColdStart = uiKit.variant(
        "UIKit, cold start",
        [
            .launch: TransitionOrder(
                [.scene(.background), .new(.willAppear), .scene(.foreground), .scene(.active), .new(.didAppear)], .run,
                source: "LEM")
        ])

    /// UIKit with a sheet that the user cannot swipe away. Only its delegate is notified.
    package static let uiKitModalInPresentation = uiKit.variant(
        "UIKit, modal in presentation",
        [
            .dismissCancelled(.sheet): TransitionOrder([.animation], .read, source: "MED-SHEET")
        ])

    /// UIKit with the split view of iOS 10, whose list becomes visible without a report.
    ///
    /// Later UIKit reports that the list will disappear, although it never reported that the list appeared.
    package static let uiKitSplit10 = uiKit.variant(
        "UIKit, split view of iOS 10",
        [
            .showPane: TransitionOrder([], .run, source: "OR-29824842"),
            .hidePane: TransitionOrder([.old(.willDisappear)], .run, source: "OR-34186209"),
        ])

    /// UIKit with a drawer whose container does not forward the report that it closed.
    package static let uiKitDrawer = uiKit.variant(
        "UIKit, drawer",
        [
            .showPane: TransitionOrder(
                [.new(.willAppear), .animation, .new(.didAppear)], .run, source: "MMD, PKReveal"),
            .hidePane: TransitionOrder([.animation], .run, source: "MMD, PKReveal"),
        ])

    /// UIKit with a part that is deallocated while it is visible.
    package static let uiKitDeallocated = uiKit.variant(
        "UIKit, deallocated",
        [
            .removeChild: TransitionOrder([.old(.destroy)], .run, source: "FPR")
        ])

    /// UIKit with two pages in one animation. The first one appears twice and the second one never.
    package static let uiKitUnbalanced = uiKit.variant(
        "UIKit, unbalanced",
        [
            .pushDuringPush: TransitionOrder(
                [
                    .old(.willDisappear), .others(.willAppear), .new(.willAppear), .animation, .old(.didDisappear),
                    .others(.didAppear), .others(.didAppear),
                ], .run, source: "SO-UNB, SLD, PARCH")
        ])

    /// UIKit with a new scene that enters the foreground before the old one enters the background.
    package static let uiKitSceneReplaced = uiKit.variant(
        "UIKit, scene replaced",
        [
            .openScene: TransitionOrder(
                [
                    .oldScene(.inactive), .scene(.foreground), .new(.willAppear), .scene(.active), .animation,
                    .new(.didAppear), .oldScene(.background),
                ], .run, source: "FOR-SCN")
        ])

    /// UIKit with a cancelled part whose two reports arrive in the wrong order.
    package static let uiKitRace = uiKit.variant(
        "UIKit, swizzling race",
        [
            .addChildCancelled: TransitionOrder(
                [.new(.willAppear), .new(.didDisappear), .new(.didAppear)], .assumed, source: "D9")
        ])
}
