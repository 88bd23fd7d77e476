package import PageViewLifecycle

/// The state of an engine at one moment, as plain values (RC-004).
package struct EngineSnapshot: Sendable {
    /// A scene that exists.
    package struct Scene: Sendable {
        package let id: SceneID
        package let isForeground: Bool
        /// The scene's position, in the order in which scenes came to the front.
        package let front: UInt64
        package let hasLivePage: Bool
        /// The page that was counted last.
        package let lastCounted: PageReference?
        /// The page that was current last, as it was when its appearance ended.
        package let lastPage: PageAppearance?
        /// The pending deep link, and its position in the order of beginnings.
        package let link: (visit: DeepLinkVisit, order: UInt64)?
    }

    /// A component that exists.
    package struct Component: Sendable {
        package let id: ComponentID
        package let scene: SceneID
        package let parent: ComponentID?
        package let isAttached: Bool
        package let page: PageContext?
        package let isReady: Bool
        package let payload: Payload
        package let presence: ComponentStatus.Presence
        /// The component's position in the order of live or held components.
        package let order: UInt64
        package let beganAt: Timestamp
        /// The number of the component's appearances.
        package let ordinal: UInt32
        /// Whether the appearance began with a return to the foreground or with a reveal (PV-006).
        package let beganByReturn: Bool
        /// The page that the live appearance was counted as; `nil` if it has not been counted.
        package let countedAs: PageContext?
        /// Whether a `willDisappear` of this appearance waits for a `didAppear` that answers it (POL-002).
        package let sawWillDisappear: Bool
        /// Whether a transition to the front is in progress.
        package let isAppearing: Bool
    }

    package let policy: EnginePolicy
    package let mainScene: SceneID
    package let now: Timestamp
    package let isRunning: Bool
    /// The number of page views so far.
    package let sequence: UInt64
    package let scenes: [Scene]
    /// All components, containers before their content.
    package let components: [Component]
    /// The last component of each free slot.
    package let destroyed: [ComponentID]
    /// The engine's last page; `nil` while the engine has a current page.
    package let lastPage: PageAppearance?
}

extension EngineSnapshot {
    init(of model: borrowing EngineModel) {
        policy = model.policy
        mainScene = model.mainScene
        now = model.latest
        isRunning = model.isRunning
        sequence = model.sequence
        lastPage = model.currentPage() == nil ? model.lastPageOfAll() : nil
        scenes = Self.scenes(of: model)
        var components: [Component] = []
        for slot in Self.containersFirst(model) { components.append(Component(of: slot, model)) }
        self.components = components
        var destroyed: [ComponentID] = []
        for slot in model.components.indices where model.states[slot].lifetime == .destroyed {
            destroyed.append(model.id(of: slot))
        }
        self.destroyed = destroyed
    }

    private static func scenes(of model: borrowing EngineModel) -> [Scene] {
        var positions: [Slot: UInt64] = [:]
        var slot = model.sceneOrder.first
        while !slot.isNone {
            positions[slot] = UInt64(positions.count + 1)
            slot = model.scenes[slot].front.next
        }
        var scenes: [Scene] = []
        // The scenes are in the order of their numbers, because the slots of scenes are reused.
        for slot in model.sceneSlots where !slot.isNone && model.scenes[slot].isOpen {
            let scene = model.scene(slot)
            scenes.append(
                Scene(
                    id: scene.record.id, isForeground: scene.record.isForeground, front: positions[slot, default: 0],
                    hasLivePage: !scene.record.live.first.isNone, lastCounted: scene.record.lastCounted,
                    lastPage: scene.record.lastPage,
                    link: scene.record.link.map { ($0.visit.value, $0.order) }))
        }
        return scenes
    }

    /// Returns the existing components, each after its container.
    private static func containersFirst(_ model: borrowing EngineModel) -> [Slot] {
        var slots: [Slot] = []
        var visited = [Bool](repeating: false, count: model.components.count)
        for slot in model.components.indices where model.states[slot].lifetime == .alive {
            var chain: [Slot] = []
            var next = slot
            while !next.isNone, !visited[Int(next)] {
                visited[Int(next)] = true
                chain.append(next)
                next = model.containment.parent(of: model.components[next].node)
            }
            slots += chain.reversed()
        }
        return slots
    }
}

extension EngineSnapshot.Component {
    init(of slot: Slot, _ model: borrowing EngineModel) {
        let component = model.component(slot)
        let parent = model.containment.parent(of: component.record.node)
        id = model.id(of: component)
        scene = model.scenes[component.record.scene].id
        self.parent = parent.isNone ? nil : model.id(of: parent)
        isAttached = component.state.isAttached
        page = component.record.page
        isReady = component.state.isReady
        payload = component.record.payload ?? Payload()
        presence = component.state.statusPresence
        order = component.record.order
        beganAt = component.record.beganAt
        ordinal = component.record.appearanceCount
        beganByReturn = component.state.beganByReturn
        countedAs = component.state.isCounted ? component.record.appearancePage : nil
        sawWillDisappear = component.state.sawWillDisappear
        isAppearing = component.state.machine.state == .appearing
    }
}
