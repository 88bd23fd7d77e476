/// One report from a UI framework about a component or a scene.
public enum NavigationEvent: Sendable, Hashable {
    /// A component exists. Optional: a component exists from its first mention, attached, in the main scene.
    ///
    /// For a component that exists already, `scene` and `attached` act as `attach` or `detach` do. A `parent` of `nil` changes
    /// nothing; ``move(_:into:)`` takes the component out of its container.
    case create(ComponentID, in: SceneID, parent: ComponentID?, attached: Bool)
    /// Something happened to a component; `attach` means the scene it belongs to.
    case component(ComponentID, ComponentEvent)
    /// A component is in the window of this scene. From another scene it is detached first.
    case attach(ComponentID, to: SceneID)
    /// A component is inside another one from now on, or, with `nil`, in none. All else stays as it is (rule QU-002).
    case move(ComponentID, into: ComponentID?)
    /// Something happened to a scene.
    case scene(SceneID, SceneEvent)
}

extension NavigationEvent {
    /// The component that the report is about; `nil` for a report about a scene.
    public var component: ComponentID? {
        switch self {
        case .create(let component, _, _, _), .component(let component, _), .attach(let component, _),
            .move(let component, _):
            component
        case .scene: nil
        }
    }
}
