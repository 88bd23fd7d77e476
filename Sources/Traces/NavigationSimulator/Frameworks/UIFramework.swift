import PageViewLifecycle

/// A UI framework as a table with one order of reports for each transition (SIM-002).
///
/// The properties are the frameworks that apps name most. ``init(identifier:)`` finds any framework, version or variant. A
/// framework of your own is a variant with other orders:
///
///     let ours = try UIFramework.uiKit.variant("Ours", ["push": "new.didAppear ~ old.didDisappear"])
public struct UIFramework: Hashable, Sendable {
    /// The name of the framework or variant, as in the specification.
    package var name: String
    package var animationNanoseconds: Int64 = 350_000_000
    /// Whether stacks, tabs and pagers are components with reports of their own.
    package var reportsContainers = false
    package var reportsChildrenFirst = true
    /// Whether a component appears before it has its window, as in frameworks that report before they draw.
    package var appearsBeforeWindow = false
    package var reportsDestroy = true
    /// Whether a stack keeps the pages below its top. Otherwise they are created again when they return.
    package var keepsPages = true

    /// Whether the framework reports the windows of components. Otherwise every component has one.
    package private(set) var reportsWindows = false

    private var orders: [Transition: [TransitionStep]] = [:]

    package init(name: String) {
        self.name = name
    }

    /// Finds a framework or a variant by its identifier, such as `swiftui-tabs-of-ios-17`.
    public init?(identifier: String) {
        guard let framework = UIFramework.all.first(where: { $0.identifier == identifier }) else { return nil }
        self = framework
    }

    /// The name in the form that commands accept: lower case, with hyphens between words.
    package var identifier: String {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    package subscript(transition: Transition) -> [TransitionStep]? {
        get { orders[transition] }
        set { orders[transition] = newValue }
    }

    /// Returns a copy with another name and some other orders, such as another version or a framework of your own.
    ///
    /// - Parameters:
    ///   - name: The name of the variant.
    ///   - orders: The orders by their transitions, such as `push` or `dismiss sheet`, in the notation of SIM-002.
    /// - Throws: `SimulationError` for an unknown transition or step.
    public func variant(_ name: String, _ orders: [String: String]) throws(SimulationError) -> UIFramework {
        var copy = self
        copy.name = name
        for (transition, steps) in orders { try copy.set(steps, for: transition) }
        return copy
    }

    mutating func set(_ steps: String, for name: String) throws(SimulationError) {
        guard let transition = Transition.byName[name] else {
            let names = Transition.byName.keys.sorted().joined(separator: ", ")
            throw .expected("a transition", found: name, advice: "use one of \(names)")
        }
        var order: [TransitionStep] = []
        for text in steps.split(separator: " ") {
            guard let step = TransitionStep.byName[String(text)] else {
                let names = TransitionStep.byName.keys.sorted().joined(separator: ", ")
                throw .expected("a step of \(name)", found: String(text), advice: "use one of \(names)")
            }
            order.append(step)
        }
        orders[transition] = order
    }

    package var transitions: some Collection<Transition> { orders.keys }

    package var swapped: UIFramework { mapped("\(name), swapped") { $0.swapped } }

    package var reportingWindows: UIFramework {
        var copy = mapped("\(name), with windows") { $0.withWindows(late: appearsBeforeWindow) }
        copy.reportsWindows = true
        return copy
    }

    package var reportingParentsFirst: UIFramework {
        var copy = self
        copy.name += ", parents first"
        copy.reportsChildrenFirst = false
        return copy
    }

    package var leftHalfway: UIFramework { mapped("\(name), left halfway") { $0.leftHalfway } }

    private func mapped(_ name: String, _ change: ([TransitionStep]) -> [TransitionStep]) -> UIFramework {
        var copy = self
        copy.name = name
        copy.orders = orders.mapValues(change)
        return copy
    }

    func order(for transition: Transition) throws(SimulationError) -> [TransitionStep] {
        guard let order = order(of: transition) else {
            let names = orders.keys.map(\.name).sorted().joined(separator: ", ")
            throw .expected(
                "a framework with the transition \(transition.name)", found: "\(name), which has \(names)",
                advice: "perform another action, or launch another framework")
        }
        return order
    }

    /// Returns the order of a transition, or of a more general one (SIM-002).
    func order(of transition: Transition) -> [TransitionStep]? {
        if let order = orders[transition] { return order }
        switch transition {
        // In all frameworks without an order in the table, only the scene changes, and its components get no reports.
        case .enterBackground: return [.scene(.inactive), .scene(.background)]
        case .enterForeground: return [.scene(.foreground), .scene(.active)]
        default: return transition.general.flatMap { order(of: $0) }
        }
    }
}
