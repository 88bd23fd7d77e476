/// Where a component stands, for whoever explains what became of it.
package struct ComponentStatus: Sendable, Hashable {
    /// What its framework has said of it being shown, and what became of that.
    package enum Presence: Sendable, Hashable {
        /// Not in front of the user.
        case away
        /// Said to be shown, but without a window or in a scene that nobody sees (AP-002).
        case held
        /// In front of the user.
        case live
    }

    package let presence: Presence
    /// The appearance that goes on, or the last one there was.
    package let appearance: AppearanceID
    /// When it began.
    package let beganAt: Timestamp
    /// What it is called, if it is a page.
    package let page: PageContext?
    package let isReady: Bool
    package let isCounted: Bool
    package let isAttached: Bool
    package let scene: SceneID
    package let isSceneForeground: Bool
}
