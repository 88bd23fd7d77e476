public import PageViewLifecycle

/// The current page as a sequence (rule QU-006).
///
/// What is here is compiled into the programs that use it, and not into the library: streams need much of the standard
/// library, and a program that follows none does without.
extension PageViewEngine {
    /// The current page over all scenes, and each change of it from now on.
    ///
    /// A consumer that is slow misses what was soon replaced, never the last value.
    @_alwaysEmitIntoClient
    public var currentPages: some AsyncSequence<PageAppearance?, Never> & Sendable {
        makeCurrentPages(in: nil)
    }

    /// The current page of a scene, and each change of it from now on.
    ///
    /// A consumer that is slow misses what was soon replaced, never the last value.
    @_alwaysEmitIntoClient
    public func currentPages(in scene: SceneID) -> some AsyncSequence<PageAppearance?, Never> & Sendable {
        makeCurrentPages(in: scene)
    }

    /// Reports everything a stream brings, until it ends or the task is cancelled.
    @_alwaysEmitIntoClient
    public func observe(_ events: some AsyncSequence<NavigationEvent, Never>) async {
        for await event in events {
            if Task.isCancelled { return }
            report(event)
        }
    }

    @_alwaysEmitIntoClient
    func makeCurrentPages(in scene: SceneID?) -> AsyncStream<PageAppearance?> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PageAppearance?.self, bufferingPolicy: .bufferingNewest(1))
        let leave = followCurrentPage(in: scene, yield: { continuation.yield($0) }, finish: { continuation.finish() })
        continuation.onTermination = { _ in leave() }
        return stream
    }

    /// Calls `yield` with the current page and each change of it, outside locks and in order, until what it returns is
    /// called; and `finish` when the engine is gone.
    @usableFromInline
    func followCurrentPage(
        in scene: SceneID?, yield: @escaping @Sendable (PageAppearance?) -> Void, finish: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        core.follow(scene, with: CurrentPageWatchers.Continuation(yield: yield, finish: finish))
    }
}
