import NavigationTraces
import PageViewLifecycle

/// Qt tells which of two pages it starts with by what is done to the stack.
extension UIFramework {
    /// The StackView of Qt Quick Controls 2.
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

    /// Qt StackView, immediate: without animation one page is finished before the other begins.
    public static let qtStackViewImmediate = qtStackView.variant(
        "Qt StackView, immediate",
        [
            .push: TransitionOrder(
                [.new(.willAppear), .new(.didAppear), .old(.willDisappear), .old(.didDisappear)], .read, source: "QT-SV"
            )
        ])
}
