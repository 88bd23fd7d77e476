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
    package init(of rules: borrowing Rules) {
        let (components, scenes) = (rules.components, rules.scenes)
        policy = rules.policy
        mainScene = rules.mainScene
        now = rules.latest ?? .zero
        isRunning = rules.isRunning
        sequence = rules.sequence
        lastPage = rules.currentPage == nil ? rules.lastPage : nil
        let order = rules.sceneOrder
        // The scenes are in the order of their numbers, because the indices of scenes are reused.
        self.scenes = rules.sceneIndices.compactMap { $0 }.filter { scenes[$0].isOpen }.map { index in
            Scene(
                id: scenes[index].id, isForeground: scenes[index].isForeground,
                front: UInt64((order.firstIndex(of: index) ?? 0) + 1), hasLivePage: !scenes[index].live.isEmpty,
                lastCounted: scenes[index].lastCounted, lastPage: scenes[index].lastPage,
                link: scenes[index].link.map { ($0.visit.value, $0.order) })
        }
        let roots = components.indices.filter { components[$0].lifetime == .alive && components[$0].parent == nil }
        self.components = roots.flatMap { components.content(of: $0) }.map { Component($0, components, scenes) }
        destroyed = components.filter { $0.lifetime == .destroyed }.map(\.id)
    }
}

extension EngineSnapshot.Component {
    fileprivate init(_ slot: Int, _ components: [Component], _ scenes: [Scene]) {
        let component = components[slot]
        id = component.id
        scene = scenes[component.scene].id
        parent = component.parent.map { components[$0].id }
        isAttached = component.isAttached
        page = component.page
        isReady = component.isReady
        payload = component.payload ?? Payload()
        presence = component.isLive ? .live : component.isHeld ? .held : .hidden
        order = component.isLive ? component.appearance.order : component.appearedOrder
        beganAt = component.appearance.beganAt
        ordinal = component.appearanceCount
        beganByReturn = component.isLive && component.appearance.beganByReturn
        countedAs = component.countedAs
        sawWillDisappear = component.isLive && component.appearance.sawWillDisappear
        isAppearing = component.machine.state == .appearing
    }
}
