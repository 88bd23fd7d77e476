import PageViewAutomation

/// One session of a trace. It converts names to tokens, and applies the events to an engine.
struct TraceSession {
    var engine: LiveEngine
    private(set) var names: SessionNames

    /// Creates a session.
    init(engine: LiveEngine) {
        self.engine = engine
        names = SessionNames(mainScene: engine.engine.mainScene)
    }

    /// Applies an event.
    mutating func apply(_ event: TraceEvent) {
        let values = event.action.values
        var component: ComponentID?
        var isNew = false
        if let name = values.component {
            if values.kind == .interaction {
                // An interaction with an unknown component creates none.
                component = self.component(named: name)
            } else {
                (component, isNew) = self.component(name, reusingName: values.kind == .create)
            }
        }
        let parent = values.parent.map { container($0) }
        let entries = values.detail.entries.map { shown($0) }
        let scene = values.scene.flatMap { usesScene(values, isNew: isNew) ? self.scene($0) : nil }
        // The reader has already rejected events that lack a key.
        if let input = try? EngineInput<ComponentID, SceneID>(
            values.kind, component: component, scene: scene, parent: parent, entries: entries, values.detail)
        {
            engine.apply(input, at: event.time)
        }
        switch values.kind {
        // After these events the scene may be closed and empty. Then its next mention creates a new scene.
        case .scene(.close), .discardDeepLink: forgetScene(values.scene)
        case .create, .component, .pending, .ready, .scene, .begin, .commit, .show, .interaction, .deepLink, .record,
            .stop,
            .note:
            break
        }
    }

    /// Returns whether the event uses its scene. The scene of a known component does not change (TR-002).
    private func usesScene(_ values: EventValues, isNew: Bool) -> Bool {
        switch values.kind {
        case .create, .component(.attach), .scene, .show, .interaction, .deepLink, .discardDeepLink: true
        case .component, .pending, .ready: isNew
        case .record: isNew || values.component == nil
        case .begin, .commit, .stop, .note: false
        }
    }

    // MARK: Components

    /// Returns the component that has a name, and whether this is its first mention. Creates the component if necessary.
    ///
    /// After a `destroy`, a `create` or a `show` may use the name again (AP-010).
    private mutating func component(_ name: String, reusingName: Bool) -> (ComponentID, isNew: Bool) {
        if let known = component(named: name), !reusingName || !engine.isDestroyed(known) { return (known, false) }
        let lifecycle = engine.engine.lifecycle
        return (names.addComponent(name) { lifecycle.makeComponent(tag: $0) }, true)
    }

    /// Returns the component that an event names as a container, and creates it if necessary.
    private mutating func container(_ name: String) -> ComponentID { component(name, reusingName: false).0 }

    /// Returns the entries of a `show`. All their components exist before one of them is a container.
    private mutating func shown(
        _ entries: [TraceEvent.Action.ShownEntry]
    ) -> [EngineInput<ComponentID, SceneID>.ShownEntry] {
        let components = entries.map { component($0.component, reusingName: true).0 }
        var listed: Set<ComponentID> = []
        return zip(components, entries).map { component, entry in
            // The engine ignores a component that is listed again, so its entry mentions no container.
            let parent = listed.insert(component).inserted ? entry.parent : nil
            return EngineInput.ShownEntry(
                component: component, page: entry.page, payload: entry.payload, isReady: entry.isReady,
                parent: parent.map { container($0) }, isVisible: entry.isVisible, level: entry.level)
        }
    }

    /// Returns the component that has a name, unless no event has mentioned it.
    func component(named name: String) -> ComponentID? { names.components[ExactName(name)] }

    // MARK: Scenes

    /// Returns the scene that has a name, and creates it if necessary.
    private mutating func scene(_ name: String) -> SceneID {
        let engine = engine.engine
        return scene(named: name) ?? names.addScene(name) { engine.makeScene(tag: $0) }
    }

    /// Returns the scene that has a name, unless no event has mentioned it.
    func scene(named name: String) -> SceneID? { names.scenes[ExactName(name)] }

    /// Removes the name of a closed and empty scene, except the main scene. The next mention of the name creates a new scene.
    private mutating func forgetScene(_ name: String?) {
        guard let name, let scene = scene(named: name), scene != engine.engine.mainScene,
            engine.engine.isClosedAndEmpty(scene)
        else { return }
        names.removeScene(name)
    }
}
