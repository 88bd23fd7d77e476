import PageViewAutomation

extension JSONLine {
    func event() throws(LineError) -> TraceEvent {
        guard let name = try choice(.event, EventName.self) else {
            throw LineError(offset: offset(), message: "expected the key 'event' or 'expect', found none")
        }
        try checkUnusedKeys(of: name)
        let time = try seconds(.t).map { Timestamp(nanoseconds: $0) }
        return TraceEvent(time: time, session: try string(.session), try action(name))
    }

    /// A key that is known has its type also where the event has no use for it.
    private func checkUnusedKeys(of name: EventName) throws(LineError) {
        let isCreate = name == .create
        let hasPage = isCreate || name == .pending || name == .ready || name == .record
        if has(.component) { _ = try string(.component) }
        if !hasPage { _ = try page() }
        if has(.payload) { try checkObject(.payload) }
        if !isCreate {
            _ = try choice(.state, PageStateName.self)
            _ = try string(.parent)
            _ = try bool(.attached)
        }
    }

    private func action(_ name: EventName) throws(LineError) -> TraceEvent.Action {
        let scene = try string(.scene)
        switch name {
        case .create:
            let state = try choice(.state, PageStateName.self)
            return .create(
                component: try component(of: name), scene: scene,
                TraceEvent.Declaration(
                    page: try page(), payload: try payload(.payload), isReady: state.map { $0 == .ready },
                    parent: try string(.parent), isAttached: try bool(.attached)))
        case .pending:
            return .pending(component: try component(of: name), scene: scene, page: try page())
        case .ready:
            return .ready(
                component: try component(of: name), scene: scene, page: try page(), payload: try payload(.payload))
        case .interaction:
            return .interaction(
                name: try required(.name), scene: scene, properties: try payload(.properties))
        case .deepLink:
            return .deepLink(url: try required(.url), scene: scene, source: try string(.source))
        case .record:
            let component = try string(.component)
            let page = try page()
            guard component != nil || page != nil else {
                throw LineError(
                    offset: offset(), message: "expected the key 'component' or 'page' of a record, found neither")
            }
            return .record(component: component, scene: scene, page: page, payload: try payload(.payload))
        case .sessionEnd:
            return .sessionEnd
        case .note:
            return .note(try string(.text) ?? "")
        case .willAppear, .didAppear, .willDisappear, .didDisappear, .attach, .detach, .destroy:
            return .component(try component(of: name), name.componentEvent ?? .attach, scene: scene)
        case .sceneForeground, .sceneBackground, .sceneActive, .sceneInactive, .sceneClose:
            return .scene(scene, name.sceneEvent ?? .inactive)
        }
    }

    private func component(of name: EventName) throws(LineError) -> String {
        guard let component = try string(.component) else { throw missing(.component, of: "the event '\(name)'") }
        return component
    }
}

/// The states of a page as traces write them.
enum PageStateName: String, CaseIterable {
    case pending, ready
}
