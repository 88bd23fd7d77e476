/// A scene has another current page, or its current page has another name (rule QU-006). A new appearance of the same
/// component under the same name is no change.
public struct CurrentPageChange: Sendable, Hashable {
    /// The scene.
    public let scene: SceneID
    /// Its current page, or `nil` if it has none now.
    public let page: PageAppearance?
    /// When it changed.
    public let time: Timestamp
}
