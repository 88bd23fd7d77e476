import NavigationTraces
import PageViewLifecycle

/// Versions of UIKit, its faults, and what containers and apps make of it.
extension UIFramework {
    /// UIKit 17: .
    public static let uiKit17 = uiKit.variant(
        "UIKit 17",
        [
            .pushBeforeFirstLayout: TransitionOrder(
                [.old(.willAppear), .old(.willDisappear), .new(.willAppear), .old(.didDisappear), .new(.didAppear)],
                .run, source: "VAJ-17")
        ])

    /// UIKit, page curl: a pager whose pages curl.
    public static let uiKitCurl = uiKit.variant(
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

    /// UIKit, cold start: a page is announced before its scene is in the foreground.
    public static let uiKitColdStart = uiKit.variant(
        "UIKit, cold start",
        [
            .launch: TransitionOrder(
                [.scene(.background), .new(.willAppear), .scene(.foreground), .scene(.active), .new(.didAppear)], .run,
                source: "LEM")
        ])

    /// UIKit, modal in presentation: a sheet that refuses to be swiped away, which only its delegate hears of.
    public static let uiKitModalInPresentation = uiKit.variant(
        "UIKit, modal in presentation",
        [
            .dismissCancelled(.sheet): TransitionOrder([.animation], .read, source: "MED-SHEET")
        ])

    /// UIKit, split view of iOS 10: the list is shown and nobody says so; then it is told to go although it never came.
    public static let uiKitSplit10 = uiKit.variant(
        "UIKit, split view of iOS 10",
        [
            .showPane: TransitionOrder([], .run, source: "OR-29824842"),
            .hidePane: TransitionOrder([.old(.willDisappear)], .run, source: "OR-34186209"),
        ])

    /// UIKit, drawer: a container that does not pass on that its drawer has closed.
    public static let uiKitDrawer = uiKit.variant(
        "UIKit, drawer",
        [
            .showPane: TransitionOrder(
                [.new(.willAppear), .animation, .new(.didAppear)], .run, source: "MMD, PKReveal"),
            .hidePane: TransitionOrder([.animation], .run, source: "MMD, PKReveal"),
        ])

    /// UIKit, deallocated: a part is deallocated while it is shown.
    public static let uiKitDeallocated = uiKit.variant(
        "UIKit, deallocated",
        [
            .removeChild: TransitionOrder([.old(.destroy)], .run, source: "FPR")
        ])

    /// UIKit, unbalanced: of two pages pushed in one animation the first appears twice and the second never.
    public static let uiKitUnbalanced = uiKit.variant(
        "UIKit, unbalanced",
        [
            .pushDuringPush: TransitionOrder(
                [
                    .old(.willDisappear), .others(.willAppear), .new(.willAppear), .animation, .old(.didDisappear),
                    .others(.didAppear), .others(.didAppear),
                ], .run, source: "SO-UNB, SLD, PARCH")
        ])

    /// UIKit, scene replaced: a new scene is in the foreground before the old one is in the background.
    public static let uiKitSceneReplaced = uiKit.variant(
        "UIKit, scene replaced",
        [
            .openScene: TransitionOrder(
                [
                    .oldScene(.inactive), .scene(.foreground), .new(.willAppear), .scene(.active), .animation,
                    .new(.didAppear), .oldScene(.background),
                ], .run, source: "FOR-SCN")
        ])

    /// UIKit, swizzling race: the two reports about a part that was called off overtake each other.
    public static let uiKitRace = uiKit.variant(
        "UIKit, swizzling race",
        [
            .addChildCancelled: TransitionOrder(
                [.new(.willAppear), .new(.didDisappear), .new(.didAppear)], .assumed, source: "D9")
        ])
}
