public import PageViewLifecycle

/// The current page as a sequence (rule QU-006).
extension PageViewEngine {
    /// The current page over all scenes, and each change of it from now on.
    ///
    /// A consumer that is slow misses what was soon replaced, never the last value.
    public var currentPages: some AsyncSequence<PageAppearance?, Never> & Sendable {
        core.currentPages(in: nil)
    }

    /// The current page of a scene, and each change of it from now on.
    ///
    /// A consumer that is slow misses what was soon replaced, never the last value.
    public func currentPages(in scene: SceneID) -> some AsyncSequence<PageAppearance?, Never> & Sendable {
        core.currentPages(in: scene)
    }
}
