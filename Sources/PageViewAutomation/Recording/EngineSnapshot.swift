package import PageViewLifecycle

/// What an engine knows at one moment, as plain values.
package struct EngineSnapshot: Sendable {
    /// A scene that is there.
    package struct Scene: Sendable {
        package let id: SceneID
        package let isForeground: Bool
        /// When it came to the front of the scenes, in the order of such moments.
        package let front: UInt64
        package let hasLivePage: Bool
        /// The page that was counted last.
        package let lastCounted: PageReference?
        /// The page that was current last, as it was when it ended.
        package let lastPage: PageAppearance?
        /// A deep link that has not ridden yet, and its place in the order of beginnings.
        package let link: (visit: DeepLinkVisit, order: UInt64)?
    }

    /// A component that is there.
    package struct Component: Sendable {
        /// What became of it being shown.
        package enum Stage: Sendable { case hidden, held, live }

        package let id: ComponentID
        package let scene: SceneID
        package let parent: ComponentID?
        package let isAttached: Bool
        package let page: PageContext?
        package let isReady: Bool
        package let payload: Payload
        package let stage: Stage
        /// Its place in the order of what is live, or held.
        package let order: UInt64
        package let beganAt: Timestamp
        /// How many appearances it has had.
        package let ordinal: UInt32
        /// What its appearance was counted as.
        package let countedAs: PageContext?
        /// Whether a transition away was announced since its appearance began.
        package let sawWillDisappear: Bool
        /// Whether a transition towards the user was announced.
        package let isAppearing: Bool
    }

    package let policy: EnginePolicy
    package let mainScene: SceneID
    package let now: Timestamp
    package let isRunning: Bool
    /// How many page views there were.
    package let sequence: UInt64
    package let scenes: [Scene]
    /// Those that contain others first.
    package let components: [Component]
    /// The newest component of each place that nobody has now.
    package let gone: [ComponentID]
    /// The page that was current last, where none is.
    package let lastPage: PageAppearance?
}

extension EngineSnapshot {
    init(of model: borrowing EngineModel) {
        policy = model.policy
        mainScene = model.mainScene
        now = model.now
        isRunning = model.isRunning
        sequence = model.sequence
        lastPage = model.currentPage() == nil ? model.lastPageOfAll() : nil
        scenes = Self.scenes(of: model)
        var components: [Component] = []
        var gone: [ComponentID] = []
        for place in Self.containersFirst(model) {
            components.append(Component(of: place, model))
        }
        for place in model.components.indices where model.states[place].lifetime == .destroyed {
            gone.append(model.id(of: place))
        }
        self.components = components
        self.gone = gone
    }

    private static func scenes(of model: borrowing EngineModel) -> [Scene] {
        var scenes: [Scene] = []
        // By their numbers: the places of scenes are used again.
        for place in model.scenePlaces where !place.isNone && model.scenes[place].isOpen {
            let scene = model.scenes[place]
            scenes.append(
                Scene(
                    id: scene.id, isForeground: scene.isForeground, front: scene.front,
                    hasLivePage: !scene.live.first.isNone, lastCounted: scene.lastCounted, lastPage: scene.last,
                    link: scene.link.map { ($0.visit.value, $0.order) }))
        }
        return scenes
    }

    /// The components that are there, each after the one that contains it.
    private static func containersFirst(_ model: borrowing EngineModel) -> [Place] {
        var places: [Place] = []
        var isTaken = [Bool](repeating: false, count: model.components.count)
        for place in model.components.indices where model.states[place].lifetime == .alive {
            var chain: [Place] = []
            var at = place
            while !at.isNone, !isTaken[Int(at)] {
                isTaken[Int(at)] = true
                chain.append(at)
                at = model.containments.parent(of: at)
            }
            places += chain.reversed()
        }
        return places
    }
}

extension EngineSnapshot.Component {
    init(of place: Place, _ model: borrowing EngineModel) {
        let parent = model.containments.parent(of: place)
        id = model.id(of: place)
        scene = model.scenes[model[place].scene].id
        self.parent = parent.isNone ? nil : model.id(of: parent)
        isAttached = model.states[place].isAttached
        page = model[place].page
        isReady = model.states[place].isReady
        payload = model[place].payload ?? Payload()
        switch model.states[place].presence {
        // What was visible while the engine was stopped waits for its next `didAppear`, as what is hidden does.
        case .away, .cutOff, .passedOver: stage = .hidden
        case .held: stage = .held
        case .live: stage = .live
        }
        order = model[place].order
        beganAt = model[place].beganAt
        ordinal = model[place].appearanceCount
        countedAs = model[place].countedAs
        sawWillDisappear = model.states[place].sawWillDisappear
        isAppearing = model.states[place].machine.state == .appearing
    }
}
