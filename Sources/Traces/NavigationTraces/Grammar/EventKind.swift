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
    var detail = EventDetail()

    init(_ kind: EventKind) {
        self.kind = kind
    }
}

/// The values that few events have, except the names of components and scenes.
struct EventDetail: Sendable {
    var page: PageContext?
    /// The payload of a page, or the properties of an interaction.
    var payload: Payload?
    var isReady: Bool?
    var isAttached: Bool?
    var isExclusive: Bool?
    var level: Int?
    /// The components that a `show` lists.
    var entries: [TraceEvent.Action.ShownEntry]?
    /// The name of an interaction, the URL of a link, or the text of a note.
    var text: String?
    var source: String?
    /// The name of the page that a link leads to.
    var target: String?
    /// The time for which a link waits, in nanoseconds.
    var expires: Int64?
    /// The number of the next page view.
    var nextPageView: UInt64?
}

/// A required key that an event does not have, with its alternative if there is one.
struct MissingKey: Error {
    let key: TraceKey
    var other: TraceKey?
}

extension EngineInput {
    /// Creates the input that has these values. It ignores values that its kind does not have.
    init(
        _ kind: EventKind, component: Component?, scene: Scene?, parent: Component?, entries: [ShownEntry]?,
        _ detail: EventDetail
    ) throws(MissingKey) {
        switch kind {
        case .create:
            guard let component else { throw MissingKey(key: .component) }
            self = .create(
                component: component, scene: scene,
                Declaration(
                    page: detail.page, payload: detail.payload, isReady: detail.isReady, parent: parent,
                    isAttached: detail.isAttached, isExclusive: detail.isExclusive, level: detail.level))
        case .component(let event):
            guard let component else { throw MissingKey(key: .component) }
            self = .component(component, event, scene: scene)
        case .pending:
            guard let component else { throw MissingKey(key: .component) }
            self = .pending(component: component, scene: scene, page: detail.page)
        case .ready:
            guard let component else { throw MissingKey(key: .component) }
            self = .ready(component: component, scene: scene, page: detail.page, payload: detail.payload)
        case .scene(let event):
            self = .scene(scene, event)
        case .begin:
            self = .begin
        case .commit:
            self = .commit
        case .show:
            guard let entries else { throw MissingKey(key: .entries) }
            self = .show(scene: scene, entries)
        case .interaction:
            guard let name = detail.text else { throw MissingKey(key: .name) }
            self = .interaction(name: name, scene: scene, properties: detail.payload, component: component)
        case .deepLink:
            guard let url = detail.text else { throw MissingKey(key: .url) }
            self = .deepLink(
                url: url, scene: scene, source: detail.source, target: detail.target, expires: detail.expires)
        case .discardDeepLink:
            self = .discardDeepLink(scene: scene)
        case .record:
            guard component != nil || detail.page != nil else { throw MissingKey(key: .component, other: .page) }
            self = .record(component: component, scene: scene, page: detail.page, payload: detail.payload)
        case .stop:
            self = .stop
        case .note:
            self = .note(detail.text ?? "", nextPageView: detail.nextPageView)
        }
    }
}

extension TraceEvent.Action {
    /// Creates the input that has these values.
    init(_ values: EventValues) throws(MissingKey) {
        try self.init(
            values.kind, component: values.component, scene: values.scene, parent: values.parent,
            entries: values.detail.entries, values.detail)
    }

    /// The values of the event. An input that no trace can express becomes a note.
    package var values: EventValues {
        switch self {
        case .create(let component, let scene, let declaration):
            EventValues(
                .create, component, scene, parent: declaration.parent,
                EventDetail(
                    page: declaration.page, payload: declaration.payload, isReady: declaration.isReady,
                    isAttached: declaration.isAttached, isExclusive: declaration.isExclusive,
                    level: declaration.level))
        case .component(let component, let event, let scene):
            EventValues(.component(event), component, scene)
        case .pending(let component, let scene, let page):
            EventValues(.pending, component, scene, EventDetail(page: page))
        case .ready(let component, let scene, let page, let payload):
            EventValues(.ready, component, scene, EventDetail(page: page, payload: payload))
        case .scene(let scene, let event):
            EventValues(.scene(event), nil, scene)
        case .begin:
            EventValues(.begin)
        case .commit:
            EventValues(.commit)
        case .show(let scene, let entries):
            EventValues(.show, nil, scene, EventDetail(entries: entries))
        case .interaction(let name, let scene, let properties, let component):
            EventValues(.interaction, component, scene, EventDetail(payload: properties, text: name))
        case .deepLink(let url, let scene, let source, let target, let expires):
            EventValues(
                .deepLink, nil, scene, EventDetail(text: url, source: source, target: target, expires: expires))
        case .discardDeepLink(let scene):
            EventValues(.discardDeepLink, nil, scene)
        case .record(let component, let scene, let page, let payload):
            EventValues(.record, component, scene, EventDetail(page: page, payload: payload))
        case .stop:
            EventValues(.stop)
        case .note(let text, let number):
            EventValues(.note, nil, nil, EventDetail(text: text, nextPageView: number))
        case .move(let component, let container):
            EventValues(
                inexpressible: "move of \(component) \(container.map { "into \($0)" } ?? "out of its container")")
        case .declare(let component, let page, _, _, _):
            EventValues(inexpressible: "declare of \(component) as \(page)")
        case .start:
            EventValues(inexpressible: "start")
        }
    }
}

extension EventValues {
    fileprivate init(
        _ kind: EventKind, _ component: String?, _ scene: String?, parent: String? = nil,
        _ detail: EventDetail = EventDetail()
    ) {
        self.init(kind)
        (self.component, self.scene, self.parent, self.detail) = (component, scene, parent, detail)
    }

    /// Creates the note that replaces an input that no trace can express.
    fileprivate init(inexpressible text: String) {
        self.init(.note, nil, nil, EventDetail(text: "no trace can express: \(text)"))
    }
}
