/// A scene has another current page, or its current page another name (rule QU-006).
public struct CurrentPageChange: Sendable, Hashable {
    /// The scene.
    public let scene: SceneID
    /// Its current page, or `nil` if it has none now.
    public let page: PageAppearance?
    /// When it changed.
    public let time: Timestamp
}
