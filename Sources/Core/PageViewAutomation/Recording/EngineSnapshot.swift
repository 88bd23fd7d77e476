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
        /// The position in the order in which scenes came to the front.
        package let front: Int
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
    ///
    /// Its facts and its appearance are those of the engine, apart from slots, which are identities here.
    @dynamicMemberLookup
    package struct Component: Sendable {
        private let facts: PageViewAutomation.Component
        package let scene: SceneID
        /// The scene of the live appearance; `nil` if the component is not live.
        package let liveScene: SceneID?
        package let parent: ComponentID?
        package let selection: Selection
        /// Whether a `detach` in the update in progress may void the `didAppear`.
        package let isDetached: Bool

        package subscript<Fact>(dynamicMember path: KeyPath<PageViewAutomation.Component, Fact>) -> Fact {
            facts[keyPath: path]
        }

        package subscript<Fact>(dynamicMember path: KeyPath<Appearance, Fact>) -> Fact {
            facts.appearance[keyPath: path]
        }

        package var isDestroyed: Bool { facts.lifetime == .destroyed }
        package var hasParts: Bool { !facts.parts.isEmpty }
        package var payload: Payload { facts.payload ?? Payload() }
        package var state: LifecycleState { facts.machine.state }
        package var isAppeared: Bool { facts.machine.isAppeared }
        package var ordinal: UInt32 { facts.appearanceCount }
        package var sawWillDisappear: Bool { facts.isLive && facts.appearance.sawWillDisappear }
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
        facts = components[slot]
        scene = scenes[facts.scene].id
        liveScene = facts.liveScene.map { scenes[$0].id }
        parent = facts.parent.map { components[$0].id }
        selection =
            switch facts.selection {
            case .none: .none
            case .empty: .empty
            case .part(let part): .part(components[part].id)
            }
        self.isDetached = isDetached
    }
}
