import NavigationTraces
import PageViewLifecycle

/// The variants of SwiftUI.
///
/// SwiftUI calls `onAppear` before the first frame, and sometimes for views that are not visible.
extension UIFramework {
    /// SwiftUI as of iOS 18, through `onAppear` and `onDisappear`.
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

    /// SwiftUI with `.transition(.identity)`: the old view disappears first.
    package static let swiftUIIdentityTransition = swiftUI.variant(
        "SwiftUI, identity transition",
        [
            .recreate: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "OSU-T"),
            .replaceRoot: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "OSU-T"),
        ])

    /// SwiftUI with the tabs of iOS 13: each tab appears only once.
    package static let swiftUITabs13 = swiftUI.variant(
        "SwiftUI, tabs of iOS 13",
        [
            .selectNewTab: TransitionOrder([.new(.didAppear)], .run, source: "STV"),
            .selectTab: TransitionOrder([], .run, source: "STV"),
        ])

    /// SwiftUI with the tabs of iOS 17: the second tab appears at the launch, although it is not visible.
    package static let swiftUITabs17 = swiftUI.variant(
        "SwiftUI, tabs of iOS 17",
        [
            .launch: TransitionOrder([.new(.didAppear), .others(.didAppear)], .run, source: "SWP")
        ])

    /// SwiftUI with phantom appearances: removed tabs and stacks appear once more while they leave.
    package static let swiftUIPhantomAppear = swiftUI.variant(
        "SwiftUI, phantom appear",
        [
            .replaceRootTabs: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .others(.didAppear), .old(.didAppear)], .run,
                source: "FB13103224"),
            .replaceRootStack: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .others(.didAppear)], .run, source: "JPM, FAT"),
        ])

    /// SwiftUI with the stack of iOS 18.0: a removed stack's topmost page appears and disappears once more.
    package static let swiftUIStack18 = swiftUI.variant(
        "SwiftUI, stack of iOS 18.0",
        [
            .replaceRootStack: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .old(.didAppear), .old(.didDisappear)], .run, source: "VAJ-NS")
        ])

    /// SwiftUI with the deep push of iOS 18.4: the pages in between appear, although they are not visible.
    ///
    /// On the way back they do not appear. Only their windows report it.
    package static let swiftUIDeepPush18_4 = swiftUI.variant(
        "SwiftUI, deep push of iOS 18.4",
        [
            .deepPush: TransitionOrder(
                [.others(.didAppear), .new(.didAppear), .animation, .old(.didDisappear)], .run, source: "CLM"),
            .popToPassed: TransitionOrder([.new(.attach), .animation, .old(.didDisappear)], .run, source: "CLM"),
        ])

    /// SwiftUI with a list, whose rows, here panes, are reused while they scroll.
    package static let swiftUIList = swiftUI.variant(
        "SwiftUI, list",
        [
            .showPane: TransitionOrder([.new(.didAppear)], .run, source: "OLE"),
            .hidePane: TransitionOrder([.old(.didDisappear)], .run, source: "OLE"),
        ])

    /// SwiftUI with a lazy stack, whose rows appear repeatedly and rarely disappear.
    package static let swiftUILazyStack = swiftUI.variant(
        "SwiftUI, lazy stack",
        [
            .showPane: TransitionOrder([.new(.didAppear)], .run, source: "OLE"),
            .hidePane: TransitionOrder([], .run, source: "OLE"),
        ])

    /// SwiftUI with a scroll view, whose rows all appear at once and never disappear.
    ///
    /// A view with `.opacity(0)` also appears and never disappears.
    package static let swiftUIScrollView = swiftUI.variant(
        "SwiftUI, scroll view",
        [
            .showPane: TransitionOrder([], .run, source: "OLE"),
            .hidePane: TransitionOrder([], .run, source: "OLE"),
        ])

    /// SwiftUI with double appearances: a stack inside tabs, and every page in iOS 14 and 15, appears twice.
    package static let swiftUIDoubleAppear = swiftUI.variant(
        "SwiftUI, double appear",
        [
            .launch: TransitionOrder([.new(.didAppear), .new(.didAppear)], .run, source: "MED-2X, OMW"),
            .push: TransitionOrder(
                [.new(.didAppear), .new(.didAppear), .animation, .old(.didDisappear)], .run, source: "OMW, TNG"),
        ])

    /// SwiftUI with a navigation link, whose target appears, disappears and appears again.
    package static let swiftUINavigationLink = swiftUI.variant(
        "SwiftUI, navigation link",
        [
            .push: TransitionOrder(
                [.new(.didAppear), .new(.didDisappear), .new(.didAppear), .animation, .old(.didDisappear)], .run,
                source: "MED-2X")
        ])

    /// SwiftUI as of iOS 13, where a view that is replaced inside its own `onAppear` never disappears.
    package static let swiftUIMissingDisappear = swiftUI.variant(
        "SwiftUI, missing disappear",
        [
            .recreate: TransitionOrder([.new(.didAppear)], .run, source: "CAS")
        ])

    /// SwiftUI with a full-screen cover. Nothing is reported about the page below.
    package static let swiftUICover = swiftUI.variant(
        "SwiftUI, cover",
        [
            .present(.fullScreen): TransitionOrder([.new(.didAppear), .animation], .assumed, source: "unverified"),
            .dismiss(.fullScreen): TransitionOrder([.animation, .old(.didDisappear)], .assumed, source: "unverified"),
        ])

    /// SwiftUI with a full-screen cover, for which the page below disappears.
    package static let swiftUICoverHides = swiftUI.variant(
        "SwiftUI, cover that hides",
        [
            .present(.fullScreen): TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear)], .assumed, source: "unverified"),
            .dismiss(.fullScreen): TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear)], .assumed, source: "unverified"),
        ])

    /// SwiftUI with an asynchronous report that arrives after its page was destroyed.
    package static let swiftUILateAppear = swiftUI.variant(
        "SwiftUI, late appear",
        [
            .pop: TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear), .old(.destroy), .old(.didAppear)], .assumed,
                source: "unverified")
        ])

    /// SwiftUI in UIKit: the view controller and the view inside it both report about one page.
    package static let swiftUIInUIKit = swiftUI.variant(
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

/// Two frameworks for Swift that call the app when a view is created.
extension UIFramework {
    /// Swift Cross UI, which creates a page again when the user returns to it.
    public static let swiftCrossUI = {
        var framework = UIFramework(name: "Swift Cross UI", orders: swiftCrossUIOrders)
        framework.animationNanoseconds = 30_000_000
        framework.reportsChildrenFirst = false
        framework.keepsPages = false
        framework.appearsBeforeWindow = true
        return framework
    }()

    private static let swiftCrossUIOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .read, source: "SCUI"),
        .push: TransitionOrder([.new(.didAppear), .animation, .old(.didDisappear)], .read, source: "SCUI"),
        .pop: TransitionOrder([.new(.didAppear), .animation, .old(.didDisappear)], .read, source: "SCUI"),
    ]

    /// Adwaita for Swift, which reports nothing when a view leaves.
    public static let adwaitaForSwift = {
        var framework = UIFramework(name: "Adwaita for Swift", orders: adwaitaForSwiftOrders)
        framework.animationNanoseconds = 250_000_000
        framework.reportsChildrenFirst = false
        framework.appearsBeforeWindow = true
        return framework
    }()

    private static let adwaitaForSwiftOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .read, source: "AparokshaUI"),
        .push: TransitionOrder([.new(.didAppear), .animation], .read, source: "AparokshaUI"),
        .pop: TransitionOrder([.animation], .read, source: "AparokshaUI"),
    ]
}

/// A framework that keeps a node if navigation leads to another view of the same type (DV-008).
extension UIFramework {
    /// A declarative framework that keeps its nodes, as its adapter reports it.
    ///
    /// A stack is one node, which shows one page after another. So the framework itself reports nothing about a push or a pop.
    /// The adapter reports another component for each page, because each page has its own identity (DV-008). When the user
    /// returns, the page below is created again. Tabs, and pages below a full-screen view, have their own nodes and are kept.
    package static let keptNodes = {
        var framework = UIFramework(name: "Kept nodes", orders: keptNodesOrders)
        framework.animationNanoseconds = 0
        framework.reportsChildrenFirst = false
        framework.keepsPages = false
        return framework
    }()

    private static let keptNodesOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .run, source: "DV"),
        .push: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "DV"),
        .pop: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "DV"),
        .selectTab: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "DV"),
        .present(.sheet): TransitionOrder([.new(.didAppear)], .run, source: "DV"),
        .dismiss(.sheet): TransitionOrder([.old(.didDisappear)], .run, source: "DV"),
        .present(.fullScreen): TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "DV"),
        .dismiss(.fullScreen): TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "DV"),
        .addChild: TransitionOrder([.new(.didAppear)], .run, source: "DV"),
        .removeChild: TransitionOrder([.old(.didDisappear)], .run, source: "DV"),
        .replaceRoot: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "DV"),
        .recreate: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "DV"),
        .appearAgain: TransitionOrder([], .run, source: "DV"),
    ]
}
