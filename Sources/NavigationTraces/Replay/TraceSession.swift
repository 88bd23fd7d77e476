package import AnalyticsJSON
import PageViewAutomation

/// One session of a trace. It converts names to tokens, and applies the events to an engine.
package struct TraceSession<Engine: SessionEngine & ~Copyable>: ~Copyable {
    package var engine: Engine
    private(set) var names: SessionNames

    /// Creates a session. Padding must follow the name.
    package init(name: [UInt8]?, engine: consuming Engine) {
        self.engine = engine
        names = SessionNames(session: name)
    }

    /// Applies an event whose names are in `bytes`.
    ///
    /// Most events are reports about known components, and these have no other values. A separate path for them saves 80 of 2,000
    /// instructions per event.
    @inline(__always)
    package mutating func apply(_ event: ScannedEvent, _ bytes: ByteSpan, _ details: Span<ScannedDetail>) {
        names.scenes.release()
        if case .component(let report) = event.name.kind, report != .attach, report != .destroy,
            let known = known(event.component, bytes)
        {
            engine.apply(.component(known.id, report, scene: nil), at: event.moment)
        } else {
            applyAny(event, bytes, details)
        }
    }

    /// Applies an event of any kind.
    @inline(never)
    private mutating func applyAny(_ event: ScannedEvent, _ bytes: ByteSpan, _ details: Span<ScannedDetail>) {
        let kind = event.name.kind
        var component: ComponentID?
        var isNew = false
        if event.parts.contains(.component) { (component, isNew) = self.component(of: event, bytes) }
        let parent = details[Int(event.detail)].parent.map { known($0, bytes)?.id ?? make($0, bytes) }
        let scene = usesScene(event, kind, isNew: isNew) ? scene(event.scene, bytes) : nil
        // The reader has already rejected events that lack a key.
        try? EngineInput.make(
            kind, component: component, scene: scene, parent: parent, details[Int(event.detail)].values
        ) { engine.apply($0, at: event.moment) }
        switch kind {
        case .component(.destroy): release(event, bytes)
        // After these events the scene may be closed and empty. Then its next mention creates a new scene.
        case .scene(.close), .discardDeepLink: forgetScene(event, bytes)
        case .create, .component, .pending, .ready, .scene, .interaction, .deepLink, .record, .stop, .note: break
        }
    }

    /// Returns whether the event uses its scene. The scene of a known component does not change (TR-002).
    @inline(__always)
    private func usesScene(_ event: ScannedEvent, _ kind: EventKind, isNew: Bool) -> Bool {
        guard event.parts.contains(.scene) else { return false }
        return switch kind {
        case .create, .component(.attach), .scene, .interaction, .deepLink, .discardDeepLink: true
        case .component, .pending, .ready: isNew
        case .record: isNew || !event.parts.contains(.component)
        case .stop, .note: false
        }
    }

    // MARK: Components

    /// Returns the component of an event, and whether this is its first mention. Creates the component if necessary.
    @inline(__always)
    private mutating func component(of event: ScannedEvent, _ bytes: ByteSpan) -> (ComponentID, isNew: Bool) {
        guard let known = known(event.component, bytes) else { return (make(event.component, bytes), true) }
        // After a `destroy`, a `create` may use the name again (AP-010).
        if event.name == .create, names.components[known.slot].isDestroyed {
            return (make(event.component, bytes), true)
        }
        return (known.id, false)
    }

    /// Returns the component that an event named, if there is one.
    func namedComponent(of event: ScannedEvent, _ bytes: ByteSpan) -> ComponentID? {
        event.parts.contains(.component) ? known(event.component, bytes)?.id : nil
    }

    /// Returns the component that has a name, with the slot of the name.
    @inline(__always)
    private func known(_ name: ScannedText, _ bytes: ByteSpan) -> (slot: Int, id: ComponentID)? {
        guard let slot = names.components.slot(of: name, in: bytes) else { return nil }
        return (slot, names.components.id(at: slot, issuer: engine.mainScene.issuer))
    }

    @inline(never)
    private mutating func make(_ name: ScannedText, _ bytes: ByteSpan) -> ComponentID {
        names.components.add(name, from: bytes) { engine.makeComponent(tag: $0) }
    }

    @inline(never)
    private mutating func release(_ event: ScannedEvent, _ bytes: ByteSpan) {
        guard let (slot, id) = known(event.component, bytes), !names.components[slot].isDestroyed else { return }
        names.components[slot].isDestroyed = true
        engine.release(id)
    }

    // MARK: Scenes

    private mutating func scene(_ name: ScannedText, _ bytes: ByteSpan) -> SceneID {
        names.scenes.scene(named: name, in: bytes, main: engine.mainScene) { engine.makeScene(tag: $0) }
    }

    mutating func scene(named name: String) -> SceneID {
        let count = name.utf8.count
        let bytes = ContiguousArray(name.utf8) + ContiguousArray(repeating: 0, count: ByteSpan.padding)
        let hash = TextHash.of(bytes.span, 0, count, seed: TextHash.start)
        return scene(ScannedText(count: UInt32(truncatingIfNeeded: count), hash: hash), bytes.span)
    }

    @inline(never)
    private mutating func forgetScene(_ event: ScannedEvent, _ bytes: ByteSpan) {
        guard event.parts.contains(.scene) else { return }
        names.scenes.forget(event.scene, in: bytes) { engine.isForgotten($0) }
    }
}
