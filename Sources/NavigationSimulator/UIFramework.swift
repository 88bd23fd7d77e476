import NavigationTraces
import PageViewLifecycle

/// What a UI framework reports: a table of orders, one for each transition it knows (rule SIM-002).
///
/// It is data. A version, a variant or a framework of your own is a copy with other entries:
///
///     var ours = UIFramework.uiKit
///     ours[.push] = TransitionOrder([.new(.didAppear), .animation, .old(.didDisappear)])
public struct UIFramework: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// How long a transition takes, in nanoseconds.
    public var animationNanoseconds: Int64 = 350_000_000
    /// Whether stacks, tabs and pagers are components of their own, of which reports come too.
    public var reportsContainers = false
    /// Whether a part is reported about before what contains it.
    public var reportsChildrenFirst = true
    /// Whether what goes is reported in the order opposite to that of what comes.
    public var reversesWhatGoes = false
    /// Whether what is made anew is an activity: all that a page of a stack holds, and not one page alone.
    public var recreatesActivities = false
    /// Whether it says that a component appears before that has its window, as it does that calls before it draws.
    public var appearsBeforeWindow = false
    /// Whether it says when a component is gone for good.
    public var reportsDestroy = true
    /// Whether a stack keeps the pages below its top; otherwise they are made anew when they come back.
    public var keepsPages = true
    /// Whether the pages beside the current one of a pager are made and announced.
    public var preparesNeighbours = false

    /// Whether it says when a component gets its window and when it loses it; without, every component has one.
    public private(set) var reportsWindows = false

    private var orders: [Transition: TransitionOrder]

    /// Creates a framework.
    public init(name: String, orders: [Transition: TransitionOrder]) {
        self.name = name
        self.orders = orders
    }

    /// The name as commands take it: lower case, with hyphens between words.
    public var identifier: String {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    /// The order in which a transition is reported; `nil` where the framework has no such transition.
    public subscript(transition: Transition) -> TransitionOrder? {
        get { orders[transition] }
        set { orders[transition] = newValue }
    }

    /// A framework that differs from this one in some orders.
    public func variant(_ name: String, _ orders: [Transition: TransitionOrder]) -> UIFramework {
        var copy = self
        copy.name = name
        copy.orders.merge(orders) { $1 }
        return copy
    }

    /// Every transition it knows, in no order.
    public var transitions: some Collection<Transition> { orders.keys }

    /// The same, with the reports about what comes and what goes swapped in each order: no page view may depend on it.
    public var swapped: UIFramework { mapped("\(name), swapped") { $0.swapped } }

    /// The same, with the window of each component reported as it comes and goes.
    public var reportingWindows: UIFramework {
        var copy = mapped("\(name), with windows") { $0.withWindows(late: appearsBeforeWindow) }
        copy.reportsWindows = true
        return copy
    }

    /// The same, with the reports about a container before those about its parts.
    public var reportingParentsFirst: UIFramework {
        var copy = self
        copy.name += ", parents first"
        copy.reportsChildrenFirst = false
        return copy
    }

    /// The same, with a user who leaves the app in the middle of each transition that takes time.
    public var leftHalfway: UIFramework { mapped("\(name), left halfway") { $0.leftHalfway } }

    private func mapped(_ name: String, _ change: (TransitionOrder) -> TransitionOrder) -> UIFramework {
        var copy = self
        copy.name = name
        copy.orders = orders.mapValues(change)
        return copy
    }

    /// The order of a transition or, where the framework makes no difference, of the one that it is a case of.
    func order(of transition: Transition) -> TransitionOrder? {
        if let order = orders[transition] { return order }
        switch transition {
        // Nobody tells it differently: the scene goes and comes, and its components hear nothing.
        case .enterBackground: return TransitionOrder([.scene(.inactive), .scene(.background)])
        case .enterForeground: return TransitionOrder([.scene(.foreground), .scene(.active)])
        default: return transition.general.flatMap { order(of: $0) }
        }
    }
}

extension Transition {
    /// What a transition is a case of, where a framework makes no difference.
    var general: Transition? {
        switch self {
        case .launchInBackground, .showWindow: .launch
        case .deepPush, .pushBeforeFirstLayout, .replaceTop: .push
        case .popToPassed, .popToRoot: .pop
        case .selectNewTab: .selectTab
        case .replaceRootStack, .replaceRootTabs: .replaceRoot
        case .minimise: .enterBackground
        case .restore: .enterForeground
        default: nil
        }
    }
}
