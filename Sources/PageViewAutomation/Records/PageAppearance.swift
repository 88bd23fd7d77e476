/// An appearance of a page as a query shows it, by value.
public struct PageAppearance: Sendable, Hashable {
    /// The appearance.
    public let id: AppearanceID
    /// The page and its context: what it was counted as, else what it is called now.
    public let page: PageContext
    /// The scene that it is in.
    public let scene: SceneID
    /// Whether its page view has been emitted; if not, it is pending.
    public let isCounted: Bool
    /// When it began.
    public let since: Timestamp

    /// The component that appeared.
    public var component: ComponentID { id.component }
    /// The appearance as other records name it.
    public var reference: PageReference { PageReference(id: .appearance(id), page: page) }
}
