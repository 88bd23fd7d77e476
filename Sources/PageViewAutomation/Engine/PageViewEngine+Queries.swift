public import PageViewLifecycle

/// What can be asked, from any thread: an answer sees every report that has returned, and waits for no receiver
/// (rules QU-001 to QU-005). Which page is current is published, so that it can be asked without waiting for anybody, also
/// not for a thread that reports (rule QU-007); the other questions wait for a report that is being applied.
extension PageViewEngine {
    /// The page in front of the user, over all scenes; pending pages too.
    ///
    /// Scenes in the foreground go before those in the background; among them the one that was made active, or in
    /// which an appearance began, last.
    public var currentPage: PageAppearance? { unsafe board.pointee.page() }

    /// The scene's newest live page that contains no other live page; pending pages too.
    public func currentPage(in scene: SceneID) -> PageAppearance? {
        unsafe board.pointee.page(in: scene)
    }

    /// The current page or, where there is none, the one that was current last, also after its scene has closed.
    public var lastPage: PageAppearance? { core.look { $0.lastPageOfAll() } }

    /// The scene's current page or, where there is none, the one that was current last.
    public func lastPage(in scene: SceneID) -> PageAppearance? { core.look { $0.lastPage(in: scene) } }

    /// The page that was counted last, over all scenes, also after its scene has closed.
    public var lastCountedPage: PageReference? { core.look { $0.lastCountedPageOfAll() } }

    /// The page that was counted last in the scene.
    public func lastCountedPage(in scene: SceneID) -> PageReference? { core.look { $0.lastCountedPage(in: scene) } }

    /// Every live page of the scene, in the order in which they began. The one query that allocates: the list itself.
    public func livePages(in scene: SceneID) -> [PageAppearance] { core.look { $0.livePages(in: scene) } }

    /// Whether an appearance of the component has begun and not ended.
    public func isLive(_ component: ComponentID) -> Bool { core.look { $0.isLive(component) } }
}
