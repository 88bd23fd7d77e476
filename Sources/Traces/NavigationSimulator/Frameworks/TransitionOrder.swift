import NavigationTraces
public import PageViewLifecycle

/// The order in which a framework reports one transition, with its evidence (SIM-002).
public struct TransitionOrder: Hashable, Sendable {
    /// One report, or the passage of time.
    public enum Step: Hashable, Sendable {
        /// A report about each visible component that leaves.
        case old(ComponentEvent)
        /// A report about each component that comes and will be visible.
        case new(ComponentEvent)
        /// A report about the other components of the transition.
        case others(ComponentEvent)
        /// A report about the scene.
        case scene(SceneEvent)
        /// A report about the scene that was active before.
        case oldScene(SceneEvent)
        /// Time passes, as long as the framework's animations take.
        case animation
    }

    /// The evidence of an order.
    package enum Evidence: String, Hashable, Sendable {
        /// The framework was run.
        case run = "V"
        /// The framework's source or documentation states the order.
        case read = "S"
        /// The order is a common assumption.
        case assumed = "K"
    }

    /// The reports, in order.
    package var steps: [Step]
    /// The evidence of the order.
    package var evidence: Evidence
    /// The source of the evidence, as in the specification's table of sources.
    package var source: String

    /// Creates an order.
    public init(_ steps: [Step]) { self.init(steps, .assumed, source: "") }

    package init(_ steps: [Step], _ evidence: Evidence, source: String = "") {
        self.steps = steps
        self.evidence = evidence
        self.source = source
    }

    /// The order in which the reports about `old` and all others change places, between two animations.
    ///
    /// No framework promises its order across components, so page views must not depend on it (AP-008).
    package var swapped: TransitionOrder {
        var swapped: [Step] = []
        for phase in steps.split(separator: .animation, omittingEmptySubsequences: false) {
            if !swapped.isEmpty || phase.startIndex > steps.startIndex { swapped.append(.animation) }
            let firstIsOld = phase.first?.isAboutOld ?? false
            swapped += phase.filter { $0.isAboutOld != firstIsOld } + phase.filter { $0.isAboutOld == firstIsOld }
        }
        return TransitionOrder(swapped, .assumed, source: "swapped: \(source)")
    }
}

extension TransitionOrder.Step {
    fileprivate var isAboutOld: Bool { if case .old = self { true } else { false } }
}

/// Changes that turn an order into another one (SIM-002).
extension TransitionOrder {
    /// Returns the order with reports about the windows of the components.
    ///
    /// A new component gets its window before it appears or, if `late`, afterwards. The other components of the transition get no
    /// window, because they are not visible.
    func withWindows(late: Bool) -> TransitionOrder {
        var windows = WindowSteps(isNewAttached: steps.contains(.new(.attach)), areLate: late)
        for step in steps { windows.append(step) }
        if late, !windows.isNewAttached, let last = windows.steps.lastIndex(of: .new(.didAppear)) {
            windows.steps.insert(.new(.attach), at: last + 1)
        }
        return TransitionOrder(windows.steps, evidence, source: source)
    }

    /// The order in which the user leaves the app during the animation.
    var leftHalfway: TransitionOrder {
        guard let middle = steps.firstIndex(of: .animation) else { return self }
        var steps = self.steps
        steps.insert(contentsOf: [.scene(.inactive), .scene(.background)], at: middle + 1)
        return TransitionOrder(steps, .assumed, source: "left halfway: \(source)")
    }
}

/// A builder of an order with reports about windows (SIM-002).
private struct WindowSteps {
    var steps: [TransitionOrder.Step] = []
    var isNewAttached: Bool
    var isOldAttached = true
    let areLate: Bool

    init(isNewAttached: Bool, areLate: Bool) {
        self.isNewAttached = isNewAttached
        self.areLate = areLate
    }

    mutating func append(_ step: TransitionOrder.Step) {
        switch step {
        case .new(.willAppear), .new(.didAppear):
            if !isNewAttached, !areLate { attachNew() }
        case .old(.willAppear), .old(.didAppear):
            // A component that returns within the transition gets its window before its report, unless windows are late.
            if !isOldAttached, !areLate { attachOld() }
        default: break
        }
        steps.append(step)
        switch step {
        case .new(.didDisappear): detachNew()
        case .old(.didDisappear): detachOld()
        default: break
        }
    }

    private mutating func attachNew() {
        steps.append(.new(.attach))
        isNewAttached = true
    }

    private mutating func attachOld() {
        steps.append(.old(.attach))
        isOldAttached = true
    }

    private mutating func detachNew() {
        guard isNewAttached, !areLate else { return }
        steps.append(.new(.detach))
        isNewAttached = false
    }

    private mutating func detachOld() {
        guard isOldAttached else { return }
        steps.append(.old(.detach))
        isOldAttached = false
    }
}

/// The notation of the specification's tables (SIM-002).
extension TransitionOrder: CustomStringConvertible {
    /// The steps in order, such as `old.willDisappear ~ new.didAppear`. `~` is the animation.
    public var description: String { steps.map(\.description).joined(separator: " ") }
}

extension TransitionOrder.Step: CustomStringConvertible {
    /// The step, such as `old.willDisappear` or `~`.
    public var description: String {
        switch self {
        case .old(let event): "old.\(event)"
        case .new(let event): "new.\(event)"
        case .others(let event): "others.\(event)"
        case .scene(let event): "scene.\(event)"
        case .oldScene(let event): "oldScene.\(event)"
        case .animation: "~"
        }
    }
}
