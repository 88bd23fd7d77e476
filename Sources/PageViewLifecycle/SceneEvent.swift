/// What a UI framework reports about one scene: a window, or whatever else holds components.
///
/// Rule LC-001 of the specification lists what each report means.
public enum SceneEvent: UInt8, Sendable, Hashable, CaseIterable {
    /// The user can see the scene.
    case foreground
    /// The user can no longer see the scene; its components stay where they are.
    case background
    /// The scene has the user's attention: it moves to the front of the scenes.
    case active
    /// The scene has lost the user's attention; it stays visible.
    case inactive
    /// The scene is gone: its components are detached and everything known of it is forgotten.
    case close
}
