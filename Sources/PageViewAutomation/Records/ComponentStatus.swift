/// The status of a component at one moment, for explanations.
package struct ComponentStatus: Sendable, Hashable {
    /// How far the component's appearance has come.
    package enum Presence: Sendable, Hashable {
        /// Not in front of the user.
        case hidden
        /// Shown, but without a window or in a background scene (AP-002).
        case held
        /// In front of the user.
        case live
    }

    package let presence: Presence
    /// The live appearance, or the last one.
    package let appearance: AppearanceID
    /// When it began.
    package let beganAt: Timestamp
    /// The page; `nil` for a component that is none.
    package let page: PageContext?
    package let isReady: Bool
    package let isCounted: Bool
    package let isAttached: Bool
    package let scene: SceneID
    package let isSceneForeground: Bool
}
