import NavigationTraces
import PageViewLifecycle

/// GTK maps and unmaps widgets; what is on the way out is mapped until its transition has ended.
extension UIFramework {
    /// A GtkStack without a transition, in a window of GTK 4.
    public static let gtkStack = {
        var framework = UIFramework(name: "GtkStack", orders: gtkStackOrders)
        framework.animationNanoseconds = 318_000_000
        return framework
    }()

    private static let gtkStackOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear), .scene(.active)], .run, source: "1G"),
        .selectTab: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "1G"),
        .removeChild: TransitionOrder([.old(.didDisappear), .old(.destroy)], .run, source: "1G"),
        .present(.dialog): TransitionOrder([.new(.didAppear), .scene(.inactive)], .run, source: "1G"),
        .dismiss(.dialog): TransitionOrder([.old(.didDisappear), .old(.destroy), .scene(.active)], .run, source: "1G"),
        .minimise: TransitionOrder([.scene(.inactive)], .run, source: "1G"),
        .restore: TransitionOrder([.scene(.active)], .run, source: "1G"),
        .hideWindow: TransitionOrder([.old(.didDisappear)], .run, source: "1G"),
        .showWindow: TransitionOrder([.new(.didAppear)], .run, source: "1G"),
        .disconnect: TransitionOrder([.old(.didDisappear), .old(.destroy), .scene(.close)], .run, source: "1G"),
    ]

    /// GtkStack, crossfade: the old view goes when the transition has ended, or at once when another one begins.
    public static let gtkStackCrossfade = gtkStack.variant(
        "GtkStack, crossfade",
        [
            .selectTab: TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear)], .run, source: "1G, GTK-STK"),
            .selectTabAndBack: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .old(.didAppear), .animation, .new(.didDisappear)], .run,
                source: "1G, GTK-STK"),
        ])

    /// GtkStack, interrupted: the way back begins when the crossfade is under way.
    public static let gtkStackInterrupted = gtkStackCrossfade.variant(
        "GtkStack, interrupted",
        [
            .selectTabAndBack: TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear), .old(.didAppear), .animation, .new(.didDisappear)],
                .run, source: "1G")
        ])

    /// GtkNotebook: the new page is mapped first.
    public static let gtkNotebook = gtkStack.variant(
        "GtkNotebook",
        [
            .selectTab: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "1G")
        ])

    /// GtkNotebook 2: as of GTK 2, the old page is unmapped first.
    public static let gtkNotebook2 = gtkStack.variant(
        "GtkNotebook 2",
        [
            .selectTab: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .read, source: "GTK-NB")
        ])
}
