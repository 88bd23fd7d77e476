package import PageViewAutomation

/// The words of events (TR-001).
package enum EventName: String, CaseIterable, BitwiseCopyable {
    case create
    case willAppear, didAppear, willDisappear, didDisappear, attach, detach, destroy
    case pending, ready
    case sceneForeground, sceneBackground, sceneActive, sceneInactive, sceneClose
    case interaction, deepLink, discardDeepLink, record, sessionEnd, note
}

/// What an event is, without its values: each input that a trace can express.
package enum EventKind: Hashable, Sendable {
    case create
    case component(ComponentEvent)
    case pending
    case ready
    case scene(SceneEvent)
    case interaction
    case deepLink
    case discardDeepLink
    case record
    case stop
    case note
}

extension EventName {
    /// The event that the word stands for.
    @inline(__always)
    var kind: EventKind {
        switch self {
        case .create: .create
        case .willAppear: .component(.willAppear)
        case .didAppear: .component(.didAppear)
        case .willDisappear: .component(.willDisappear)
        case .didDisappear: .component(.didDisappear)
        case .attach: .component(.attach)
        case .detach: .component(.detach)
        case .destroy: .component(.destroy)
        case .pending: .pending
        case .ready: .ready
        case .sceneForeground: .scene(.foreground)
        case .sceneBackground: .scene(.background)
        case .sceneActive: .scene(.active)
        case .sceneInactive: .scene(.inactive)
        case .sceneClose: .scene(.close)
        case .interaction: .interaction
        case .deepLink: .deepLink
        case .discardDeepLink: .discardDeepLink
        case .record: .record
        case .sessionEnd: .stop
        case .note: .note
        }
    }
}

extension EventKind {
    /// Its word.
    package var name: EventName {
        switch self {
        case .create: .create
        case .component(.willAppear): .willAppear
        case .component(.didAppear): .didAppear
        case .component(.willDisappear): .willDisappear
        case .component(.didDisappear): .didDisappear
        case .component(.attach): .attach
        case .component(.detach): .detach
        case .component(.destroy): .destroy
        case .pending: .pending
        case .ready: .ready
        case .scene(.foreground): .sceneForeground
        case .scene(.background): .sceneBackground
        case .scene(.active): .sceneActive
        case .scene(.inactive): .sceneInactive
        case .scene(.close): .sceneClose
        case .interaction: .interaction
        case .deepLink: .deepLink
        case .discardDeepLink: .discardDeepLink
        case .record: .record
        case .stop: .sessionEnd
        case .note: .note
        }
    }
}
