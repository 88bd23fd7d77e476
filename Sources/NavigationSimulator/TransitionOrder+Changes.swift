import NavigationTraces
import PageViewLifecycle

/// What can be made of an order.
extension TransitionOrder {
    /// The same with a window that comes and goes with the component, which a framework reports too.
    ///
    /// What comes gets its window before it appears or, `late`, after that; the others, which nobody sees, get none.
    func withWindows(late: Bool) -> TransitionOrder {
        var windows = WindowSteps(isNewAttached: steps.contains(.new(.attach)), areLate: late)
        for step in steps { windows.append(step) }
        if late, !windows.isNewAttached, let last = windows.steps.lastIndex(of: .new(.didAppear)) {
            windows.steps.insert(.new(.attach), at: last + 1)
        }
        return TransitionOrder(windows.steps, evidence, source: source)
    }

    /// The same with a user who leaves the app in the middle of it.
    var leftHalfway: TransitionOrder {
        guard let middle = steps.firstIndex(of: .animation) else { return self }
        var steps = self.steps
        steps.insert(contentsOf: [.scene(.inactive), .scene(.background)], at: middle + 1)
        return TransitionOrder(steps, .assumed, source: "left halfway: \(source)")
    }
}

/// An order as it is written down with windows.
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
            // What went and comes back in one transition gets its window back; what says so belatedly does not.
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
