import PageViewAutomation
import PageViewLifecycle

/// A log of an adapter's reports (TS-009).
final class ReportLog: Sendable {
    private struct State {
        var count = 0
        var destroyed: [ComponentID] = []
        var parents: [ComponentID: ComponentID] = [:]
        var shown: [SceneID?: [ComponentID]] = [:]
    }

    private let protected = Locked(State())

    var count: Int { protected.withLock { $0.count } }
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

    /// Logs a report. The limits of an update report nothing.
    func add(_ report: EngineInput<ComponentID, SceneID>) {
        if report == .begin || report == .commit { return }
        protected.withLock { state in
            state.count += 1
            switch report {
            case .component(let component, .destroy, _): state.destroyed.append(component)
            case .create(let component, _, let declaration):
                if let parent = declaration.parent { state.parents[component] = parent }
            case .move(let component, let parent): state.parents[component] = parent
            case .show(let scene, let entries):
                for entry in entries { state.parents[entry.component] = entry.parent }
                // A component that is no longer listed is destroyed (AP-016).
                let components = entries.map(\.component)
                state.destroyed += (state.shown[scene] ?? []).filter { !components.contains($0) }
                state.shown[scene] = components
            default: break
            }
        }
    }
}
