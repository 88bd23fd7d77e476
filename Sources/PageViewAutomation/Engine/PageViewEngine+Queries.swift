public import PageViewLifecycle

/// Queries, from any thread. An answer includes every report whose call has returned, and waits for no receiver (rules QU-001
/// to QU-005, QU-007).
extension PageViewEngine {
    /// The page in front of the user, over all scenes; pending pages too.
    ///
    /// Scenes in the foreground come before those in the background. Among them the one comes first that was made active, or in
    /// which an appearance began, last.
    public var currentPage: PageAppearance? { core.query { $0.currentPage() } }

    /// The scene's newest live page that contains no other live page; pending pages too.
    public func currentPage(in scene: SceneID) -> PageAppearance? { core.query { $0.currentPage(in: scene) } }

    /// The current page or, where there is none, the one that was current last, also after its scene has closed.
    public var lastPage: PageAppearance? { core.query { $0.lastPageOfAll() } }

    /// The scene's current page or, where there is none, the one that was current last.
    public func lastPage(in scene: SceneID) -> PageAppearance? { core.query { $0.lastPage(in: scene) } }

    /// The page that was counted last, over all scenes, also after its scene has closed.
    public var lastCountedPage: PageReference? { core.query { $0.lastCountedPageOfAll() } }

    /// The page that was counted last in the scene.
    public func lastCountedPage(in scene: SceneID) -> PageReference? { core.query { $0.lastCountedPage(in: scene) } }

    /// Every live page of the scene, in the order in which they began. The only query that allocates: the list.
    public func livePages(in scene: SceneID) -> [PageAppearance] { core.query { $0.livePages(in: scene) } }

    /// Every live page of all scenes, scene after scene, in the order in which they began.
    package var livePages: [PageAppearance] { core.query { $0.livePages() } }

    /// Whether an appearance of the component has begun and not ended.
    public func isLive(_ component: ComponentID) -> Bool { core.query { $0.isLive(component) } }

    /// The status of a component; `nil` of one that does not exist.
    package func status(of component: ComponentID) -> ComponentStatus? { core.query { $0.status(of: component) } }

    /// Whether a deep link waits in a scene.
    package func hasDeepLink(in scene: SceneID) -> Bool { core.query { $0.hasDeepLink(in: scene) } }

    /// Whether a scene is closed and empty, so that its token can be forgotten.
    package func isForgotten(_ scene: SceneID) -> Bool { core.query { $0.isForgotten(scene) } }
}

/// The current page as a sequence (rule QU-006).
///
/// Compiled into the programs that use it, and not into the library: streams need much of the standard library.
extension PageViewEngine {
    /// The current page over all scenes, and each change of it from now on.
    ///
    /// A slow consumer misses values that were soon replaced, never the last one.
    @_alwaysEmitIntoClient
    public var currentPages: AsyncStream<PageAppearance?> { makeCurrentPages(in: nil) }

    /// The current page of a scene, and each change of it from now on.
    ///
    /// A slow consumer misses values that were soon replaced, never the last one.
    @_alwaysEmitIntoClient
    public func currentPages(in scene: SceneID) -> AsyncStream<PageAppearance?> { makeCurrentPages(in: scene) }

    @_alwaysEmitIntoClient
    func makeCurrentPages(in scene: SceneID?) -> AsyncStream<PageAppearance?> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let leave = followCurrentPage(
                in: scene, yield: { continuation.yield($0) }, finish: { continuation.finish() })
            continuation.onTermination = { _ in leave() }
        }
    }

    /// Calls `yield` with the current page and each change of it, outside locks and in order, until the returned closure is
    /// called; and `finish` when the engine ends.
    @usableFromInline
    func followCurrentPage(
        in scene: SceneID?, yield: @escaping @Sendable (PageAppearance?) -> Void, finish: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        core.followCurrentPage(in: scene, yield: yield, finish: finish)
    }
}
