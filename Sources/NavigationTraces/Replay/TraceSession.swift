import AnalyticsJSON
import PageViewAutomation

/// One session of a trace: what each of its events means to the engine it reports to.
struct TraceSession<Engine: SessionEngine & ~Copyable>: ~Copyable {
    var engine: Engine
    private(set) var names: SessionNames
    private(set) var time = Timestamp.zero

    /// Creates a session. The padding of words stands behind its name.
    init(name: [UInt8]?, engine: consuming Engine) {
        self.engine = engine
        names = SessionNames(session: name)
    }

    /// Reports an event; its texts stand in `bytes`.
    @inline(__always)
    mutating func apply(_ event: ScannedEvent, _ bytes: ByteSpan, _ details: Span<EventDetail>) {
        names.scenes.release()
        if event.parts.contains(.time) { advance(to: Timestamp(nanoseconds: event.time), about: event, bytes) }
        switch event.name {
        case .create:
            create(event, bytes, Self.detail(of: event, details))
        case .willAppear, .didAppear, .willDisappear, .didDisappear, .detach:
            engine.report(.component(component(event, bytes), event.name.componentEvent ?? .attach))
        case .attach:
            let component = component(event, bytes)
            engine.report(
                scene(event, bytes).map { .attach(component, to: $0) } ?? .component(component, .attach))
        case .destroy:
            destroy(event, bytes)
        case .pending:
            engine.update(
                component(event, bytes),
                with: PageUpdate(page: Self.page(of: event, details), isReady: false, payload: nil))
        case .ready:
            let payload = event.detail < 0 ? nil : details[Int(event.detail)].payload
            engine.update(
                component(event, bytes),
                with: PageUpdate(
                    page: Self.page(of: event, details), isReady: true, payload: payload ?? Payload()))
        case .sceneForeground, .sceneBackground, .sceneActive, .sceneInactive, .sceneClose:
            engine.report(.scene(scene(event, bytes) ?? engine.mainScene, event.name.sceneEvent ?? .inactive))
            if event.name == .sceneClose, event.parts.contains(.scene) {
                names.scenes.forget(event.scene, in: bytes) { engine.isForgotten($0) }
            }
        case .interaction:
            let detail = Self.detail(of: event, details)
            engine.interact(detail.text, detail.payload ?? Payload(), in: scene(event, bytes))
        case .deepLink:
            let detail = Self.detail(of: event, details)
            engine.open(DeepLink(url: detail.text, source: detail.source), in: scene(event, bytes))
        case .record:
            record(event, bytes, Self.detail(of: event, details))
        case .sessionEnd:
            engine.stop()
        case .note:
            break
        }
    }

    /// What the event says that few say.
    private static func detail(of event: ScannedEvent, _ details: Span<EventDetail>) -> EventDetail {
        event.detail < 0 ? .none : details[Int(event.detail)]
    }

    @inline(__always)
    private static func page(of event: ScannedEvent, _ details: Span<EventDetail>) -> PageContext? {
        event.detail < 0 ? nil : details[Int(event.detail)].page
    }

    // MARK: Time

    /// Moves the time on, where nothing happens; a time that is earlier than the last one is left alone.
    mutating func advance(to moment: Timestamp) -> Bool {
        guard moment >= time else { return false }
        time = moment
        engine.advance(to: moment)
        return true
    }

    private mutating func advance(to moment: Timestamp, about event: ScannedEvent, _ bytes: ByteSpan) {
        if advance(to: moment) { return }
        engine.diagnose(
            .timeWentBack, event.parts.contains(.component) ? known(event.component, bytes)?.id : nil)
    }

    // MARK: Names

    /// The scene that the event names.
    private mutating func scene(_ event: ScannedEvent, _ bytes: ByteSpan) -> SceneID? {
        guard event.parts.contains(.scene) else { return nil }
        return scene(named: event.scene, in: bytes)
    }

    private mutating func scene(named name: ScannedText, in bytes: ByteSpan) -> SceneID {
        names.scenes.scene(named: name, in: bytes, main: engine.mainScene) { engine.makeScene(tag: $0) }
    }

    mutating func scene(named name: String) -> SceneID {
        let bytes = Array(name.utf8) + [UInt8](repeating: 0, count: ByteSpan.padding)
        return scene(named: ScannedText(count: UInt32(truncatingIfNeeded: name.utf8.count)), in: bytes.span)
    }

    /// The component that the event names. It is there from its first mention, in the scene that the event names.
    @inline(__always)
    private mutating func component(_ event: ScannedEvent, _ bytes: ByteSpan) -> ComponentID {
        if let known = known(event.component, bytes) { return known.id }
        return newComponent(event, bytes)
    }

    /// The component that an event was about, if it was about one.
    func component(of event: ScannedEvent, _ bytes: ByteSpan) -> ComponentID? {
        event.parts.contains(.component) ? known(event.component, bytes)?.id : nil
    }

    /// The component that bears a name.
    @inline(__always)
    private func known(_ name: ScannedText, _ bytes: ByteSpan) -> (place: Int, id: ComponentID)? {
        guard let place = names.components.place(of: name, in: bytes) else { return nil }
        return (place, names.components.id(at: place, issuer: engine.mainScene.issuer))
    }

    private mutating func newComponent(_ event: ScannedEvent, _ bytes: ByteSpan) -> ComponentID {
        let component = make(event.component, bytes)
        let scene = scene(event, bytes) ?? engine.mainScene
        engine.declare(component, scene: scene, isAttached: nil, parent: nil, page: nil)
        return component
    }

    private mutating func make(_ name: ScannedText, _ bytes: ByteSpan) -> ComponentID {
        names.components.add(name, from: bytes) { engine.makeComponent(tag: $0) }
    }

    // MARK: Events

    private mutating func create(_ event: ScannedEvent, _ bytes: ByteSpan, _ detail: EventDetail) {
        let known = known(event.component, bytes).flatMap { names.components[$0.place].isDestroyed ? nil : $0.id }
        let component = known ?? make(event.component, bytes)
        let parent = detail.parent.map { self.known($0, bytes)?.id ?? make($0, bytes) }
        engine.declare(
            component, scene: scene(event, bytes), isAttached: detail.isAttached, parent: parent,
            page: PageUpdate(
                page: detail.page, isReady: detail.isReady, payload: detail.payload, isRefusedWhole: false))
    }

    private mutating func destroy(_ event: ScannedEvent, _ bytes: ByteSpan) {
        let component = component(event, bytes)
        engine.report(.component(component, .destroy))
        guard let place = known(event.component, bytes)?.place, !names.components[place].isDestroyed else { return }
        names.components[place].isDestroyed = true
        engine.release(component)
    }

    private mutating func record(_ event: ScannedEvent, _ bytes: ByteSpan, _ detail: EventDetail) {
        let isOfComponent = event.parts.contains(.component)
        let component = isOfComponent ? component(event, bytes) : nil
        engine.record(
            component, page: detail.page, payload: detail.payload, scene: isOfComponent ? nil : scene(event, bytes))
    }
}
