package import PageViewAutomation

/// One session of a trace: its engine, and the names of components and scenes.
package final class ReplaySession {
    package let name: String?
    /// The engine to which the session applies its events.
    package let engine: PageViewEngine
    private let start: Timestamp
    /// Moves the engine's clock to a time, and returns the clock's time. It is later if a test has moved the clock further.
    private let moveClock: @Sendable (Timestamp) -> Timestamp
    private let inbox = RecordInbox()
    /// The component that has each name now. Its tag is the number of the name and, in the upper half, the number of earlier
    /// components with the name.
    private var components: [ExactName: ComponentID] = [:]
    private var componentNames: [String] = []
    /// The scene that has each name. A closed and empty scene loses its name, so that memory does not grow with their number.
    private var scenes: [ExactName: SceneID]
    /// The names by the tags of the scenes. A removed name stays until another one takes its number.
    private var sceneNames = ["main"]
    private var freeSceneNumbers: [Int] = []

    package private(set) var time = Timestamp.zero
    /// The time of the engine's clock at that event.
    private var clockTime = Timestamp.zero
    /// The number and the trace time of the session's last event. Only a trace with an idle limit needs them (TR-006).
    var lastEvent = (number: -1, time: 0 as Int64)
    private var action: TraceEvent.Action?
    package var component: ComponentID? { action?.component.flatMap { component(named: $0) } }
    package var shownComponents: [ComponentID] {
        guard case .show(_, let entries) = action else { return [] }
        return entries.compactMap { component(named: $0.component) }
    }
    /// The notifiers by page name. A `create` of such a page declares the notifier instead of the page in the trace.
    package var notifiers: [String: PageViewNotifier] = [:]

    package convenience init(name: String?, policy: EnginePolicy) {
        let clock = ManualClock()
        self.init(name: name, engine: PageViewEngine(policy: policy, clock: clock)) {
            clock.now = $0
            return clock.now
        }
        // The time of a trace begins at 0.
        engine.apply(.note(""), at: .zero)
    }

    /// Creates a session that uses the caller's engine. The trace begins at the engine's time `start`.
    package init(
        name: String?, engine: PageViewEngine, startingAt start: Timestamp = .zero,
        movingClock moveClock: @escaping @Sendable (Timestamp) -> Timestamp
    ) {
        self.engine = engine
        self.name = name
        self.start = start
        self.moveClock = moveClock
        scenes = [ExactName("main"): engine.mainScene]
        engine.addReceiver(inbox)
    }

    /// Applies an event. Returns the emitted records.
    @discardableResult
    package func apply(_ event: TraceEvent) -> [EngineRecord] {
        if let time = event.time { advance(to: time) }
        applyToEngine(event)
        action = event.action
        return inbox.takeAll()
    }

    package func advance(to moment: Timestamp) {
        guard moment >= time else { return }
        time = moment
        clockTime = moveClock(moment.later(byNanoseconds: start.nanoseconds))
    }

    private func applyToEngine(_ event: TraceEvent) {
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
        let entries = values.entries.map { shown($0) }
        let scene = values.scene.flatMap { usesScene(values, isNew: isNew) ? self.scene($0) : nil }
        // The reader has already rejected events that lack a key.
        if let input = try? EngineInput<ComponentID, SceneID>(
            values, component: component, scene: scene, parent: parent, entries: entries)
        {
            apply(input, at: event.time)
        }
        // After these events the scene may be closed and empty. Then its next mention creates a new scene.
        if [.scene(.close), .discardDeepLink].contains(values.kind) { forgetScene(values.scene) }
    }

    /// Applies an input at a time; `nil` means the time of the previous input.
    private func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp?) {
        // If the clock is ahead of the trace, the clock's time applies. An event older than the previous one
        // reaches the engine with its own time, and the engine emits `timeWentBack` (ORD-006).
        let time = time.map { time in
            let moment = time.later(byNanoseconds: start.nanoseconds)
            return time < self.time ? moment : max(moment, clockTime)
        }
        guard case .create(let component, let scene, let declaration) = input,
            let notifier = declaration.page.flatMap({ notifiers[$0.name.rawValue] })
        else { return engine.apply(input, at: time) }
        let container = EngineInput<ComponentID, SceneID>.Declaration(
            parent: declaration.parent, isAttached: declaration.isAttached, isExclusive: declaration.isExclusive,
            level: declaration.level)
        engine.apply(.create(component: component, scene: scene, container), at: time)
        engine.declare(notifier, for: component)
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

    /// Returns the name of a component in the trace. For a component of another session, returns a description of its token.
    package func name(of component: ComponentID) -> String {
        guard component.issuer == engine.mainScene.issuer else { return component.description }
        return componentNames[Int(component.tag & 0xFFFF_FFFF)]
    }

    /// Returns the identity of a page view in output (TR-004), such as `home#1/2`, or `manual/7` for a page view by hand.
    package func label(of id: PageViewID) -> String {
        switch id {
        case .manual(let sequence): "manual/\(sequence)"
        case .appearance(let appearance): "\(identity(of: appearance.component))/\(appearance.ordinal)"
        }
    }

    /// Returns the component's part of an identity: `home#1`, or `home#1~2` for the second with the name.
    package func identity(of component: ComponentID) -> String {
        let predecessors = component.tag >> 32
        return predecessors == 0 ? name(of: component) : "\(name(of: component))~\(predecessors + 1)"
    }

    /// Returns the component that has a name, and whether this is its first mention. Creates the component if necessary.
    ///
    /// After a `destroy`, a `create` or a `show` may use the name again (AP-010).
    private func component(_ name: String, reusingName: Bool) -> (ComponentID, isNew: Bool) {
        if let known = component(named: name), !reusingName || !isDestroyed(known) { return (known, false) }
        let tag: UInt64
        if let earlier = components[ExactName(name)] {
            tag = earlier.tag &+ 1 << 32
        } else {
            tag = UInt64(UInt32(truncatingIfNeeded: componentNames.count))
            componentNames.append(name)
        }
        let component = engine.lifecycle.makeComponent(tag: tag)
        components[ExactName(name)] = component
        return (component, true)
    }

    private func isDestroyed(_ component: ComponentID) -> Bool { engine.core.query { $0.isDestroyed(component) } }

    private func container(_ name: String) -> ComponentID { component(name, reusingName: false).0 }

    /// Returns the entries of a `show`. All their components exist before one of them is a container.
    private func shown(
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

    package func component(named name: String) -> ComponentID? { components[ExactName(name)] }

    // MARK: Scenes

    /// Returns the name of a scene in the trace. For a scene of another session, returns a description of its token.
    ///
    /// Call it before the next event. When a scene is closed and empty, the next event may remove its name.
    package func name(of scene: SceneID) -> String {
        scene.issuer == engine.mainScene.issuer ? sceneNames[Int(truncatingIfNeeded: scene.tag)] : scene.description
    }

    private func scene(_ name: String) -> SceneID {
        if let known = scene(named: name) { return known }
        let number = freeSceneNumbers.popLast() ?? sceneNames.count
        if number == sceneNames.count { sceneNames.append(name) } else { sceneNames[number] = name }
        let scene = engine.makeScene(tag: UInt64(number))
        scenes[ExactName(name)] = scene
        return scene
    }

    func scene(named name: String) -> SceneID? { scenes[ExactName(name)] }

    /// Removes the name of a closed and empty scene, except the main scene. The next mention of the name creates a new scene.
    private func forgetScene(_ name: String?) {
        guard let name, let scene = scene(named: name), scene != engine.mainScene,
            engine.core.query({ $0.isClosedAndEmpty(scene) })
        else { return }
        scenes[ExactName(name)] = nil
        freeSceneNumbers.append(Int(scene.tag))
    }
}

extension ReplaySession {
    /// Returns the answer to a query, for a scene or for the whole engine; `nil` for a scene that no event has mentioned.
    func answer(
        to query: ExpectationName, scene name: FieldValue?
    ) -> (page: PageContext, component: String?)? {
        var scene: SceneID?
        if case .text(let name) = name {
            scene = self.scene(named: name)
            if scene == nil { return nil }
        }
        return switch query {
        case .currentPage: named(scene.map { engine.currentPage(in: $0) } ?? engine.currentPage)
        case .lastPage: named(scene.map { engine.lastPage(in: $0) } ?? engine.lastPage)
        case .lastCountedPage: named(scene.map { engine.lastCountedPage(in: $0) } ?? engine.lastCountedPage)
        case .pageView, .nothing, .pageLeave, .interaction, .deepLink, .diagnostic: nil
        }
    }

    private func named(_ page: PageAppearance?) -> (page: PageContext, component: String?)? {
        page.map { ($0.page, self.name(of: $0.component)) }
    }

    private func named(_ page: PageReference?) -> (page: PageContext, component: String?)? {
        page.map { ($0.page, $0.id.component.map(self.name(of:))) }
    }
}

private final class RecordInbox: PageViewReceiver {
    private let records = Locked<[EngineRecord]>([])

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
