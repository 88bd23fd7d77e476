import AnalyticsJSON
package import PageViewAutomation

/// One session of a trace. It converts names to tokens, and applies the events to an engine.
package struct TraceSession<Engine: SessionEngine & ~Copyable>: ~Copyable {
    package var engine: Engine
    private(set) var names: SessionNames

    /// Creates a session. Padding must follow the name.
    package init(name: [UInt8]?, engine: consuming Engine) {
        self.engine = engine
        names = SessionNames(session: name)
    }

    /// Applies an event, with a batch that many sessions can share.
    package mutating func apply(_ event: TraceEvent, in batch: inout EventBatch) {
        batch.reset([])
        batch.append(event, seed: TextHash.start)
        // Slices, because `Array.span` needs macOS 26 and iOS 26.
        let (bytes, details) = (batch.bytes[...], batch.details[...])
        let events = batch.events[...]
        apply(events.span, at: 0, bytes.span, details.span)
    }

    /// Applies an event whose names are in `bytes`.
    ///
    /// Most events are reports about known components, and these have no other values. So they have a separate path.
    @inline(__always)
    mutating func apply(
        _ events: Span<ScannedEvent>, at index: Int, _ bytes: ByteSpan, _ details: Span<ScannedDetail>
    ) {
        if case .component(let report) = events[index].kind, report != .attach, report != .destroy,
            let number = names.components.number(of: events[index].component, in: bytes)
        {
            engine.apply(report, to: names.components[number], at: events[index].moment)
        } else {
            applyAny(events[index], bytes, details[Int(events[index].detail)])
        }
    }

    /// Applies an event of any kind.
    @inline(never)
    private mutating func applyAny(_ event: ScannedEvent, _ bytes: ByteSpan, _ detail: ScannedDetail) {
        let kind = event.kind
        var component: ComponentID?
        var isNew = false
        if event.keys.contains(.component) {
            if kind == .interaction {
                // An interaction with an unknown component creates none.
                component = known(event.component, bytes)?.id
            } else {
                (component, isNew) = self.component(event.component, bytes, reusingName: kind == .create)
            }
        }
        let parent = detail.parent.map { container($0, bytes) }
        let entries = detail.values.entries.map { shown($0) }
        let scene = usesScene(event, kind, isNew: isNew) ? scene(event.scene, bytes) : nil
        // The reader has already rejected events that lack a key.
        try? EngineInput.make(
            kind, component: component, scene: scene, parent: parent, entries: entries, detail.values
        ) {
            engine.apply($0, at: event.moment)
        }
        switch kind {
        // After these events the scene may be closed and empty. Then its next mention creates a new scene.
        case .scene(.close), .discardDeepLink: forgetScene(event, bytes)
        case .create, .component, .pending, .ready, .scene, .begin, .commit, .show, .interaction, .deepLink, .record,
            .stop,
            .note:
            break
        }
    }

    /// Returns whether the event uses its scene. The scene of a known component does not change (TR-002).
    @inline(__always)
    private func usesScene(_ event: ScannedEvent, _ kind: EventKind, isNew: Bool) -> Bool {
        guard event.keys.contains(.scene) else { return false }
        return switch kind {
        case .create, .component(.attach), .scene, .show, .interaction, .deepLink, .discardDeepLink: true
        case .component, .pending, .ready: isNew
        case .record: isNew || !event.keys.contains(.component)
        case .begin, .commit, .stop, .note: false
        }
    }

    // MARK: Components

    /// Returns the component that has a name, and whether this is its first mention. Creates the component if necessary.
    ///
    /// After a `destroy`, a `create` or a `show` may use the name again (AP-010).
    @inline(__always)
    private mutating func component(
        _ name: ScannedText, _ bytes: ByteSpan, reusingName: Bool
    ) -> (ComponentID, isNew: Bool) {
        guard let known = known(name, bytes) else { return (make(name, bytes), true) }
        if reusingName, engine.isDestroyed(known.id) { return (make(name, bytes), true) }
        return (known.id, false)
    }

    /// Returns the component that an event names as a container, and creates it if necessary.
    private mutating func container(_ name: ScannedText, _ bytes: ByteSpan) -> ComponentID {
        component(name, bytes, reusingName: false).0
    }

    /// Returns the entries of a `show`. All their components exist before one of them is a container.
    private mutating func shown(
        _ entries: [TraceEvent.Action.ShownEntry]
    ) -> [EngineInput<ComponentID, SceneID>.ShownEntry] {
        let components = entries.map { entry in
            ScannedText.with(entry.component) { component($0, $1, reusingName: true).0 }
        }
        var listed: Set<ComponentID> = []
        return zip(components, entries).map { component, entry in
            // The engine ignores a component that is listed again, so its entry mentions no container.
            let parent = listed.insert(component).inserted ? entry.parent : nil
            return EngineInput.ShownEntry(
                component: component, page: entry.page, payload: entry.payload, isReady: entry.isReady,
                parent: parent.map { name in ScannedText.with(name) { container($0, $1) } },
                isVisible: entry.isVisible, level: entry.level)
        }
    }

    /// Returns the component that has a name, unless no event has mentioned it.
    package func component(named name: String) -> ComponentID? { ScannedText.with(name) { known($0, $1)?.id } }

    /// Returns the component that has a name, with the number of the name.
    @inline(__always)
    private func known(_ name: ScannedText, _ bytes: ByteSpan) -> (number: Int, id: ComponentID)? {
        guard let number = names.components.number(of: name, in: bytes) else { return nil }
        return (number, names.components[number])
    }

    @inline(never)
    private mutating func make(_ name: ScannedText, _ bytes: ByteSpan) -> ComponentID {
        names.components.add(name, from: bytes) { engine.makeComponent(tag: $0) }
    }

    // MARK: Scenes

    /// Returns the scene that has a name, and creates it if necessary.
    private mutating func scene(_ name: ScannedText, _ bytes: ByteSpan) -> SceneID {
        if let known = knownScene(name, bytes) { return known.id }
        let number = names.scenes.insert(name.hashed(in: bytes), from: bytes, nil)
        let scene = engine.makeScene(tag: UInt64(number))
        names.scenes[number] = scene
        return scene
    }

    /// Returns the scene that has a name, unless no event has mentioned it.
    func scene(named name: String) -> SceneID? { ScannedText.with(name) { knownScene($0, $1)?.id } }

    private func knownScene(_ name: ScannedText, _ bytes: ByteSpan) -> (number: Int, id: SceneID)? {
        names.scenes.number(of: name.hashed(in: bytes), in: bytes).map { ($0, names.scenes[$0] ?? engine.mainScene) }
    }

    /// Removes the name of a closed and empty scene, except the main scene. The next mention of the name creates a new scene.
    ///
    /// The records of the event can still use the name.
    @inline(never)
    private mutating func forgetScene(_ event: ScannedEvent, _ bytes: ByteSpan) {
        guard event.keys.contains(.scene), let (number, id) = knownScene(event.scene, bytes), id != engine.mainScene,
            engine.isClosedAndEmpty(id)
        else { return }
        names.scenes.remove(number)
    }
}
