package import CPageView
import PageViewAutomation
import PageViewLifecycle

@c @implementation
package func pv_page_create(_ name: pv_text, _ context: pv_text, _ page: UnsafeMutablePointer<pv_page>?) -> pv_status {
    status { () throws(Failure) in
        guard let page = unsafe page else { throw .null }
        let name = PageName(try unsafe String(name))
        let context = try unsafe String.optional(context).map { ContextName(rawValue: $0) }
        let object = ValueObject(PageContext(name: name, context: context))
        unsafe page.pointee = try Handles.pages.insert(object)
    }
}

@c @implementation
package func pv_page_destroy(_ page: pv_page) -> pv_status {
    status { () throws(Failure) in _ = try Handles.pages.remove(page) }
}

@c @implementation
package func pv_payload_create(
    _ fields: UnsafePointer<pv_field>?, _ count: Int, _ payload: UnsafeMutablePointer<pv_payload>?
) -> pv_status {
    status { () throws(Failure) in
        guard let payload = unsafe payload else { throw .null }
        let object = ValueObject(try unsafe ValueReader.payload(fields, count: count))
        unsafe payload.pointee = try Handles.payloads.insert(object)
    }
}

@c @implementation
package func pv_payload_destroy(_ payload: pv_payload) -> pv_status {
    status { () throws(Failure) in _ = try Handles.payloads.remove(payload) }
}

@c @implementation
package func pv_interaction_record(
    _ engine: pv_engine, _ name: pv_text, _ properties: pv_payload, _ scene: pv_scene, _ at: pv_time
) -> pv_status {
    status { () throws(Failure) in
        let object = try Handles.engines.object(engine)
        let name = try unsafe String(name)
        let properties = try Handles.payload(properties)
        let scene = try Handles.scene(scene, of: engine)
        object.engine.apply(.interaction(name: name, scene: scene, properties: properties), at: Timestamp(at))
    }
}

@c @implementation
package func pv_component_interaction_record(
    _ component: pv_component, _ name: pv_text, _ properties: pv_payload, _ at: pv_time
) -> pv_status {
    status { () throws(Failure) in
        let resolved = try ResolvedComponent(component)
        let name = try unsafe String(name)
        let properties = try Handles.payload(properties)
        try resolved.apply(
            .interaction(name: name, scene: nil, properties: properties, component: resolved.id), at: at)
    }
}

@c @implementation
package func pv_page_view_record(
    _ engine: pv_engine, _ component: pv_component, _ page: pv_page, _ payload: pv_payload, _ scene: pv_scene,
    _ at: pv_time
) -> pv_status {
    status { () throws(Failure) in
        let object = try Handles.engines.object(engine)
        let page = try Handles.page(page)
        let payload = try Handles.payload(payload)
        let scene = try Handles.scene(scene, of: engine)
        if component.isNone {
            object.engine.apply(
                .record(component: nil, scene: scene, page: page, payload: payload), at: Timestamp(at))
            if page == nil { throw .handle }
        } else {
            if component.engine != engine { _ = try Handles.component(component, of: engine) }
            let resolved = try ResolvedComponent(component)
            try resolved.apply(
                .record(component: resolved.id, scene: scene, page: page, payload: payload), at: at)
        }
        if page?.isBlank == true { throw .blankName }
    }
}

@c @implementation
package func pv_deep_link_discard(_ engine: pv_engine, _ scene: pv_scene, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in
        let object = try Handles.engines.object(engine)
        let scene = try Handles.scene(scene, of: engine)
        object.engine.apply(.discardDeepLink(scene: scene), at: Timestamp(at))
    }
}

@c @implementation
package func pv_recording_note(
    _ engine: pv_engine, _ text: pv_text, _ next_page_view: UInt64, _ at: pv_time
) -> pv_status {
    status { () throws(Failure) in
        let object = try Handles.engines.object(engine)
        let text = try unsafe String(text)
        // The reader of traces has the same limit.
        guard next_page_view <= UInt64(Int64.max) else { throw .value }
        let number = next_page_view == 0 ? nil : next_page_view
        object.engine.apply(.note(text, nextPageView: number), at: Timestamp(at))
    }
}
