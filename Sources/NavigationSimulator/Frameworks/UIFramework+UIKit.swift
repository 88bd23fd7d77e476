import NavigationTraces
import PageViewLifecycle

/// UIKit has no single order: each kind of transition has its own.
extension UIFramework {
    /// UIKit as of iOS 18. `viewIsAppearing`, which nothing depends on, is left out.
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
        .present(.sheet): comes(.run, "FIT, YPI, DD-MOD"),
        .present(.overFullScreen): comes(.run, "MO4, DD-MOD"),
        .present(.popover): comes(.run, "APL-VDA"),
        .present(.alert): comes(.run, "DD-ALERT"),
        .dismiss(.sheet): goes(.run, "FIT, YPI, DD-MOD"),
        .dismiss(.overFullScreen): goes(.run, "MO4, DD-MOD"),
        .dismiss(.popover): goes(.run, "APL-VDA"),
        .dismiss(.alert): goes(.run, "DD-ALERT"),
        .dismissCancelled(.sheet): TransitionOrder(
            [.old(.willDisappear), .animation, .old(.willAppear), .old(.didAppear)], .run, source: "TNG, DD-MOD"),
        .addChild: comes(.read, "CHM, APL-FWD"),
        .removeChild: goes(.read, "CHM, APL-FWD"),
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

    private static func comes(_ evidence: TransitionOrder.Evidence, _ source: String) -> TransitionOrder {
        TransitionOrder([.new(.willAppear), .animation, .new(.didAppear)], evidence, source: source)
    }

    private static func goes(_ evidence: TransitionOrder.Evidence, _ source: String) -> TransitionOrder {
        TransitionOrder([.old(.willDisappear), .animation, .old(.didDisappear)], evidence, source: source)
    }
}
