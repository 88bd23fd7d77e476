import PageViewAutomation

/// The events as traces write them.
enum EventName: String, CaseIterable {
    case create
    case willAppear, didAppear, willDisappear, didDisappear, attach, detach, destroy
    case pending, ready
    case sceneForeground, sceneBackground, sceneActive, sceneInactive, sceneClose
    case interaction, deepLink, record, sessionEnd, note
}

extension EventName {
    init(_ event: ComponentEvent) {
        self =
            switch event {
            case .willAppear: .willAppear
            case .didAppear: .didAppear
            case .willDisappear: .willDisappear
            case .didDisappear: .didDisappear
            case .attach: .attach
            case .detach: .detach
            case .destroy: .destroy
            }
    }

    init(_ event: SceneEvent) {
        self =
            switch event {
            case .foreground: .sceneForeground
            case .background: .sceneBackground
            case .active: .sceneActive
            case .inactive: .sceneInactive
            case .close: .sceneClose
            }
    }

    /// The report about a component that it stands for, if it is one.
    var componentEvent: ComponentEvent? {
        switch self {
        case .willAppear: .willAppear
        case .didAppear: .didAppear
        case .willDisappear: .willDisappear
        case .didDisappear: .didDisappear
        case .attach: .attach
        case .detach: .detach
        case .destroy: .destroy
        case .create, .pending, .ready, .sceneForeground, .sceneBackground, .sceneActive, .sceneInactive, .sceneClose,
            .interaction, .deepLink, .record, .sessionEnd, .note:
            nil
        }
    }

    /// The report about a scene that it stands for, if it is one.
    var sceneEvent: SceneEvent? {
        switch self {
        case .sceneForeground: .foreground
        case .sceneBackground: .background
        case .sceneActive: .active
        case .sceneInactive: .inactive
        case .sceneClose: .close
        case .create, .willAppear, .didAppear, .willDisappear, .didDisappear, .attach, .detach, .destroy, .pending,
            .ready, .interaction, .deepLink, .record, .sessionEnd, .note:
            nil
        }
    }
}

extension TraceEvent.Action {
    var name: EventName {
        switch self {
        case .create: .create
        case .component(_, let event, _): EventName(event)
        case .pending: .pending
        case .ready: .ready
        case .scene(_, let event): EventName(event)
        case .interaction: .interaction
        case .deepLink: .deepLink
        case .record: .record
        case .sessionEnd: .sessionEnd
        case .note: .note
        }
    }
}
