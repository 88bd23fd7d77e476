package import PageViewLifecycle

/// An input of an engine: a report or a call (rule ORD-001).
///
/// An engine's inputs identify components and scenes by token, the events of a trace by name.
package enum EngineInput<Component: Sendable & Hashable, Scene: Sendable & Hashable>: Sendable, Hashable {
    /// A component exists, or an existing one is declared further (rule AP-001).
    case create(component: Component, scene: Scene?, Declaration)
    /// In an `attach`, `scene` is the new scene of the component. In other reports, `scene` applies only to a component that the
    /// report mentions for the first time.
    case component(Component, ComponentEvent, scene: Scene?)
    /// A component is inside another one from now on; `nil` means none. A trace cannot express this input.
    case move(Component, into: Component?)
    /// Sets a page to pending. A `nil` page keeps the name.
    case pending(component: Component, scene: Scene?, page: PageContext?)
    /// Sets a page to ready. A `nil` page keeps the name; a `nil` payload is an empty one.
    case ready(component: Component, scene: Scene?, page: PageContext?, payload: Payload?)
    /// A notifier is declared, or its state is set; a `nil` payload means pending. A trace cannot express this input.
    case declare(
        component: Component, page: PageContext, payload: Payload?, notifier: ObjectIdentifier,
        mistake: Diagnostic.Kind?)
    /// A framework's report about a scene; `nil` means the main scene.
    case scene(Scene?, SceneEvent)
    /// An update begins (AP-015).
    case begin
    /// An update ends, and the engine decides what has changed in it (AP-015).
    case commit
    /// What exists in a scene, from the bottom to the top (AP-016); `nil` means the main scene.
    case show(scene: Scene?, [ShownEntry])
    /// A caller records an interaction of the user, with a component or in the scene.
    case interaction(name: String, scene: Scene?, properties: Payload?, component: Component? = nil)
    /// A link opens the app. It waits for appearances that begin within `expires` nanoseconds.
    case deepLink(url: String, scene: Scene?, source: String?, target: String? = nil, expires: Int64? = nil)
    /// A caller drops the pending deep link of a scene.
    case discardDeepLink(scene: Scene?)
    /// A caller records a page view by hand.
    case record(component: Component?, scene: Scene?, page: PageContext?, payload: Payload?)
    /// The engine starts again after a stop. A trace cannot express this input.
    case start(countingVisible: Bool)
    /// The engine stops, and every live appearance ends. In a trace, this input is the end of a session.
    case stop
    /// A remark. Its `nextPageView` sets the sequence number of the next page view (RC-004).
    case note(String, nextPageView: UInt64? = nil)

    /// The properties that a `create` declares. Those that are `nil` do not change.
    package struct Declaration: Sendable, Hashable {
        package var page: PageContext?
        package var payload: Payload?
        package var isReady: Bool?
        package var parent: Component?
        package var isAttached: Bool?
        package var isExclusive: Bool?
        package var level: Int?

        package init(
            page: PageContext? = nil, payload: Payload? = nil, isReady: Bool? = nil, parent: Component? = nil,
            isAttached: Bool? = nil, isExclusive: Bool? = nil, level: Int? = nil
        ) {
            (self.page, self.payload, self.isReady, self.parent) = (page, payload, isReady, parent)
            (self.isAttached, self.isExclusive, self.level) = (isAttached, isExclusive, level)
        }
    }

    /// A component that a `show` lists (AP-016). Of the page's properties and the level, those that are `nil` do not change.
    package struct ShownEntry: Sendable, Hashable {
        package var component: Component
        package var page: PageContext?
        package var payload: Payload?
        package var isReady: Bool?
        package var parent: Component?
        package var isVisible: Bool
        package var level: Int?

        package init(
            component: Component, page: PageContext? = nil, payload: Payload? = nil, isReady: Bool? = nil,
            parent: Component? = nil, isVisible: Bool = true, level: Int? = nil
        ) {
            (self.component, self.page, self.payload, self.isReady) = (component, page, payload, isReady)
            (self.parent, self.isVisible, self.level) = (parent, isVisible, level)
        }
    }
}

extension EngineInput {
    /// The numbers that a `note` may give to the next page view: those of a signed number of 64 bits. Other numbers have no effect.
    package static var nextPageViews: ClosedRange<UInt64> { 1...UInt64(Int64.max) }

    package var component: Component? {
        switch self {
        case .create(let component, _, _), .component(let component, _, _), .move(let component, _),
            .pending(let component, _, _), .ready(let component, _, _, _), .declare(let component, _, _, _, _):
            component
        case .record(let component, _, _, _), .interaction(_, _, _, let component): component
        case .scene, .begin, .commit, .show, .deepLink, .discardDeepLink, .start, .stop, .note: nil
        }
    }

    /// Whether a framework reports the input. The others are declarations of pages and calls of an app.
    package var isReport: Bool {
        switch self {
        case .create, .component, .move, .scene, .begin, .commit, .show: true
        case .pending, .ready, .declare, .interaction, .deepLink, .discardDeepLink, .record, .start, .stop, .note: false
        }
    }
}

extension EngineInput<ComponentID, SceneID> {
    init(_ event: NavigationEvent) {
        switch event {
        case .component(let component, let event):
            self = .component(component, event, scene: nil)
        case .attach(let component, let scene):
            self = .component(component, .attach, scene: scene)
        case .create(let component, let scene, let parent, let isAttached, let isExclusive, let level):
            self = .create(
                component: component, scene: scene,
                Declaration(parent: parent, isAttached: isAttached, isExclusive: isExclusive, level: level))
        case .move(let component, let container):
            self = .move(component, into: container)
        case .scene(let scene, let event):
            self = .scene(scene, event)
        }
    }
}
