public import PageViewAutomation
import Synchronization

/// One session of a trace: an engine of its own, and the names that the trace gives to components and scenes.
public final class ReplaySession {
    /// The session's name; `nil` for the one without a name.
    public let name: String?
    /// The engine that the session's events are reported to.
    package let engine: PageViewEngine

    private struct Component {
        var id: ComponentID
        var isDestroyed = false
        /// How many components of this name there were before.
        var predecessors: UInt32 = 0
    }

    private let setTime: @Sendable (Timestamp) -> Void
    private let inbox = RecordInbox()
    private var time = Timestamp.zero
    private var componentNames: [String] = []
    private var componentPlaces: [ExactName: Int] = [:]
    private var components: [Component] = []
    private var sceneNames = ["main"]
    /// Tags of scenes that are closed and empty, to be given to others: a trace may open and close any number.
    private var freeSceneTags: [UInt64] = []
    private var forgottenScenes: [UInt64] = []
    private var scenes: [ExactName: SceneID]

    /// What the framework says through notifiers instead, by the name of the page.
    package var notifiers: [String: PageViewNotifier] = [:]

    convenience init(name: String?, policy: EnginePolicy) {
        let clock = ReplayClock()
        self.init(name: name, engine: PageViewEngine(policy: policy, clock: EngineClock { clock.now })) {
            clock.now = $0
        }
    }

    /// A session that reports to an engine of somebody's, whose clock it sets.
    package init(name: String?, engine: PageViewEngine, settingTime setTime: @escaping @Sendable (Timestamp) -> Void) {
        self.name = name
        self.engine = engine
        self.setTime = setTime
        scenes = [ExactName("main"): engine.mainScene]
        engine.addReceiver(inbox)
    }

    // MARK: Names

    /// The name that the trace gives to a component; of a component of another session, what its token looks like.
    public func name(of component: ComponentID) -> String {
        component.issuer == issuer ? componentNames[Int(component.tag & 0xFFFF_FFFF)] : component.description
    }

    /// The name that the trace gives to a scene; of a scene of another session, what its token looks like.
    ///
    /// Ask for it before the next event: once a scene is closed and empty, its name is forgotten, so that a trace may open
    /// and close any number.
    public func name(of scene: SceneID) -> String {
        scene.issuer == issuer ? sceneNames[Int(scene.tag)] : scene.description
    }

    private var issuer: UInt32 { engine.mainScene.issuer }

    /// The identity of a page view as traces write it: `home#1/2`, `home#1~2/1` for the second component of a name,
    /// `manual/7` (rule TR-004).
    public func label(of id: PageViewID) -> String {
        switch id {
        case .manual(let sequence): return "manual/\(sequence)"
        case .appearance(let appearance):
            let predecessors = appearance.component.tag >> 32
            let number = predecessors == 0 ? "" : "~\(predecessors + 1)"
            return "\(name(of: appearance.component))\(number)/\(appearance.ordinal)"
        }
    }

    func scene(named name: String) -> SceneID {
        if let known = scenes[ExactName(name)] { return known }
        let tag = freeSceneTags.popLast() ?? UInt64(sceneNames.count)
        if Int(tag) == sceneNames.count { sceneNames.append(name) } else { sceneNames[Int(tag)] = name }
        let scene = engine.makeScene(tag: tag)
        scenes[ExactName(name)] = scene
        return scene
    }

    /// Lets go of the name of a scene that is closed and empty; when it is mentioned again it is a new scene anyhow.
    private func forgetScene(named name: String) {
        guard let scene = scenes[ExactName(name)], scene != engine.mainScene, engine.isForgotten(scene) else { return }
        scenes[ExactName(name)] = nil
        forgottenScenes.append(scene.tag)
    }

    /// The component of a name. It is there from its first mention, in `scene`.
    private func component(named name: String, scene: String?) -> ComponentID {
        if let place = componentPlaces[ExactName(name)] { return components[place].id }
        let component = makeComponent(name)
        engine.declare(component, scene: self.scene(named: scene ?? "main"), isAttached: nil, parent: nil, page: nil)
        return component
    }

    private func makeComponent(_ name: String) -> ComponentID {
        if let place = componentPlaces[ExactName(name)] {
            let predecessors = components[place].predecessors + 1
            let id = engine.lifecycle.makeComponent(tag: UInt64(predecessors) << 32 | UInt64(place))
            components[place] = Component(id: id, predecessors: predecessors)
            return id
        }
        let place = components.count
        let id = engine.lifecycle.makeComponent(tag: UInt64(place))
        componentPlaces[ExactName(name)] = place
        componentNames.append(name)
        components.append(Component(id: id))
        return id
    }

    // MARK: Events

    /// Reports an event; returns what the engine emitted.
    @discardableResult
    package func apply(_ event: TraceEvent) -> [EngineRecord] {
        // Not at once: what is emitted on the close itself still carries the tag.
        freeSceneTags += forgottenScenes
        forgottenScenes.removeAll(keepingCapacity: true)
        advance(to: event.time, about: event.action.component)
        perform(event.action)
        return inbox.takeAll()
    }

    /// Moves the time on, where nothing happens.
    package func advance(to moment: Timestamp) { advance(to: moment, about: nil) }

    private func advance(to moment: Timestamp?, about component: String?) {
        guard let moment else { return }
        if moment < time {
            engine.diagnose(
                .timeWentBack, component.flatMap { componentPlaces[ExactName($0)] }.map { components[$0].id })
        } else {
            time = moment
            setTime(moment)
        }
    }

    private func perform(_ action: TraceEvent.Action) {
        switch action {
        case .create(let name, let scene, let declaration):
            create(name, scene: scene, declaration)
        case .component(let name, let event, let scene):
            let component = component(named: name, scene: scene)
            if event == .attach, let scene {
                engine.report(.attach(component, to: self.scene(named: scene)))
            } else {
                engine.report(event, of: component)
            }
            if event == .destroy, let place = componentPlaces[ExactName(name)] { components[place].isDestroyed = true }
        case .pending(let name, let scene, let page):
            engine.update(
                component(named: name, scene: scene), with: PageUpdate(page: page, isReady: false, payload: nil))
        case .ready(let name, let scene, let page, let payload):
            engine.update(
                component(named: name, scene: scene),
                with: PageUpdate(page: page, isReady: true, payload: payload ?? [:]))
        case .scene(let name, let event):
            engine.report(event, of: scene(named: name ?? "main"))
            if event == .close, let name { forgetScene(named: name) }
        case .interaction(let name, let scene, let properties):
            engine.interact(name, properties ?? [:], in: scene.map { self.scene(named: $0) })
        case .deepLink(let url, let scene, let source):
            engine.open(DeepLink(url: url, source: source), in: scene.map { self.scene(named: $0) })
        case .record(let name, let scene, let page, let payload):
            engine.record(
                name.map { component(named: $0, scene: scene) }, page: page, payload: payload,
                scene: name == nil ? scene.map { self.scene(named: $0) } : nil)
        case .sessionEnd:
            engine.stop()
        case .note:
            break
        }
    }

    private func create(_ name: String, scene: String?, _ declaration: TraceEvent.Declaration) {
        let known = componentPlaces[ExactName(name)].map { components[$0] }
        let component = known.flatMap { $0.isDestroyed ? nil : $0.id } ?? makeComponent(name)
        let parent = declaration.parent.map { parent in
            componentPlaces[ExactName(parent)].map { components[$0].id } ?? makeComponent(parent)
        }
        let notifier = declaration.page.flatMap { notifiers[$0.name.rawValue] }
        engine.declare(
            component, scene: scene.map { self.scene(named: $0) }, isAttached: declaration.isAttached, parent: parent,
            page: notifier == nil
                ? PageUpdate(
                    page: declaration.page, isReady: declaration.isReady, payload: declaration.payload,
                    isRefusedWhole: false) : nil)
        if let notifier { engine.declare(notifier, for: component) }
    }
}

/// The time of a replay: that of the line that is being replayed.
private final class ReplayClock: Sendable {
    private let nanoseconds = Atomic<Int64>(0)

    var now: Timestamp {
        get { Timestamp(nanoseconds: nanoseconds.load(ordering: .relaxed)) }
        set { nanoseconds.store(newValue.nanoseconds, ordering: .relaxed) }
    }
}

/// Keeps what the engine emits until the replay takes it.
private final class RecordInbox: PageViewReceiver {
    private let records = Protected<[EngineRecord]>([])

    func receive(_ record: EngineRecord) {
        records.withLock { $0.append(record) }
    }

    func takeAll() -> [EngineRecord] {
        records.withLock { records in
            guard !records.isEmpty else { return [] }
            defer { records = [] }
            return records
        }
    }
}
