public import PageViewLifecycle

/// Queries, from any thread (rules QU-001 to QU-005, QU-007).
///
/// A result includes every report whose call has returned. A query never waits for a receiver.
extension PageViewEngine {
    /// The page in front of the user, over all scenes, pending or ready.
    ///
    /// Scenes in the foreground precede those in the background. Within each group, the scene in which the user
    /// turned to something last, or in which an appearance began last, is first (rule QU-004).
    public var currentPage: PageAppearance? { core.query { $0.currentPage } }

    /// Returns the scene's newest live page of the highest level that contains no other live page, pending or ready.
    public func currentPage(in scene: SceneID) -> PageAppearance? { core.query { $0.currentPage(in: scene) } }

    /// The current page; if there is none, the page that was current last, even if its scene has closed.
    public var lastPage: PageAppearance? { core.query { $0.lastPageOfAll } }

    /// Returns the scene's current page; if there is none, the page that was current last.
    public func lastPage(in scene: SceneID) -> PageAppearance? { core.query { $0.lastPage(in: scene) } }

    /// The page that was counted last, over all scenes, even if its scene has closed.
    public var lastCountedPage: PageReference? { core.query { $0.lastCounted } }

    /// Returns the page that was counted last in the scene.
    public func lastCountedPage(in scene: SceneID) -> PageReference? { core.query { $0.lastCountedPage(in: scene) } }

    /// Returns every live page of the scene, in the order in which they began. The query allocates memory (rule QU-005).
    public func livePages(in scene: SceneID) -> [PageAppearance] { core.query { $0.livePages(in: scene) } }

    /// The live pages of all scenes, scene by scene. In each scene, they are in the order in which they began.
    public var livePages: [PageAppearance] { core.query { $0.livePages() } }

    /// Returns whether an appearance of the component has begun and not ended.
    public func isLive(_ component: ComponentID) -> Bool { core.query { $0.isLive(component) } }

    package enum Answer: Sendable {
        case page(PageAppearance?)
        case reference(PageReference?)
        case pages([PageAppearance])
        case condition(Bool)
    }

    /// Answers a query about a scene or, without one, about the whole engine; or about a component.
    package func answer(_ query: Rules.Query, in scene: SceneID?, of component: ComponentID? = nil) -> Answer {
        switch query {
        case .currentPage: .page(scene.map { currentPage(in: $0) } ?? currentPage)
        case .lastPage: .page(scene.map { lastPage(in: $0) } ?? lastPage)
        case .lastCountedPage: .reference(scene.map { lastCountedPage(in: $0) } ?? lastCountedPage)
        case .livePages: .pages(scene.map { livePages(in: $0) } ?? livePages)
        case .isLive: .condition(component.map { isLive($0) } ?? false)
        }
    }

    package func status(of component: ComponentID) -> ComponentStatus? { core.query { $0.status(of: component) } }

    /// Returns the components that contain a component, from the innermost to the outermost one.
    package func containers(of component: ComponentID) -> [ComponentID] { core.query { $0.containers(of: component) } }

    /// Returns the page that a component declares now, which can differ from the counted one (AP-013).
    package func declaredPage(of component: ComponentID) -> PageContext? {
        core.query { $0.declaredPage(of: component) }
    }

    /// Returns the deep link that is pending in a scene; `nil` without one.
    package func deepLink(in scene: SceneID) -> PendingLink? { core.query { $0.deepLink(in: scene) } }

    /// Whether an update is in progress (AP-015).
    package var isInUpdate: Bool { core.query { $0.isInUpdate } }
}

/// The current page as a sequence (rule QU-006).
///
/// The functions are emitted into their clients, because streams need much of the standard library.
extension PageViewEngine {
    /// The current page over all scenes, and each change of it from now on. A slow consumer never misses the last value.
    @_alwaysEmitIntoClient
    public var currentPages: AsyncStream<PageAppearance?> { makeCurrentPages(in: nil) }

    /// Returns the current page of a scene, and each change of it from now on. A slow consumer never misses the last value.
    @_alwaysEmitIntoClient
    public func currentPages(in scene: SceneID) -> AsyncStream<PageAppearance?> { makeCurrentPages(in: scene) }

    @_alwaysEmitIntoClient
    func makeCurrentPages(in scene: SceneID?) -> AsyncStream<PageAppearance?> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let stopFollowing = followCurrentPage(
                in: scene, yield: { continuation.yield($0) }, finish: { continuation.finish() })
            continuation.onTermination = { _ in stopFollowing() }
        }
    }

    @usableFromInline
    func followCurrentPage(
        in scene: SceneID?, yield: @escaping @Sendable (PageAppearance?) -> Void, finish: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        core.followCurrentPage(in: scene, yield: yield, finish: finish)
    }
}
