import NavigationTraces
import PageViewLifecycle

/// React Navigation takes the focus from one route before it gives it to another.
extension UIFramework {
    /// React Navigation, as `focus` and `blur` tell it.
    public static let reactNavigation = {
        var framework = UIFramework(name: "React Navigation", orders: reactNavigationOrders)
        framework.reportsContainers = true
        framework.reportsChildrenFirst = false
        return framework
    }()

    private static let reactNavigationOrders: [Transition: TransitionOrder] = [
        .launch: TransitionOrder([.new(.didAppear)], .run, source: "RN"),
        .push: TransitionOrder([.old(.didDisappear), .new(.didAppear), .animation], .run, source: "RN"),
        .pop: TransitionOrder([.old(.didDisappear), .new(.didAppear), .animation], .run, source: "RN"),
        .popCancelled: TransitionOrder([.animation], .read, source: "RN-NS"),
        .selectTab: TransitionOrder([.old(.didDisappear), .new(.didAppear)], .run, source: "RN"),
    ]
}
