import NavigationTraces
import PageViewLifecycle

/// Two frameworks in Swift that run code when a view is made.
extension UIFramework {
    /// Swift Cross UI, which makes each page anew that comes back.
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

    /// Adwaita for Swift, where nothing tells that a view goes.
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
