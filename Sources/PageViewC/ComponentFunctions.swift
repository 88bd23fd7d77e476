package import CPageView
import PageViewAutomation
import PageViewLifecycle

private typealias Input = EngineInput<ComponentID, SceneID>

/// Converts a declaration from C to the scene and the properties of a `create` (AP-001).
private func declared(
    _ pointer: UnsafePointer<pv_declaration>?, of engine: pv_engine
) throws(Failure) -> (scene: SceneID?, declaration: Input.Declaration) {
    guard let pointer = unsafe pointer else { return (nil, Input.Declaration()) }
    let source = try unsafe sized(pointer)
    let isAttached: Bool?
    switch source.attached {
    case -1: isAttached = nil
    case 0: isAttached = false
    case 1: isAttached = true
    default: throw .value
    }
    let isReady: Bool?
    switch Int(source.state) {
    case PV_STATE_DEFAULT: isReady = nil
    case PV_STATE_PENDING: isReady = false
    case PV_STATE_READY: isReady = true
    default: throw .value
    }
    let declaration = Input.Declaration(
        page: try Handles.page(source.page), payload: try Handles.payload(source.payload), isReady: isReady,
        parent: try Handles.component(source.container, of: engine), isAttached: isAttached)
    return (try Handles.scene(source.scene, of: engine), declaration)
}

@c @implementation
package func pv_component_create(
    _ engine: pv_engine, _ declaration: UnsafePointer<pv_declaration>?, _ tag: UInt64, _ at: pv_time,
    _ component: UnsafeMutablePointer<pv_component>?
) -> pv_status {
    status { () throws(Failure) in
        let object = try Handles.engines.object(engine)
        let (scene, properties) = try unsafe declared(declaration, of: engine)
        guard try Handles.engines.read(engine, { $0.identities.value.hasSpaceForComponent }) else { throw .limit }
        let id = object.engine.lifecycle.makeComponent(tag: tag)
        try Handles.engines.read(engine) { $0.identities.value.insert(id) }
        // The caller may need the handle inside a callback of this call.
        unsafe component?.pointee = pv_component(id, of: engine)
        object.engine.apply(.create(component: id, scene: scene, properties), at: Timestamp(at))
    }
}

@c @implementation
package func pv_component_declare(
    _ component: pv_component, _ declaration: UnsafePointer<pv_declaration>?, _ at: pv_time
) -> pv_status {
    status { () throws(Failure) in
        let resolved = try ResolvedComponent(component)
        let (scene, properties) = try unsafe declared(declaration, of: component.engine)
        try resolved.apply(.create(component: resolved.id, scene: scene, properties), at: at)
    }
}

@c @implementation
package func pv_component_report(_ component: pv_component, _ event: pv_component_event, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in
        // The functions of this library offer no selection and no focus.
        guard (PV_WILL_APPEAR...PV_DESTROY).contains(Int(event)), let event = ComponentEvent(rawValue: UInt8(event))
        else {
            throw .value
        }
        let resolved = try ResolvedComponent(component)
        if event == .destroy {
            // The handle ends before the report, so that a callback during the report cannot use it.
            try Handles.engines.read(component.engine) { $0.identities.value.destroy(resolved.id) }
        }
        try resolved.report(event, at: at)
    }
}

@c @implementation
package func pv_component_attach(_ component: pv_component, _ scene: pv_scene, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in
        let resolved = try ResolvedComponent(component)
        guard let scene = try Handles.scene(scene, of: component.engine) else { throw .handle }
        try resolved.apply(.component(resolved.id, .attach, scene: scene), at: at)
    }
}

@c @implementation
package func pv_component_move(_ component: pv_component, _ container: pv_component, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in
        let resolved = try ResolvedComponent(component)
        let container = try Handles.component(container, of: component.engine)
        try resolved.apply(.move(resolved.id, into: container), at: at)
    }
}

@c @implementation
package func pv_component_pending(_ component: pv_component, _ page: pv_page, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in
        let resolved = try ResolvedComponent(component)
        let page = try Handles.page(page)
        try resolved.apply(.pending(component: resolved.id, scene: nil, page: page), at: at)
        if page?.isBlank == true { throw .blankName }
    }
}

@c @implementation
package func pv_component_ready(
    _ component: pv_component, _ page: pv_page, _ payload: pv_payload, _ at: pv_time
) -> pv_status {
    status { () throws(Failure) in
        let (resolved, page, payload) = try Handles.component(component, page: page, payload: payload)
        try resolved.setReady(page, payload, at: at)
    }
}

@c @implementation
package func pv_component_ready_with(
    _ component: pv_component, _ page: pv_page, _ fields: UnsafePointer<pv_field>?, _ count: Int, _ at: pv_time
) -> pv_status {
    status { () throws(Failure) in
        let resolved = try ResolvedComponent(component)
        let page = try Handles.page(page)
        let payload = try unsafe ValueReader.payload(fields, count: count)
        try resolved.setReady(page, payload, at: at)
    }
}
