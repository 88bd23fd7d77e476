import CPageView
import PageViewAutomation
import PageViewLifecycle

/// The component that a call is about, and its engine.
///
/// The component may be destroyed. The call then still reports to the engine, which emits a diagnostic (AP-010).
struct ResolvedComponent {
    let object: EngineObject
    let id: ComponentID
    private let hasNoDestroyReport: Bool
    private let isShown: Bool

    // Inlined, because each report calls it.
    @inline(__always)
    init(_ component: pv_component) throws(Failure) {
        let engines = Handles.engines
        engines.lock.lock()
        defer { engines.lock.unlock() }
        try self.init(component, lockedIn: engines)
    }

    @inline(__always)
    fileprivate init(_ component: pv_component, lockedIn engines: HandleTable<EngineObject>) throws(Failure) {
        let object = try engines.objectLocked(component.engine)
        guard let found = object.identities.value.component(component.number, issuer: object.issuer)
        else { throw .handle }
        self.object = object
        id = found.id
        hasNoDestroyReport = found.hasNoDestroyReport
        isShown = found.isShown
    }

    /// Whether the component exists. A `show` destroys components without a report of its handle.
    ///
    /// Callers read it before their report, because the report or a callback may destroy the component.
    @inline(__always)
    var exists: Bool { hasNoDestroyReport && !(isShown && object.engine.core.query { $0.isDestroyed(id) }) }

    @inline(__always)
    func report(_ event: ComponentEvent, at time: pv_time) throws(Failure) {
        let exists = exists
        object.report(event, of: id, at: time)
        if !exists { throw .handle }
    }

    func apply(_ input: EngineInput<ComponentID, SceneID>, at time: pv_time) throws(Failure) {
        let exists = exists
        object.engine.apply(input, at: Timestamp(time))
        if !exists { throw .handle }
    }

    @inline(__always)
    func setReady(_ page: PageContext?, _ payload: Payload?, at time: pv_time) throws(Failure) {
        let exists = exists
        object.setReady(id, page, payload, at: time)
        if !exists { throw .handle }
        if let page, page.isBlank { throw .blankName }
    }
}

extension Handles {
    /// Returns a component, and the page and the payload of its new state; `nil` for 0. Acquires the lock once.
    @inline(__always)
    static func component(
        _ component: pv_component, page: pv_page, payload: pv_payload
    ) throws(Failure) -> (ResolvedComponent, PageContext?, Payload?) {
        let engines = engines
        engines.lock.lock()
        defer { engines.lock.unlock() }
        let resolved = try ResolvedComponent(component, lockedIn: engines)
        let page = page == 0 ? nil : try pages.objectLocked(page).value
        return (resolved, page, payload == 0 ? nil : try payloads.objectLocked(payload).value)
    }

    /// Returns a scene of an engine; `nil` for zeros.
    static func scene(_ scene: pv_scene, of engine: pv_engine) throws(Failure) -> SceneID? {
        if scene.isNone { return nil }
        try requireOwner(scene.engine, engine)
        return try self.scene(scene).id
    }

    static func scene(_ scene: pv_scene) throws(Failure) -> (object: EngineObject, id: SceneID) {
        let found: (EngineObject, SceneID)? = try engines.read(scene.engine) { object in
            object.identities.value.scene(scene.number, issuer: object.issuer).map { (object, $0) }
        }
        guard let found else { throw .handle }
        return found
    }

    /// Returns a component of an engine that is not destroyed; `nil` for zeros.
    static func component(_ component: pv_component, of engine: pv_engine) throws(Failure) -> ComponentID? {
        if component.isNone { return nil }
        try requireOwner(component.engine, engine)
        let resolved = try ResolvedComponent(component)
        if !resolved.exists { throw .handle }
        return resolved.id
    }

    static func page(_ page: pv_page) throws(Failure) -> PageContext? {
        page == 0 ? nil : try pages.read(page) { $0.value }
    }

    static func payload(_ payload: pv_payload) throws(Failure) -> Payload? {
        payload == 0 ? nil : try payloads.read(payload) { $0.value }
    }

    /// Throws unless the owner of a handle is the engine of the call.
    private static func requireOwner(_ owner: pv_engine, _ engine: pv_engine) throws(Failure) {
        if owner == engine { return }
        throw engines.contains(owner) ? .foreignHandle : .handle
    }
}

extension Timestamp {
    /// Creates the time of a call; `nil` for `PV_NOW`.
    @inline(__always)
    init?(_ time: pv_time) {
        if time == .min { return nil }
        self.init(nanoseconds: time)
    }
}
