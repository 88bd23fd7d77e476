import NavigationTraces
import PageViewAutomation

/// A second implementation of the specification, to compare the engine with.
///
/// It is written plainly, and from the chapters alone. All state is in lists that are searched from the beginning.
/// Derived facts are computed anew each time. The model follows one session of a trace. If the chapters are silent or
/// ambiguous, a comment begins with `Reading:`.
struct ReferenceModel {
    let policy: EnginePolicy
    var isRunning = true
    var now = Timestamp.zero
    /// The number of ordered facts so far: beginnings, `didAppear` reports, and links.
    var order = 0
    /// The number of the newest page view.
    var sequence: UInt64 = 0
    /// All components that were ever mentioned. The index is the identity; a name is not (AP-011).
    var components: [ReferenceComponent] = []
    var scenes: [String: ReferenceScene] = [:]
    /// The scenes that have come to the front, frontmost first (QU-004).
    var front: [String] = []
    /// The last page of the engine, and whether its scene still exists (QU-003, PV-005).
    var enginesLastPage: ReferencePage?
    var isLastSceneThere = true
    var enginesLastCounted: ReferenceMention?

    /// The current page of each scene that has one, after the last report.
    var current: [String: CurrentPlace] = [:]

    // The state of the report in progress.
    var records: [ReferenceRecord] = []
    /// The current page of each scene before the report.
    var currentBefore: [String: CurrentPlace] = [:]
    /// The scene whose current page ended in a way that may reveal another page (POL-003).
    var uncovered: String?

    /// The facts of a current page whose change is emitted (QU-006): the component and the page.
    struct CurrentPlace: Equatable {
        var place: Int
        var page: PageContext
    }

    init(policy: EnginePolicy) {
        self.policy = policy
    }

    /// Applies an event and returns the emitted records.
    mutating func apply(_ event: TraceEvent) -> [ReferenceRecord] {
        // A remark without a time has no effect (TR-002).
        if case .note = event.action, event.time == nil { return [] }
        let records = report { model in
            model.advance(to: event.time, before: event.action)
            model.perform(event.action)
        }
        // The next event begins a new session (TR-002).
        if event.action == .stop { self = ReferenceModel(policy: policy) }
        return records
    }

    /// Applies a report as a whole (ORD-001).
    ///
    /// Reveals and current pages are determined at the end of the report. Until then, queries return the earlier state.
    mutating func report(_ body: (inout ReferenceModel) -> Void) -> [ReferenceRecord] {
        records = []
        currentBefore = current
        uncovered = nil
        body(&self)
        reveal()
        current = currentPlaces()
        rememberLastPages()
        emitChanges()
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
        case .note(_, let number): if let number { sequence = number - 1 }
        // A trace cannot express the other actions.
        case .move, .declare, .start: break
        }
    }

    /// Returns the component that a diagnostic of the time names.
    ///
    /// Reading: it is the component of the report, if it existed before. A `create` with the name of a destroyed
    /// component concerns a new component (AP-010).
    private func knownComponent(of action: TraceEvent.Action) -> String? {
        guard let name = action.component, let place = bearer(of: name) else { return nil }
        if case .create = action, components[place].isDestroyed { return nil }
        return name
    }

    /// ORD-006: time never goes back. TR-002: a line without a time has the time of the line before.
    private mutating func advance(to time: Timestamp?, before action: TraceEvent.Action) {
        guard let time else { return }
        guard time >= now else {
            diagnose(.timeWentBack, knownComponent(of: action))
            return
        }
        let nanoseconds = time.nanoseconds - now.nanoseconds
        now = time
        // AP-007: the time in the background is counted separately.
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

    /// Emits a record, unless the engine is stopped (ORD-005).
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
