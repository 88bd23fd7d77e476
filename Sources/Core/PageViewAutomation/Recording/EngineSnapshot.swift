package import PageViewLifecycle

/// The state of an engine at one moment, as plain values (RC-004).
package struct EngineSnapshot: Sendable {
    package struct Scene: Sendable {
        package let id: SceneID
        package let isForeground: Bool
        /// When the scene last went to the background.
        package let backgroundSince: Timestamp
        /// How long the scene was in the background before its return in the update in progress; otherwise `nil`.
        package let returnedAfter: Int64?
        /// The scene's position, in the order in which scenes came to the front.
        package let front: Int
        /// The live page that was decided to be the current one.
        package let current: ComponentID?
        package let lastCounted: PageReference?
        /// The page that was current last, as it was when its appearance ended.
        package let lastPage: PageAppearance?
        /// The components that the last `show` listed, without destroyed ones, and those of them that it still shows.
        package let entries: [ComponentID]
        package let shown: [ComponentID]
    }

    /// The part that a container shows.
    package enum Selection: Sendable {
        case none, empty
        case part(ComponentID)
    }

    /// A component that exists, or whose appearance is live until the update that destroyed it ends.
    package struct Component: Sendable {
        package let id: ComponentID
        package let scene: SceneID
        /// The scene of the live appearance; `nil` if the component is not live.
        package let liveScene: SceneID?
        package let isDestroyed: Bool
        package let parent: ComponentID?
        package let hasParts: Bool
        package let isExclusive: Bool
        package let selection: Selection
        package let level: Int?
        package let isAttached: Bool
        package let page: PageContext?
        package let isReady: Bool
        package let payload: Payload
        package let presence: ComponentStatus.Presence
        package let state: LifecycleState
        /// Whether the framework has reported `didAppear`, and nothing since that revokes it.
        package let isAppeared: Bool
        /// Whether the component hides its content while it does not appear.
        package let hasAppeared: Bool
        package let hasReported: Bool
        /// Whether a `detach` in the update in progress may void the `didAppear`.
        package let isDetached: Bool
        /// The positions of the `didAppear` and of the beginning of the appearance, and the position by which the newest page is
        /// current. All are in one order.
        package let appearedOrder: UInt64
        package let order: UInt64
        package let age: UInt64
        package let beganAt: Timestamp
        package let ordinal: UInt32
        /// Whether the appearance began with a return to the foreground or with a reveal (PV-006).
        package let beganByReturn: Bool
        /// The page that the live appearance was counted as; `nil` if it has not been counted.
        package let countedAs: PageContext?
        package let countedSequence: UInt64
        /// Whether a `willDisappear` of this appearance waits for a `didAppear` that answers it (POL-002).
        package let sawWillDisappear: Bool
    }

    /// A report that acts at the end of the update in progress.
    package enum Act: Sendable {
        case focus(ComponentID)
        case active(SceneID)
        case show(SceneID)
    }

    /// An update in progress (AP-015).
    package struct Update: Sendable {
        package let depth: Int
        /// The last page view and the last position before the update.
        package let sequence: UInt64
        package let order: UInt64
        package let acts: [Act]
    }

    package let policy: EnginePolicy
    package let mainScene: SceneID
    package let now: Timestamp
    package let isRunning: Bool
    package let sequence: UInt64
    package let scenes: [Scene]
    /// All components, containers before their content.
    package let components: [Component]
    /// The last component of each free slot.
    package let destroyed: [ComponentID]
    package let links: [PendingLink]
    /// The engine's last page; `nil` while the engine has a current page.
    package let lastPage: PageAppearance?
    package let update: Update?
}

extension EngineSnapshot {
    package init(of rules: borrowing Rules) {
        let (components, scenes, order) = (rules.components, rules.scenes, rules.sceneOrder)
        policy = rules.policy
        mainScene = rules.mainScene
        now = rules.latest ?? .zero
        isRunning = rules.isRunning
        sequence = rules.sequence
        lastPage = rules.currentPage == nil ? rules.lastPage : nil
        links = scenes.compactMap(\.link)
        // The scenes are in the order of their numbers, because the indices of scenes are reused.
        self.scenes = rules.sceneIndices.compactMap { $0 }.filter { scenes[$0].isOpen }.map { index in
            let scene = scenes[index]
            return Scene(
                id: scene.id, isForeground: scene.isForeground, backgroundSince: scene.backgroundSince,
                returnedAfter: scene.returnedAfter, front: order.firstIndex(of: index) ?? 0,
                current: scene.current.map { components[$0].id }, lastCounted: scene.lastCounted,
                lastPage: scene.live.isEmpty ? scene.lastPage : nil,
                entries: scene.entries.filter { components.slot(of: $0) != nil },
                shown: scene.shown.filter { id, listing in
                    components.slot(of: id).map { components[$0].listing == listing } ?? false
                }.map(\.id))
        }
        let roots = components.indices.filter { components[$0].lifetime == .alive && components[$0].parent == nil }
        let ended = components.indices.filter { components[$0].lifetime == .destroyed && components[$0].isLive }
        let detached = rules.detached
        self.components = (roots.flatMap { components.content(of: $0) } + ended).map {
            Component($0, components, scenes, isDetached: detached.contains($0))
        }
        destroyed = components.filter { $0.lifetime == .destroyed && !$0.isLive }.map(\.id)
        let acts = rules.acts.map { act -> Act in
            switch act {
            case .focus(let id): .focus(id)
            case .active(let scene): .active(scenes[scene].id)
            case .order(let scene): .show(scenes[scene].id)
            }
        }
        update =
            rules.updateDepth == 0
            ? nil
            : Update(
                depth: rules.updateDepth, sequence: rules.before.sequence, order: rules.before.order, acts: acts)
    }
}

extension EngineSnapshot.Component {
    fileprivate init(_ slot: Int, _ components: [Component], _ scenes: [Scene], isDetached: Bool) {
        let component = components[slot]
        id = component.id
        scene = scenes[component.scene].id
        liveScene = component.liveScene.map { scenes[$0].id }
        isDestroyed = component.lifetime == .destroyed
        parent = component.parent.map { components[$0].id }
        hasParts = !component.parts.isEmpty
        isExclusive = component.isExclusive
        selection =
            switch component.selection {
            case .none: .none
            case .empty: .empty
            case .part(let part): .part(components[part].id)
            }
        level = component.level
        isAttached = component.isAttached
        page = component.page
        isReady = component.isReady
        payload = component.payload ?? Payload()
        presence = component.isLive ? .live : component.isHeld ? .held : .hidden
        state = component.machine.state
        isAppeared = component.machine.isAppeared
        (hasAppeared, hasReported) = (component.hasAppeared, component.hasReported)
        self.isDetached = isDetached
        (appearedOrder, order) = (component.appearedOrder, component.appearance.order)
        age = component.appearance.age
        beganAt = component.appearance.beganAt
        ordinal = component.appearanceCount
        beganByReturn = component.appearance.beganByReturn
        (countedAs, countedSequence) = (component.countedAs, component.appearance.countedSequence)
        sawWillDisappear = component.isLive && component.appearance.sawWillDisappear
    }
}
