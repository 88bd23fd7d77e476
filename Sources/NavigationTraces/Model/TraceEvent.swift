public import PageViewAutomation

/// Something that a trace reports.
public struct TraceEvent: Sendable, Hashable {
    /// Time since the trace began; `nil` is that of the line before in the same session.
    public var time: Timestamp?
    /// The session it belongs to; `nil` is the one without a name.
    public var session: String?
    /// What happened.
    public var action: Action

    /// What can happen.
    public enum Action: Sendable, Hashable {
        /// A component exists, or more becomes known of one that does.
        case create(component: String, scene: String?, Declaration)
        /// A framework's report about a component.
        case component(String, ComponentEvent, scene: String?)
        /// The page's notifier is set to pending.
        case pending(component: String, scene: String?, page: PageContext?)
        /// The page's notifier is set to ready.
        case ready(component: String, scene: String?, page: PageContext?, payload: Payload?)
        /// A framework's report about a scene.
        case scene(String?, SceneEvent)
        /// Something the user did.
        case interaction(name: String, scene: String?, properties: Payload?)
        /// The app was opened with a link.
        case deepLink(url: String, scene: String?, source: String?)
        /// A page view recorded by hand.
        case record(component: String?, scene: String?, page: PageContext?, payload: Payload?)
        /// The session's scenes close, and it is forgotten.
        case sessionEnd
        /// A remark.
        case note(String)
    }

    /// What a `create` says beside the component's name and scene; what is left out stays as it is.
    public struct Declaration: Sendable, Hashable {
        /// What the page is called.
        public var page: PageContext?
        /// Its payload.
        public var payload: Payload?
        /// Whether it is ready.
        public var isReady: Bool?
        /// The component that contains it.
        public var parent: String?
        /// Whether it is in a window.
        public var isAttached: Bool?

        /// Creates a declaration.
        public init(
            page: PageContext? = nil, payload: Payload? = nil, isReady: Bool? = nil, parent: String? = nil,
            isAttached: Bool? = nil
        ) {
            self.page = page
            self.payload = payload
            self.isReady = isReady
            self.parent = parent
            self.isAttached = isAttached
        }
    }

    /// Creates an event.
    public init(time: Timestamp? = nil, session: String? = nil, _ action: Action) {
        self.time = time
        self.session = session
        self.action = action
    }
}

extension TraceEvent.Action {
    /// The component that it names.
    public var component: String? {
        switch self {
        case .create(let component, _, _), .component(let component, _, _), .pending(let component, _, _),
            .ready(let component, _, _, _):
            component
        case .record(let component, _, _, _): component
        case .scene, .interaction, .deepLink, .sessionEnd, .note: nil
        }
    }
}
