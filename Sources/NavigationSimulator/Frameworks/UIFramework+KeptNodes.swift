import NavigationTraces
import PageViewLifecycle

/// A declarative framework keeps a node when navigation leads to another view of the same type.
extension UIFramework {
    /// A declarative framework that keeps its nodes, as its adapter reports it: each page has an identity of its own (rule DV-008).
    ///
    /// A stack has one node, which shows one page after another. So the framework itself reports nothing of a push or a pop; the
    /// adapter reports another component, and the page below is made anew when the user comes back to it. Tabs, and pages below a
    /// full screen, have nodes of their own and are kept.
    public static let keptNodes = {
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
