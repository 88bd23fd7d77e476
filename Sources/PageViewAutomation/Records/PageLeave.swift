/// The end of an appearance of a page (rule PV-007). Each appearance has exactly one.
public struct PageLeave: Sendable, Hashable {
    /// What became of an appearance.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// It has its page view.
        case counted
        /// It ended before its page was ready.
        case neverReady
        /// The framework said it appeared, but it never had a window in a visible scene.
        case neverVisible
    }

    /// The appearance; `nil` for one that never became visible.
    public let id: AppearanceID?
    /// The page and its context: what it was counted as, else what it was called last.
    public let page: PageContext
    /// The scene that it was in.
    public let scene: SceneID
    /// The component.
    public let component: ComponentID
    /// What became of the appearance.
    public let outcome: Outcome
    /// How long it was live while its scene was in the foreground, in nanoseconds.
    public let foregroundNanoseconds: Int64
    /// How long it was live while its scene was in the background, in nanoseconds.
    public let backgroundNanoseconds: Int64
    /// When it ended.
    public let endedAt: Timestamp
}
