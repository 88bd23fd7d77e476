import PageViewAutomation
import PageViewLifecycle

/// A log of an adapter's reports (TS-009).
final class ReportLog: LifecycleObserver {
    private struct State {
        var count = 0
        var destroyed: [ComponentID] = []
        var parents: [ComponentID: ComponentID] = [:]
    }

    private let protected = Locked(State())

    /// The number of reports.
    var count: Int { protected.withLock { $0.count } }
    /// The destroyed components, in order.
    var destroyed: [ComponentID] { protected.withLock { $0.destroyed } }

    /// Returns whether the adapter reported that a component is inside another one, at any depth.
    func isInside(_ component: ComponentID, _ container: ComponentID) -> Bool {
        protected.withLock { state in
            // A wrong adapter may report a cycle of containers, in which the loop would not end.
            var seen: Set<ComponentID> = []
            var at = state.parents[component]
            while let current = at, seen.insert(current).inserted {
                if current == container { return true }
                at = state.parents[current]
            }
            return false
        }
    }

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) {
        protected.withLock { state in
            state.count += 1
            switch event {
            case .component(let component, .destroy): state.destroyed.append(component)
            case .create(let component, _, let parent?, _, _, _), .move(let component, let parent?):
                state.parents[component] = parent
            case .move(let component, nil): state.parents[component] = nil
            case .create(_, _, nil, _, _, _), .component, .attach, .scene: break
            }
        }
    }
}
