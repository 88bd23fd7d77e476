import PageViewLifecycle

extension PageViewEngine {
    /// Says that a component is inside another one from now on, or in none any more (rule QU-002).
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - container: What contains it; `nil` is nothing.
    ///   - scene: The scene in whose window it is; `nil` is in none, and leaves it where it belongs.
    package func move(_ component: ComponentID, to container: ComponentID?, in scene: SceneID?) {
        // That something is in nothing any more is said by naming a component that is gone.
        let parent = container ?? lifecycle.makeComponent()
        if container == nil { report(.destroy, of: parent) }
        declare(component, scene: scene, isAttached: nil, parent: parent, page: nil)
    }
}
