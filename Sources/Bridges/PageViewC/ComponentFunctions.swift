package import CPageView
import PageViewAutomation
import PageViewLifecycle

private typealias Input = EngineInput<ComponentID, SceneID>

extension pv_declaration {
    fileprivate static var unchanged: pv_declaration {
        var declaration = pv_declaration()
        declaration.exclusive = -1
        return declaration
    }
}

/// Converts a declaration from C to the scene and the properties of a `create` (AP-001).
private func declared(
    _ pointer: UnsafePointer<pv_declaration>?, of engine: pv_engine
) throws(Failure) -> (scene: SceneID?, declaration: Input.Declaration) {
    guard let pointer = unsafe pointer else { return (nil, Input.Declaration()) }
    let source = try unsafe sized(pointer, .unchanged, addedFrom: \.reserved)
    let declaration = Input.Declaration(
        page: try Handles.page(source.page), payload: try Handles.payload(source.payload),
        isReady: try isReady(source.state), parent: try Handles.component(source.container, of: engine),
        isAttached: try optionalBool(source.attached), isExclusive: try optionalBool(source.exclusive),
        level: source.has_level ? Int(source.level) : nil)
    return (try Handles.scene(source.scene, of: engine), declaration)
}

private func optionalBool(_ number: Int32) throws(Failure) -> Bool? {
    switch number {
    case -1: nil
    case 0: false
    case 1: true
    default: throw .value
    }
}

private func isReady(_ state: pv_page_state) throws(Failure) -> Bool? {
    switch Int(state) {
    case PV_STATE_DEFAULT: nil
    case PV_STATE_PENDING: false
    case PV_STATE_READY: true
    default: throw .value
    }
}

@c @implementation
package func pv_component_create(
    _ engine: pv_engine, _ declaration: UnsafePointer<pv_declaration>?, _ tag: UInt64, _ at: pv_time,
    _ component: UnsafeMutablePointer<pv_component>?
) -> pv_status {
    status { () throws(Failure) in
        let object = try Handles.engines.object(engine)
        let (scene, properties) = try unsafe declared(declaration, of: engine)
        guard try Handles.engines.read(engine, { $0.identities.value.hasSpace(for: 1) }) else { throw .limit }
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
        guard event >= 0, let event = ComponentEvent(rawValue: UInt8(clamping: event)) else { throw .value }
        let resolved = try ResolvedComponent(component)
        if event == .destroy {
            // The handle ends before the report, so that a callback during the report cannot use it.
            try Handles.engines.read(component.engine) { $0.identities.value.destroy(resolved.id) }
        }
        try resolved.report(event, at: at)
    }
}

@c @implementation
package func pv_component_select(_ component: pv_component, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in try ResolvedComponent(component).report(.select, at: at) }
}

@c @implementation
package func pv_component_deselect(_ component: pv_component, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in try ResolvedComponent(component).report(.deselect, at: at) }
}

@c @implementation
package func pv_component_focus(_ component: pv_component, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in try ResolvedComponent(component).report(.focus, at: at) }
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

// MARK: Lists of what exists

/// Reads the entries of a list. Throws before anything changes.
private func entries(
    _ first: UnsafePointer<pv_entry>?, count: Int, of engine: pv_engine
) throws(Failure) -> [ShownEntry] {
    if count == 0 { return [] }
    guard let first = unsafe first else { throw .null }
    guard (1...IssuedIdentities.maximumCount).contains(count) else { throw .tooLarge }
    var entries: [ShownEntry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
        // Proof: the header requires `count` readable entries.
        let source = try unsafe sized(first + index, pv_entry(), addedFrom: nil)
        var entry = ShownEntry(
            try unsafe String(source.key), isVisible: unsafe !source.is_hidden,
            in: try unsafe String.optional(source.container_key_or_none),
            level: unsafe source.has_level ? Int(source.level) : nil)
        entry.component = try unsafe Handles.component(source.component_or_none, of: engine)
        entry.parent = try unsafe Handles.component(source.container_or_none, of: engine)
        entry.tag = unsafe source.tag
        entry.declared = (
            try unsafe Handles.page(source.page), try unsafe Handles.payload(source.payload),
            try unsafe isReady(source.state)
        )
        entries.append(entry)
    }
    return entries
}

@c @implementation
package func pv_show(_ scene: pv_scene, _ first: UnsafePointer<pv_entry>?, _ count: Int, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in
        let (object, id) = try Handles.scene(scene)
        let entries = try unsafe entries(first, count: count, of: scene.engine)
        guard try Handles.engines.read(scene.engine, { $0.identities.value.hasSpace(for: count) }) else {
            throw .limit
        }
        let created = object.engine.core.applyShow(entries, in: id, at: Timestamp(at))
        // A callback may use the handles, so they exist before the delivery. If the engine has ended meanwhile, nothing is
        // inserted.
        try? Handles.engines.read(scene.engine) { object in
            for component in created { object.identities.value.insert(component) }
            for component in created + entries.compactMap(\.component) { object.identities.value.setShown(component) }
        }
        object.engine.core.deliver()
    }
}
