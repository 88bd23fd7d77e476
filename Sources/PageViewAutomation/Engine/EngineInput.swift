public import PageViewLifecycle

/// Everything that can happen to an engine (rule ORD-001).
///
/// An engine's inputs name components and scenes by token, a trace's events by text. Both are this type, so that recording,
/// reading and replaying need no translation from one enumeration to another.
public enum EngineInput<Component: Sendable & Hashable, Scene: Sendable & Hashable>: Sendable, Hashable {
    /// A component exists, or more becomes known of one that does (rule AP-001).
    case create(component: Component, scene: Scene?, Declaration)
    /// A framework's report about a component. `scene` is the new scene of an `attach`; of other reports it is the scene of a
    /// component that is mentioned for the first time.
    case component(Component, ComponentEvent, scene: Scene?)
    /// A component is inside another one from now on, or in none. A trace cannot express it.
    case move(Component, into: Component?)
    /// Sets a page to pending. A `nil` page keeps the name.
    case pending(component: Component, scene: Scene?, page: PageContext?)
    /// Sets a page to ready. A `nil` page keeps the name; a `nil` payload is an empty one.
    case ready(component: Component, scene: Scene?, page: PageContext?, payload: Payload?)
    /// A notifier is declared for a component, or sets its state; `payload` is `nil` while the page is pending. `isShared` says that
    /// the notifier is declared for another component too. A trace cannot express it.
    case declare(
        component: Component, page: PageContext, payload: Payload?, notifier: ObjectIdentifier, isShared: Bool)
    /// A framework's report about a scene; left out, the main scene.
    case scene(Scene?, SceneEvent)
    /// The user did something.
    case interaction(name: String, scene: Scene?, properties: Payload?)
    /// The app was opened with a link.
    case deepLink(url: String, scene: Scene?, source: String?)
    /// The deep link that waits in a scene is dropped.
    case discardDeepLink(scene: Scene?)
    /// A page view is recorded by hand.
    case record(component: Component?, scene: Scene?, page: PageContext?, payload: Payload?)
    /// The engine starts again after a stop. A trace cannot express it.
    case start(countingVisible: Bool)
    /// The engine stops: every live appearance ends. In a trace, the end of a session.
    case stop
    /// A remark, which means nothing to the engine.
    case note(String)

    /// What a `create` says beside the component and its scene; what is left out stays as it is.
    public struct Declaration: Sendable, Hashable {
        /// The page's name and context.
        public var page: PageContext?
        /// The page's payload.
        public var payload: Payload?
        /// Whether the page is ready.
        public var isReady: Bool?
        /// The component that contains it.
        public var parent: Component?
        /// Whether it is in a window.
        public var isAttached: Bool?

        /// Creates a declaration.
        public init(
            page: PageContext? = nil, payload: Payload? = nil, isReady: Bool? = nil, parent: Component? = nil,
            isAttached: Bool? = nil
        ) {
            self.page = page
            self.payload = payload
            self.isReady = isReady
            self.parent = parent
            self.isAttached = isAttached
        }
    }
}

extension EngineInput {
    /// The component that the input names.
    public var component: Component? {
        switch self {
        case .create(let component, _, _), .component(let component, _, _), .move(let component, _),
            .pending(let component, _, _), .ready(let component, _, _, _), .declare(let component, _, _, _, _):
            component
        case .record(let component, _, _, _): component
        case .scene, .interaction, .deepLink, .discardDeepLink, .start, .stop, .note: nil
        }
    }
}

extension EngineInput<ComponentID, SceneID> {
    /// The input of a report.
    init(_ event: NavigationEvent) {
        switch event {
        case .component(let component, let event):
            self = .component(component, event, scene: nil)
        case .attach(let component, let scene):
            self = .component(component, .attach, scene: scene)
        case .create(let component, let scene, let parent, let isAttached):
            self = .create(component: component, scene: scene, Declaration(parent: parent, isAttached: isAttached))
        case .move(let component, let container):
            self = .move(component, into: container)
        case .scene(let scene, let event):
            self = .scene(scene, event)
        }
    }
}

#if hasFeature(Embedded)
/// Where there is no clock, every input carries its time.
public enum EngineClock: Sendable {}
#else
/// The clock of reports that carry no time. An engine reads it only when an input needs its time.
public struct EngineClock: Sendable {
    let source: any TimeSource

    /// The system's clock that never goes back and runs while the machine sleeps. It begins when it is first used.
    public static var continuous: EngineClock { EngineClock(source: SystemTime(start: SystemClock.start)) }

    /// A clock that stands still until its owner sets it. For tests.
    public static func manual(_ clock: ManualClock) -> EngineClock { EngineClock(source: clock) }

    /// The time now.
    public var now: Timestamp { source.now }
}

/// What an engine's model reads the time from.
protocol TimeSource: Sendable {
    var now: Timestamp { get }
}

extension ManualClock: TimeSource {}

/// The clock of a model whose inputs all carry their time.
struct NoTime: TimeSource {
    var now: Timestamp { .zero }
}

private struct SystemTime: TimeSource {
    /// The reading of the system's clock that is zero.
    let start: Int64

    var now: Timestamp { Timestamp(nanoseconds: SystemClock.reading &- start) }
}
#endif
