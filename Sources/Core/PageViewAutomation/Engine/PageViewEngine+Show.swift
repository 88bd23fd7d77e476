public import PageViewLifecycle

/// A page or a container that exists in a scene, for ``PageViewEngine/show(_:in:at:)`` (rule AP-016).
public struct ShownEntry: Sendable {
    /// The identity of the entry in its scene.
    public let key: String
    /// The properties of the page, of which those that are `nil` do not change.
    package var declared: (page: PageContext?, payload: Payload?, isReady: Bool?)
    /// The component, if the caller has made it; `nil` for the one that the engine makes for the key.
    package var component: ComponentID?
    /// The component that contains this one, if the caller has made it, in place of `container`.
    package var parent: ComponentID?
    /// The tag of the component that the engine makes for a new key.
    package var tag: UInt64 = 0
    /// The notifier of the page, if the page has one.
    public var notifier: PageViewNotifier?
    package let isVisible: Bool
    package let container: String?
    /// The level; `nil` if the entry does not change it (rule QU-009).
    public let level: Int?

    /// Creates an entry whose page is in this state, or one without a page, whose page stays as it is.
    ///
    /// - Parameters:
    ///   - key: The identity of the entry in its scene. It identifies the screen, not the place where the screen is shown: the entry
    ///     of a screen that moves into another container keeps its key. Keys are compared byte by byte.
    ///   - page: The name and the state of the page; `nil` for a container that is no page, and for a page that stays as it is.
    ///   - isVisible: Whether the framework shows the entry, also if another one is on top of it. An invisible entry hides its
    ///     content.
    ///   - container: The key of the entry that contains this one; `nil` for none. A key that no entry has means none.
    ///   - level: The level; `nil` does not change it (rule QU-009). A new entry without a level has that of its container.
    public init(
        _ key: String, _ page: PageState? = nil, isVisible: Bool = true, in container: String? = nil, level: Int? = nil
    ) {
        (self.key, self.isVisible, self.container, self.level) = (key, isVisible, container, level)
        declared = (page?.pageContext, page?.event?.payload, page.map { $0.event != nil })
    }

    /// Creates an entry whose page has a notifier.
    public init(
        _ key: String, _ notifier: PageViewNotifier, isVisible: Bool = true, in container: String? = nil,
        level: Int? = nil
    ) {
        self.init(key, isVisible: isVisible, in: container, level: level)
        self.notifier = notifier
    }
}

/// Navigation that is a value, such as a back stack or the state of a router.
extension PageViewEngine {
    /// States what exists in a scene, from the bottom to the top (rule AP-016).
    ///
    /// The engine compares the list with the last one: it creates and destroys components, visible entries appear, and invisible ones
    /// disappear. The call is one update. Nearly always, the last visible page of the highest level is then the current page.
    ///
    ///     engine.show([ShownEntry("list", .ready(.list)), ShownEntry("item 7", .pending(.item))])
    ///
    /// - Parameters:
    ///   - entries: The entries. The engine ignores an entry that repeats an earlier key, and emits the diagnostic `duplicateKey`.
    ///   - scene: The scene; by default, the main scene.
    ///   - time: When it happened, by the engine's clock; by default, now.
    public func show(_ entries: [ShownEntry], in scene: SceneID? = nil, at time: Timestamp? = nil) {
        core.applyShow(entries, in: scene ?? mainScene, at: time)
        core.deliver()
    }
}

/// An update for all reports of one turn of a run loop (rule AP-015).
///
/// A toolkit that reports synchronously can navigate twice in a turn. The page in between is never painted, and must not count. An
/// adapter calls ``begin()`` before each report about a component:
///
///     let turn = TurnUpdate(of: engine) { work in DispatchQueue.main.async(execute: work) }
///
///     func viewDidAppear() {
///         turn.begin()
///         handle.report(.didAppear)
///     }
public final class TurnUpdate: Sendable {
    private let engine: PageViewEngine
    private let schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    private let turn = Locked(Turn())

    private struct Turn {
        var number: UInt64 = 0
        /// What ``EngineCore/beginUpdate()`` returned in the present turn; `nil` before its first report.
        var update: UInt64?
    }

    /// Creates a helper without an open update.
    ///
    /// - Parameters:
    ///   - engine: The engine that gets the reports.
    ///   - schedule: Runs its argument once, at the end of the present turn: when the run loop is idle, in its next turn, or before
    ///     the next frame. An argument that is never run leaves the update open, and the engine then decides nothing.
    public init(
        of engine: PageViewEngine,
        atEndOfTurn schedule: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) {
        self.engine = engine
        self.schedule = schedule
    }

    /// Begins an update that ends with this turn, unless the turn already has one. Any thread.
    public func begin() { if let number = beginIfNeeded() { schedule { self.end(number) } } }

    /// Begins an update, unless the turn already has one. Returns the number of the turn, which the caller then ends.
    package func beginIfNeeded() -> UInt64? {
        // The update begins under the lock, so that a second caller of `begin` cannot report before the update exists.
        turn.withLock { turn in
            if let update = turn.update, engine.core.hasNotStopped(since: update) { return nil }
            (turn.number, turn.update) = (turn.number &+ 1, engine.core.beginUpdate())
            return turn.number
        }
    }

    /// Ends the turn with a number, or the present one, unless it has ended.
    package func end(_ number: UInt64? = nil) {
        let update = turn.withLock { number == nil || number == $0.number ? $0.update.take() : nil }
        if let update { engine.core.commitUpdate(update) }
    }
}
