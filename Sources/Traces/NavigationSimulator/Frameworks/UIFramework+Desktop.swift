import NavigationTraces
import PageViewLifecycle

/// The containers of libadwaita, each with its own order.
extension UIFramework {
    /// AdwViewStack. The old view is unmapped first.
    package static let adwViewStack = gtkStack.variant(
        "AdwViewStack",
        [
            .selectTab: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "1G")
        ])

    /// AdwLeaflet, whose pages lie on top of each other and are mapped and unmapped.
    package static let adwLeaflet = {
        var framework = gtkStack.variant(
            "AdwLeaflet",
            [
                .push: TransitionOrder([.new(.didAppear), .animation, .old(.didDisappear)], .run, source: "1G"),
                .pop: TransitionOrder([.new(.didAppear), .animation, .old(.didDisappear)], .run, source: "1G"),
            ])
        framework.animationNanoseconds = 305_000_000
        return framework
    }()

    /// AdwNavigationView and the split view of libadwaita.
    public static let adwNavigationView = {
        var framework = UIFramework(name: "AdwNavigationView", orders: adwNavigationViewOrders)
        framework.animationNanoseconds = 250_000_000
        return framework
    }()

    private static let adwNavigationViewOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.willAppear), .new(.didAppear)], .run, source: "ADW-T1"),
        .launchInBackground: TransitionOrder(
            [.scene(.background), .new(.willAppear), .new(.didAppear)], .run, source: "ADW-T1"),
        .push: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .animation, .old(.didDisappear), .new(.didAppear)], .read,
            source: "ADW-SRC"),
        .pop: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .animation, .old(.didDisappear), .new(.didAppear)], .read,
            source: "ADW-SRC"),
        .popCancelled: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .animation, .old(.didAppear), .new(.didDisappear)], .read,
            source: "ADW-SRC"),
        .pushDuringPush: TransitionOrder(
            [
                .others(.willAppear), .old(.willDisappear), .animation, .old(.didDisappear), .new(.willAppear),
                .others(.willDisappear), .animation, .others(.didDisappear), .new(.didAppear),
            ], .read, source: "ADW-SRC"),
        .replaceTop: TransitionOrder(
            [.old(.willDisappear), .old(.didDisappear), .new(.willAppear), .new(.didAppear)], .run, source: "ADW-T1"),
        .replaceBelowTop: TransitionOrder([], .run, source: "ADW-T1"),
        .showPane: TransitionOrder([.new(.willAppear), .new(.didAppear)], .run, source: "ADW-T2"),
        .hidePane: TransitionOrder([.old(.willDisappear), .old(.didDisappear)], .run, source: "ADW-T2"),
    ]
}

/// The containers of GTK, in which a widget that leaves stays mapped until its transition ends.
extension UIFramework {
    /// GtkStack of GTK 4, without a transition effect.
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

    /// GtkStack with a crossfade.
    ///
    /// The old view disappears when the transition ends, or immediately when another transition begins.
    package static let gtkStackCrossfade = gtkStack.variant(
        "GtkStack, crossfade",
        [
            .selectTab: TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear)], .run, source: "1G, GTK-STK"),
            .selectTabAndBack: TransitionOrder(
                [.new(.didAppear), .old(.didDisappear), .old(.didAppear), .animation, .new(.didDisappear)], .run,
                source: "1G, GTK-STK"),
        ])

    /// GtkStack with a crossfade during which the user returns.
    package static let gtkStackInterrupted = gtkStackCrossfade.variant(
        "GtkStack, interrupted",
        [
            .selectTabAndBack: TransitionOrder(
                [.new(.didAppear), .animation, .old(.didDisappear), .old(.didAppear), .animation, .new(.didDisappear)],
                .run, source: "1G")
        ])

    /// GtkNotebook. The new page is mapped first.
    package static let gtkNotebook = gtkStack.variant(
        "GtkNotebook",
        [
            .selectTab: TransitionOrder([.new(.didAppear), .old(.didDisappear)], .run, source: "1G")
        ])

    /// GtkNotebook of GTK 2. The old page is unmapped first.
    package static let gtkNotebook2 = gtkStack.variant(
        "GtkNotebook 2",
        [
            .selectTab: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .read, source: "GTK-NB")
        ])
}

/// The stacks of Qt, in which the operation on the stack decides which of the two pages reports first.
extension UIFramework {
    /// StackView of Qt Quick Controls 2.
    public static let qtStackView = {
        var framework = UIFramework(name: "Qt StackView", orders: qtStackViewOrders)
        framework.animationNanoseconds = 400_000_000
        return framework
    }()

    private static let qtStackViewOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.willAppear), .new(.didAppear)], .read, source: "QT-SV"),
        .push: TransitionOrder(
            [.new(.willAppear), .old(.willDisappear), .animation, .new(.didAppear), .old(.didDisappear)], .read,
            source: "QT-SV"),
        .pop: TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .animation, .old(.didDisappear), .new(.didAppear)], .read,
            source: "QT-SV"),
        .replaceTop: TransitionOrder(
            [.old(.willDisappear), .new(.willAppear), .animation, .old(.didDisappear), .new(.didAppear)], .read,
            source: "QT-SV"),
    ]

    /// StackView without an animation. One page reports all its steps before the other one begins.
    package static let qtStackViewImmediate = qtStackView.variant(
        "Qt StackView, immediate",
        [
            .push: TransitionOrder(
                [.new(.willAppear), .new(.didAppear), .old(.willDisappear), .old(.didDisappear)], .read, source: "QT-SV"
            )
        ])
}
