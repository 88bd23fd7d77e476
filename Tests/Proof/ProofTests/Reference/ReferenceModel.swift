import NavigationTraces
import PageViewAutomation

/// A second implementation of the specification, to compare the engine with.
///
/// It is written plainly, and from the rules alone. It stores the reported facts. All other state is computed from them
/// anew, with lists that are searched from the beginning. The model follows one session of a trace. If the rules are
/// silent or ambiguous, a comment begins with `Reading:`.
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
    /// The number of updates that have begun and not ended (AP-015).
    var updateDepth = 0

    // What the last decision has found.
    /// The component of the current page of each scene that has one.
    var current: [String: Int] = [:]
    /// The last page of the engine, and whether its scene still exists (QU-003, PV-005).
    var enginesLastPage: ReferencePage?
    var isLastSceneThere = true
    var enginesLastCounted: ReferenceMention?

    // The report or update in progress.
    var records: [ReferenceRecord] = []
    /// The appearances that were counted before it, by the positions of their beginnings.
    var countedBefore: Set<Int> = []
    var actions: [ReferenceAction] = []
    /// The held components whose `didAppear` does not hold any more (PV-007).
    var takenBack: [Int] = []
    /// The components that count again, because their `didAppear` has answered a `willDisappear` (POL-002).
    var again: [Int] = []
    /// The scenes that have come back for the policy `foreground` (POL-004).
    var returned: [String] = []
    /// The components whose appearances this decision has ended.
    var ended: Set<Int> = []
    /// The current page of each scene and of the engine before this decision.
    var before: (current: [String: Int], foremost: Int?) = ([:], nil)

    /// The last emitted current page of each scene (QU-006).
    var reported: [String: Reported] = [:]

    struct Reported: Equatable {
        var place: Int
        var page: PageContext
    }

    /// The kind of a decision: the causes of what begins and counts, and whether it decides an update.
    struct Decision {
        var begun = PageView.Cause.appeared
        var counted = PageView.Cause.ready
        var isUpdate = false
    }

    init(policy: EnginePolicy) {
        self.policy = policy
    }

    /// Applies an event and returns the emitted records.
    mutating func apply(_ event: TraceEvent) -> [ReferenceRecord] {
        // A remark without a time has no effect (TR-002).
        if case .note = event.action, event.time == nil { return [] }
        records = []
        advance(to: event.time, before: event.action)
        guard event.action == .stop else {
            report(event.action)
            return records
        }
        // The next event begins a new session (TR-002).
        defer { self = ReferenceModel(policy: policy) }
        endAll()
        return records
    }

    /// Applies a report as a whole (ORD-001), and decides what follows unless an update is in progress (AP-015).
    private mutating func report(_ action: TraceEvent.Action) {
        let wasInUpdate = updateDepth > 0
        if !wasInUpdate { prepare() }
        var decision = Decision()
        switch action {
        case .begin: updateDepth += 1
        case .commit where wasInUpdate: updateDepth -= 1
        case .commit: diagnose(.commitWithoutBegin, nil)
        case .scene(let scene, .background) where wasInUpdate:
            // Reading: also if the scene is in the background already.
            decide(Decision(isUpdate: true))
            prepare()
            apply(.background, to: scene ?? "main")
        default:
            decision = self.decision(after: action)
            perform(action)
        }
        if updateDepth == 0 {
            decision.isUpdate = decision.isUpdate || wasInUpdate
            decide(decision.isUpdate ? Decision(isUpdate: true) : decision)
        }
    }

    /// Begins a report or an update, for the rules that compare with the state before it.
    mutating func prepare() {
        countedBefore = Set(components.compactMap { $0.live?.countedAs == nil ? nil : $0.live?.began })
        (actions, takenBack, again, returned) = ([], [], [], [])
    }

    private func decision(after action: TraceEvent.Action) -> Decision {
        switch action {
        case .component(_, .attach, _), .move: Decision(begun: .attached)
        case .create(_, let scene, let declaration):
            Decision(
                begun: scene != nil || declaration.isAttached != nil || declaration.parent != nil
                    ? .attached : .appeared)
        case .scene(_, .foreground): Decision(begun: .foregrounded, counted: .foregrounded)
        case .show: Decision(isUpdate: true)
        default: Decision()
        }
    }

    private mutating func perform(_ action: TraceEvent.Action) {
        switch action {
        case .create(let name, let scene, let declaration): create(name, scene: scene, declaration)
        case .component(let name, let event, let scene):
            if let place = mention(name, scene: scene) { apply(event, to: place, scene: scene) }
        case .pending(let name, let scene, let page): setPending(name, scene: scene, page: page)
        case .ready(let name, let scene, let page, let payload):
            setReady(name, scene: scene, page: page, payload: payload)
        case .scene(let name, let event): apply(event, to: name ?? "main")
        case .show(let scene, let entries): show(entries, in: scene ?? "main")
        case .interaction(let name, let scene, let properties, let component):
            interact(name, scene: scene, properties: properties ?? Payload(), component: component)
        case .deepLink(let url, let scene, let source, let target, let expires):
            open(url, scene: scene, source: source, target: target, expires: expires)
        case .record(let component, let scene, let page, let payload):
            record(component, scene: scene, page: page, payload: payload)
        case .discardDeepLink(let scene): scenes[scene ?? impliedScene ?? "main"]?.link = nil
        case .note(_, let number): if let number { sequence = number - 1 }
        // The callers apply updates and stops. A trace cannot express the other actions.
        case .begin, .commit, .stop, .move, .declare, .start: break
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
        // AP-007: the time in the background is counted separately. Reading: within an update, too, the foreground is
        // the reported one, and the current page is the decided one.
        for place in components.indices {
            guard let appearance = components[place].live else { continue }
            if isForeground(appearance.scene) {
                components[place].appearance?.foreground += nanoseconds
                if current[appearance.scene] == place { components[place].appearance?.current += nanoseconds }
            } else {
                components[place].appearance?.background += nanoseconds
            }
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
