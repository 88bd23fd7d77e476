/// Something the user did, with the page that was current in its scene at that moment (rule PV-005).
public struct Interaction: Sendable, Hashable {
    /// What the user did.
    public let name: String
    /// Named values that describe it.
    public let properties: Payload
    /// The scene.
    public let scene: SceneID
    /// The page that was current in the scene, counted or not; `nil` if none was.
    public let page: PageAppearance?
    /// When it happened.
    public let time: Timestamp
}
