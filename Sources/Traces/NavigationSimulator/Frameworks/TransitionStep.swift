package import PageViewLifecycle

/// One report of a framework's order for a transition, or the passage of time (SIM-002).
package enum TransitionStep: Hashable, Sendable {
    /// A report about each visible component that leaves.
    case old(ComponentEvent)
    /// A report about each component that comes and will be visible.
    case new(ComponentEvent)
    /// A report about the other components of the transition, such as the pages in between.
    case others(ComponentEvent)
    /// A report about the scene.
    case scene(SceneEvent)
    /// A report about the scene that was active before.
    case oldScene(SceneEvent)
    /// Time passes, as long as the framework's animations take.
    case animation

    /// The steps by their notation, such as `old.willDisappear` or `~`.
    static let byName: [String: TransitionStep] = {
        var steps: [String: TransitionStep] = ["~": .animation]
        for event in ComponentEvent.allCases {
            steps["old.\(event)"] = .old(event)
            steps["new.\(event)"] = .new(event)
            steps["others.\(event)"] = .others(event)
        }
        for event in SceneEvent.allCases {
            steps["scene.\(event)"] = .scene(event)
            steps["oldScene.\(event)"] = .oldScene(event)
        }
        return steps
    }()

    fileprivate var isAboutOld: Bool { if case .old = self { true } else { false } }
}

extension [TransitionStep] {
    /// The order in which the reports about `old` and all others change places, between two animations (AP-008).
    var swapped: [TransitionStep] {
        let phases = split(separator: .animation, omittingEmptySubsequences: false).map { phase in
            let firstIsOld = phase.first?.isAboutOld ?? false
            return phase.filter { $0.isAboutOld != firstIsOld } + phase.filter { $0.isAboutOld == firstIsOld }
        }
        return Array(phases.joined(separator: [.animation]))
    }

    /// Returns the order with reports about the windows of the components.
    ///
    /// A component gets its window before it appears. If windows are late, only a new component gets one, afterwards.
    func withWindows(late: Bool) -> [TransitionStep] {
        var steps: [TransitionStep] = []
        var (isNewAttached, isOldAttached) = (contains(.new(.attach)), true)
        for step in self {
            switch step {
            case .new(.willAppear), .new(.didAppear):
                if late || isNewAttached { break }
                steps.append(.new(.attach))
                isNewAttached = true
            case .old(.willAppear), .old(.didAppear):
                if late || isOldAttached { break }
                steps.append(.old(.attach))
                isOldAttached = true
            default: break
            }
            steps.append(step)
            if step == .new(.didDisappear), isNewAttached, !late {
                steps.append(.new(.detach))
                isNewAttached = false
            } else if step == .old(.didDisappear), isOldAttached {
                steps.append(.old(.detach))
                isOldAttached = false
            }
        }
        if late, !isNewAttached, let last = steps.lastIndex(of: .new(.didAppear)) {
            steps.insert(.new(.attach), at: last + 1)
        }
        return steps
    }

    var leftHalfway: [TransitionStep] {
        guard let middle = firstIndex(of: .animation) else { return self }
        var steps = self
        steps.insert(contentsOf: [.scene(.inactive), .scene(.background)], at: middle + 1)
        return steps
    }
}
