import AnalyticsJSON
import PageViewAutomation

/// What an event says (TR-002).
extension TraceFields {
    func action(_ name: EventName) throws(LineError) -> TraceEvent.Action {
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
                name: try required(.name, of: "an interaction"), scene: scene, properties: try payload(.properties))
        case .deepLink:
            return .deepLink(
                url: try required(.url, of: "a deep link"), scene: scene, source: try string(.source))
        case .record:
            let component = try string(.component)
            let page = try page()
            guard component != nil || page != nil else { throw missing(.component, or: .page, of: "a record") }
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
