import NavigationTraces
import PageViewLifecycle

/// SwiftUI calls `onAppear` before the first frame, and not only for what is seen.
extension UIFramework {
    /// SwiftUI as of iOS 18, as `onAppear` and `onDisappear` tell it.
    public static let swiftUI = {
        var framework = UIFramework(name: "SwiftUI", orders: swiftUIOrders)
        framework.appearsBeforeWindow = true
        return framework
    }()

    private static let swiftUIOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .read, source: "OSU, SQ-BP"),
        .push: TransitionOrder([.new(.didAppear), .animation, .old(.didDisappear)], .assumed, source: "OLE, DD-SUI"),
        .pop: TransitionOrder([.new(.didAppear), .animation, .old(.didDisappear)], .assumed, source: "OLE, DD-SUI"),
        .selectTab: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "STV, OLE"),
        .recreate: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "OSU-T"),
        .replaceRoot: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "OSU-T"),
        .present(.sheet): TransitionOrder([.new(.didAppear), .animation], .run, source: "DD-SUI"),
        .dismiss(.sheet): TransitionOrder([.animation, .old(.didDisappear)], .run, source: "DD-SUI"),
        .addChild: TransitionOrder([.new(.didAppear)], .run, source: "OSU-T"),
        .removeChild: TransitionOrder([.old(.didDisappear)], .run, source: "OSU-T"),
        .addChildCancelled: TransitionOrder([], .read, source: "OSU"),
        .appearAgain: TransitionOrder([], .read, source: "OSU"),
    ]

    /// SwiftUI, identity transition: with `.transition(.identity)` the old view goes first.
    public static let swiftUIIdentityTransition = swiftUI.variant(
        "SwiftUI, identity transition",
        [
            .recreate: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "OSU-T"),
            .replaceRoot: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "OSU-T"),
        ])

    /// SwiftUI, tabs of iOS 13: each tab appears once.
    public static let swiftUITabs13 = swiftUI.variant(
        "SwiftUI, tabs of iOS 13",
        [
            .selectNewTab: TransitionOrder([.new(.didAppear)], .run, source: "STV"),
            .selectTab: TransitionOrder([], .run, source: "STV"),
        ])

    /// SwiftUI, tabs of iOS 17: the second tab appears at the launch, and nobody sees it.
    public static let swiftUITabs17 = swiftUI.variant(
        "SwiftUI, tabs of iOS 17",
        [
            .launch: TransitionOrder([.new(.didAppear), .others(.didAppear)], .run, source: "SWP")
        ])

    /// SwiftUI, phantom appear: tabs and stacks that are taken away appear once more on their way out.
    public static let swiftUIPhantomAppear = swiftUI.variant(
        "SwiftUI, phantom appear",
        [
            .replaceRootTabs: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .others(.didAppear), .old(.didAppear)], .run,
                source: "FB13103224"),
            .replaceRootStack: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .others(.didAppear)], .run, source: "JPM, FAT"),
        ])

    /// SwiftUI, stack of iOS 18.0: the topmost page of a stack that is taken away comes and goes once more.
    public static let swiftUIStack18 = swiftUI.variant(
        "SwiftUI, stack of iOS 18.0",
        [
            .replaceRootStack: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .old(.didAppear), .old(.didDisappear)], .run, source: "VAJ-NS")
        ])

    /// SwiftUI, deep push of iOS 18.4: the pages between appear at a deep push, unseen, and not on the way back, where only the window tells of them.
    public static let swiftUIDeepPush18_4 = swiftUI.variant(
        "SwiftUI, deep push of iOS 18.4",
        [
            .deepPush: TransitionOrder(
                [.others(.didAppear), .new(.didAppear), .animation, .old(.didDisappear)], .run, source: "CLM"),
            .popToPassed: TransitionOrder([.new(.attach), .animation, .old(.didDisappear)], .run, source: "CLM"),
        ])

    /// SwiftUI, list: the rows of a list, here panes, are recycled as they are scrolled in and out.
    public static let swiftUIList = swiftUI.variant(
        "SwiftUI, list",
        [
            .showPane: TransitionOrder([.new(.didAppear)], .run, source: "OLE"),
            .hidePane: TransitionOrder([.old(.didDisappear)], .run, source: "OLE"),
        ])

    /// SwiftUI, lazy stack: the rows appear again and again, and hardly ever disappear.
    public static let swiftUILazyStack = swiftUI.variant(
        "SwiftUI, lazy stack",
        [
            .showPane: TransitionOrder([.new(.didAppear)], .run, source: "OLE"),
            .hidePane: TransitionOrder([], .run, source: "OLE"),
        ])

    /// SwiftUI, scroll view: the rows appear all at once and never disappear; so does what gets `.opacity(0)`.
    public static let swiftUIScrollView = swiftUI.variant(
        "SwiftUI, scroll view",
        [
            .showPane: TransitionOrder([], .run, source: "OLE"),
            .hidePane: TransitionOrder([], .run, source: "OLE"),
        ])

    /// SwiftUI, double appear: a stack inside tabs, and any page in iOS 14 and 15, appears twice.
    public static let swiftUIDoubleAppear = swiftUI.variant(
        "SwiftUI, double appear",
        [
            .launch: TransitionOrder([.new(.didAppear), .new(.didAppear)], .run, source: "MED-2X, OMW"),
            .push: TransitionOrder(
                [.new(.didAppear), .new(.didAppear), .animation, .old(.didDisappear)], .run, source: "OMW, TNG"),
        ])

    /// SwiftUI, navigation link: a linked view appears, disappears and appears.
    public static let swiftUINavigationLink = swiftUI.variant(
        "SwiftUI, navigation link",
        [
            .push: TransitionOrder(
                [.new(.didAppear), .new(.didDisappear), .new(.didAppear), .animation, .old(.didDisappear)], .run,
                source: "MED-2X")
        ])

    /// SwiftUI, missing disappear: a view that is replaced inside its own `onAppear` never disappears, as of iOS 13.
    public static let swiftUIMissingDisappear = swiftUI.variant(
        "SwiftUI, missing disappear",
        [
            .recreate: TransitionOrder([.new(.didAppear)], .run, source: "CAS")
        ])

    /// SwiftUI, cover: a full-screen cover of which the page below hears nothing.
    public static let swiftUICover = swiftUI.variant(
        "SwiftUI, cover",
        [
            .present(.fullScreen): TransitionOrder([.new(.didAppear), .animation], .assumed, source: "unverified"),
            .dismiss(.fullScreen): TransitionOrder([.animation, .old(.didDisappear)], .assumed, source: "unverified"),
        ])

    /// SwiftUI, cover that hides: a full-screen cover for which the page below goes.
    public static let swiftUICoverHides = swiftUI.variant(
        "SwiftUI, cover that hides",
        [
            .present(.fullScreen): TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear)], .assumed, source: "unverified"),
            .dismiss(.fullScreen): TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear)], .assumed, source: "unverified"),
        ])

    /// SwiftUI, late appear: a report that was sent off waits until its page is gone.
    public static let swiftUILateAppear = swiftUI.variant(
        "SwiftUI, late appear",
        [
            .pop: TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear), .old(.destroy), .old(.didAppear)], .assumed,
                source: "unverified")
        ])

    /// SwiftUI in UIKit: two sources for one page, the view controller and the view in it.
    public static let swiftUIInUIKit = swiftUI.variant(
        "SwiftUI in UIKit",
        [
            .push: TransitionOrder(
                [
                    .old(.willDisappear), .new(.willAppear), .new(.didAppear), .animation, .old(.didDisappear),
                    .old(.didDisappear), .new(.didAppear),
                ], .read, source: "RUM-9888, FB-2181"),
            .pop: TransitionOrder(
                [
                    .old(.willDisappear), .new(.willAppear), .new(.didAppear), .animation, .old(.didDisappear),
                    .old(.didDisappear), .new(.didAppear),
                ], .read, source: "RUM-9888, FB-2181"),
        ])
}
