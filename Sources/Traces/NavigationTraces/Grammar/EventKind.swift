package import PageViewAutomation

/// The kind of an event, without its values: each input that a trace can express (TR-001).
package enum EventKind: Hashable, Sendable, BitwiseCopyable {
    case create
    case component(ComponentEvent)
    case pending
    case ready
    case scene(SceneEvent)
    case begin
    case commit
    case show
    case interaction
    case deepLink
    case discardDeepLink
    case record
    case stop
    case note
}

extension EventKind: NamedInTraces {
    package static let allCases: [EventKind] =
        [.create] + ComponentEvent.allCases.map(EventKind.component) + [.pending, .ready]
        + SceneEvent.allCases.map(EventKind.scene)
        + [.begin, .commit, .show, .interaction, .deepLink, .discardDeepLink, .record, .stop, .note]

    package var name: String {
        switch self {
        case .create: "create"
        case .component(.willAppear): "willAppear"
        case .component(.didAppear): "didAppear"
        case .component(.willDisappear): "willDisappear"
        case .component(.didDisappear): "didDisappear"
        case .component(.attach): "attach"
        case .component(.detach): "detach"
        case .component(.destroy): "destroy"
        case .component(.select): "select"
        case .component(.deselect): "deselect"
        case .component(.focus): "focus"
        case .pending: "pending"
        case .ready: "ready"
        case .scene(.foreground): "sceneForeground"
        case .scene(.background): "sceneBackground"
        case .scene(.active): "sceneActive"
        case .scene(.inactive): "sceneInactive"
        case .scene(.close): "sceneClose"
        case .begin: "begin"
        case .commit: "commit"
        case .show: "show"
        case .interaction: "interaction"
        case .deepLink: "deepLink"
        case .discardDeepLink: "discardDeepLink"
        case .record: "record"
        case .stop: "sessionEnd"
        case .note: "note"
        }
    }
}

/// An event of a trace as one flat value: its kind and the values of its keys.
package struct EventValues {
    package let kind: EventKind
    var component: String?
    var scene: String?
    var parent: String?
    var page: PageContext?
    /// The payload of a page, or the properties of an interaction.
    var payload: Payload?
    var isReady: Bool?
    var isAttached: Bool?
    var isExclusive: Bool?
    var level: Int?
    var entries: [TraceEvent.Action.ShownEntry]?
    /// The name of an interaction, the URL of a link, or the text of a note.
    var text: String?
    var source: String?
    /// The name of the page that a link leads to.
    var target: String?
    /// The time for which a link waits, in nanoseconds.
    var expires: Int64?
    var nextPageView: UInt64?
}

/// A required key that an event does not have, with its alternative if there is one.
struct MissingKey: Error {
    let key: TraceKey
    var other: TraceKey?
}

extension EngineInput {
    /// Creates the input that has these values, with its own components and scenes. It ignores values of other kinds.
    init(
        _ values: EventValues, component: Component?, scene: Scene?, parent: Component?, entries: [ShownEntry]?
    ) throws(MissingKey) {
        func required<Value>(_ value: Value?, _ key: TraceKey) throws(MissingKey) -> Value {
            guard let value else { throw MissingKey(key: key) }
            return value
        }
        switch values.kind {
        case .create:
            self = .create(
                component: try required(component, .component), scene: scene,
                Declaration(
                    page: values.page, payload: values.payload, isReady: values.isReady, parent: parent,
                    isAttached: values.isAttached, isExclusive: values.isExclusive, level: values.level))
        case .component(let event):
            self = .component(try required(component, .component), event, scene: scene)
        case .pending:
            self = .pending(component: try required(component, .component), scene: scene, page: values.page)
        case .ready:
            self = .ready(
                component: try required(component, .component), scene: scene, page: values.page,
                payload: values.payload)
        case .scene(let event):
            self = .scene(scene, event)
        case .begin:
            self = .begin
        case .commit:
            self = .commit
        case .show:
            self = .show(scene: scene, try required(entries, .entries))
        case .interaction:
            self = .interaction(
                name: try required(values.text, .name), scene: scene, properties: values.payload, component: component)
        case .deepLink:
            self = .deepLink(
                url: try required(values.text, .url), scene: scene, source: values.source, target: values.target,
                expires: values.expires)
        case .discardDeepLink:
            self = .discardDeepLink(scene: scene)
        case .record:
            guard component != nil || values.page != nil else { throw MissingKey(key: .component, other: .page) }
            self = .record(component: component, scene: scene, page: values.page, payload: values.payload)
        case .stop:
            self = .stop
        case .note:
            self = .note(values.text ?? "", nextPageView: values.nextPageView)
        }
    }
}

extension TraceEvent.Action {
    init(_ values: EventValues) throws(MissingKey) {
        try self.init(
            values, component: values.component, scene: values.scene, parent: values.parent, entries: values.entries)
    }

    /// The values of the event. An input that no trace can express becomes a note.
    package var values: EventValues {
        func inexpressible(_ text: String) -> EventValues {
            EventValues(kind: .note, text: "no trace can express: \(text)")
        }
        switch self {
        case .create(let component, let scene, let declaration):
            return EventValues(
                kind: .create, component: component, scene: scene, parent: declaration.parent, page: declaration.page,
                payload: declaration.payload, isReady: declaration.isReady, isAttached: declaration.isAttached,
                isExclusive: declaration.isExclusive, level: declaration.level)
        case .component(let component, let event, let scene):
            return EventValues(kind: .component(event), component: component, scene: scene)
        case .pending(let component, let scene, let page):
            return EventValues(kind: .pending, component: component, scene: scene, page: page)
        case .ready(let component, let scene, let page, let payload):
            return EventValues(kind: .ready, component: component, scene: scene, page: page, payload: payload)
        case .scene(let scene, let event):
            return EventValues(kind: .scene(event), scene: scene)
        case .begin:
            return EventValues(kind: .begin)
        case .commit:
            return EventValues(kind: .commit)
        case .show(let scene, let entries):
            return EventValues(kind: .show, scene: scene, entries: entries)
        case .interaction(let name, let scene, let properties, let component):
            return EventValues(
                kind: .interaction, component: component, scene: scene, payload: properties, text: name)
        case .deepLink(let url, let scene, let source, let target, let expires):
            return EventValues(
                kind: .deepLink, scene: scene, text: url, source: source, target: target, expires: expires)
        case .discardDeepLink(let scene):
            return EventValues(kind: .discardDeepLink, scene: scene)
        case .record(let component, let scene, let page, let payload):
            return EventValues(kind: .record, component: component, scene: scene, page: page, payload: payload)
        case .stop:
            return EventValues(kind: .stop)
        case .note(let text, let number):
            return EventValues(kind: .note, text: text, nextPageView: number)
        case .move(let component, let container):
            return inexpressible("move of \(component) \(container.map { "into \($0)" } ?? "out of its container")")
        case .declare(let component, let page, _, _, _):
            return inexpressible("declare of \(component) as \(page)")
        case .start:
            return inexpressible("start")
        }
    }
}
