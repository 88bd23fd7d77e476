import NavigationTraces
import PageViewAutomation

/// The specification once more, written from its chapters alone and as plainly as it goes, to compare the engine with.
///
/// Everything is a list that is searched from its beginning, and whatever can be worked out from what is kept is worked
/// out anew each time. It follows one session of a trace. Where the chapters are silent, or can be read in two ways, a
/// comment begins with `Reading:`.
struct ReferenceModel {
    let policy: EnginePolicy
    var isRunning = true
    var now = Timestamp.zero
    /// Counts whatever has a place in an order: beginnings, `didAppear` reports, links.
    var order = 0
    /// The number of the newest page view.
    var sequence: UInt64 = 0
    /// All components that were ever mentioned. A place in the list is the identity (AP-011): a name is none.
    var components: [ReferenceComponent] = []
    var scenes: [String: ReferenceScene] = [:]
    /// The scenes that have come to the front, the foremost first (QU-004).
    var front: [String] = []
    /// The engine's last page, and whether the scene it was in has stayed (QU-003, PV-005).
    var enginesLastPage: ReferencePage?
    var isLastSceneThere = true
    var enginesLastCounted: ReferenceMention?

    /// The current page of each scene that has one, after the last report.
    var current: [String: CurrentPlace] = [:]

    // What concerns the report that is being applied.
    var records: [ReferenceRecord] = []
    /// The same as it was before the report.
    var currentBefore: [String: CurrentPlace] = [:]
    /// The scene whose current page ended so that it may reveal another (POL-003).
    var uncovered: String?

    /// A current page as far as a change of it is told (QU-006): whose it is, and what it is called.
    struct CurrentPlace: Equatable {
        var place: Int
        var page: PageContext
    }

    init(policy: EnginePolicy) {
        self.policy = policy
    }

    /// Applies an event; what follows from it.
    mutating func apply(_ event: TraceEvent) -> [ReferenceRecord] {
        // A remark means nothing; one that has a time says what time it is, like any other line (TR-002).
        if case .note = event.action, event.time == nil { return [] }
        let records = report { model in
            model.advance(to: event.time, before: event.action)
            model.perform(event.action)
        }
        // The next event of the session begins a new one (TR-002).
        if event.action == .stop { self = ReferenceModel(policy: policy) }
        return records
    }

    /// A report is applied whole: what it reveals and which pages are current is judged when it has been, and until then
    /// the answers are those from before it (ORD-001).
    mutating func report(_ body: (inout ReferenceModel) -> Void) -> [ReferenceRecord] {
        records = []
        currentBefore = current
        uncovered = nil
        body(&self)
        reveal()
        current = currentPlaces()
        rememberLastPages()
        tellChanges()
        return records
    }

    private mutating func perform(_ action: TraceEvent.Action) {
        switch action {
        case .create(let name, let scene, let declaration): create(name, scene: scene, declaration)
        case .component(let name, .attach, let scene): attach(name, scene: scene)
        case .component(let name, let event, let scene):
            if let place = mention(name, scene: scene) { apply(event, to: place) }
        case .pending(let name, let scene, let page): setPending(name, scene: scene, page: page)
        case .ready(let name, let scene, let page, let payload):
            setReady(name, scene: scene, page: page, payload: payload)
        case .scene(let name, let event): apply(event, to: name ?? "main")
        case .interaction(let name, let scene, let properties):
            interact(name, scene: scene, properties: properties ?? Payload())
        case .deepLink(let url, let scene, let source): open(url, scene: scene, source: source)
        case .record(let component, let scene, let page, let payload):
            record(component, scene: scene, page: page, payload: payload)
        case .discardDeepLink(let scene): discardLink(scene: scene)
        case .stop: endAll()
        // No trace can express the others.
        case .note, .move, .declare, .start: break
        }
    }

    /// Reading: a time that goes back is about the component of the report, if that existed before it. A `create` with the
    /// name of a destroyed component is about a new one (AP-010).
    private func knownComponent(of action: TraceEvent.Action) -> String? {
        guard let name = action.component, let place = bearer(of: name) else { return nil }
        if case .create = action, components[place].isDestroyed { return nil }
        return name
    }

    /// ORD-006: time never goes back. TR-002: a line without a time has that of the line before.
    private mutating func advance(to time: Timestamp?, before action: TraceEvent.Action) {
        guard let time else { return }
        guard time >= now else {
            diagnose(.timeWentBack, knownComponent(of: action))
            return
        }
        let nanoseconds = time.nanoseconds - now.nanoseconds
        now = time
        // AP-007: the time in the background is accounted for apart.
        for place in components.indices {
            guard var appearance = components[place].live else { continue }
            if isForeground(components[place].scene) {
                appearance.foreground += nanoseconds
            } else {
                appearance.background += nanoseconds
            }
            components[place].stay = .live(appearance)
        }
    }

    /// A stopped engine emits nothing (ORD-005).
    mutating func emit(_ record: ReferenceRecord) {
        if isRunning { records.append(record) }
    }

    mutating func diagnose(_ kind: Diagnostic.Kind, _ component: String?) {
        emit(.diagnostic(kind, component: component, time: now))
    }

    mutating func nextOrder() -> Int {
        order += 1
        return order
    }

    func isForeground(_ scene: String) -> Bool { scenes[scene, default: ReferenceScene()].isForeground }
}
