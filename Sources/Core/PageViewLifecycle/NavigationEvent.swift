/// A UI framework's report about one component (rule LC-001).
///
/// A component is anything that the framework shows: a view controller, a widget, a fragment, a terminal screen.
public enum ComponentEvent: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// A transition that may bring the component in front of the user has begun.
    case willAppear
    /// The component is in front of the user. An appearance begins once it is in a window in the foreground, and no container hides
    /// it.
    case didAppear
    /// A transition that may hide the component has begun. It can still be cancelled.
    case willDisappear
    /// The component is no longer in front of the user. Its appearance ends.
    case didDisappear
    /// The component is in the window of its scene.
    case attach
    /// The component has left the window of its scene. Its appearance ends.
    case detach
    /// The component is destroyed. The engine rejects all later reports about it (rule AP-010).
    case destroy
    /// The container of the component shows this part and none of its other parts, such as the selected tab (rule AP-014).
    case select
    /// The container of the component no longer shows only this part. The report has no effect on a part that is not
    /// selected.
    case deselect
    /// The user turned to the component, such as a pane. Its pages become the newest ones of their scene (rule QU-008).
    case focus
}

/// A UI framework's report about one scene (rule LC-001).
///
/// A scene is a window, or anything else that holds components.
public enum SceneEvent: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The user can see the scene.
    case foreground
    /// The user can no longer see the scene. Its appearances continue. Pages that appear or become ready in it are counted when it
    /// comes back to the foreground.
    case background
    /// The scene has the user's attention. It moves to the front of all scenes (rule QU-004).
    case active
    /// The scene has lost the user's attention. It stays visible.
    case inactive
    /// The scene has closed. Its appearances end, and its components stay without a window. A later report about it begins a new
    /// scene in the foreground (rule AP-009).
    case close
}

/// One report from a UI framework about a component or a scene.
public enum NavigationEvent: Sendable, Hashable {
    /// A component exists. A framework may omit this report (rule AP-001).
    ///
    /// Without it, the first other report creates the component, attached, in the main scene. For an existing component, `scene`
    /// and `attached` have the effect of an `attach` or a `detach`. A `nil` changes nothing. For `exclusive` and `level`, see
    /// `PageViewEngine.makeComponent(page:tag:in:parent:isAttached:isExclusive:level:)`.
    case create(
        ComponentID, in: SceneID, parent: ComponentID?, attached: Bool, exclusive: Bool? = nil, level: Int? = nil)
    /// A report about a component. Here an `attach` means the window of the scene that the component belongs to.
    case component(ComponentID, ComponentEvent)
    /// A component is in the window of this scene. The engine first detaches a component that was in another scene.
    case attach(ComponentID, to: SceneID)
    /// A component is inside another one from now on, in the same scene and window; `nil` means inside none (rule QU-002).
    case move(ComponentID, into: ComponentID?)
    /// A report about a scene.
    case scene(SceneID, SceneEvent)

    package var component: ComponentID? {
        switch self {
        case .create(let component, _, _, _, _, _), .component(let component, _), .attach(let component, _),
            .move(let component, _):
            component
        case .scene: nil
        }
    }
}
