import NavigationTraces
import PageViewLifecycle

/// The notation of the tables of the specification (rule SIM-002).
extension TransitionOrder: CustomStringConvertible {
    /// The reports in order, such as `old.willDisappear ~ new.didAppear`, with `~` for the time between two.
    public var description: String { steps.map(\.description).joined(separator: " ") }
}

extension TransitionOrder.Step: CustomStringConvertible {
    /// The report, such as `old.willDisappear`, or `~`.
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
