import PageViewAutomation

/// Writes the lines that bring a replay to the state of an engine (RC-004).
///
/// A trace cannot state that a page has been counted, so the lines count it again. They have three parts:
///
/// 1. The appearances begin in their original order. No container hides them yet. Ended appearances to which the state refers are
///    played among them.
/// 2. Each list of a `show` follows, with the order of the pages and scenes.
/// 3. All other facts follow as one update, so they begin and end nothing. If an update is in progress, that update stays open.
struct SnapshotLines {
    typealias Component = EngineSnapshot.Component

    /// An ended appearance to which the engine's state still refers.
    struct EndedAppearance {
        let id: AppearanceID
        let page: PageContext
        /// The scene; `nil` for one that has closed.
        let scene: SceneID?
        /// Whether it was counted last in its scene.
        var isCountedLast = false
        /// The deep link that was opened from it.
        var link: Int?
        var isPlayed = false
    }

    /// A step of the first part. Steps with equal positions have the order of the cases, and are added in this order.
    enum Step {
        case appearance(Int)
        case count(Int)
        case ended(Int)
        case manual(SceneID, PageContext, number: UInt64)
        case background(Int)
        case link(Int)

        /// Whether the step may emit a page view that the engine emitted for an appearance.
        var isOfAppearance: Bool {
            switch self {
            case .appearance, .count, .ended: true
            case .manual, .background, .link: false
            }
        }
    }

    struct Progress {
        let name: String
        var scene: SceneID?
        var ordinal: UInt32 = 0
        var isAttached = true
        var isAppeared = false
        var page: PageContext?
        var isReady = true
        var payload = Payload()
    }

    /// The maximum number of earlier appearances to play, so that later ones have their ordinals.
    private static let playedLimit: UInt32 = 250

    let snapshot: EngineSnapshot
    var names: RecordedNames
    var progress: [ComponentID: Progress] = [:]
    let components: [ComponentID: Component]
    /// The live components, in the order in which they began.
    let live: [Component]
    var ended: [EndedAppearance] = []
    var now: Timestamp
    var openedLinks: Set<Int> = []
    var inBackground: Set<SceneID> = []
    /// The newest component of each scene.
    var newest: [SceneID: ComponentID] = [:]
    /// Whether the order of the live components may differ from that of their beginnings.
    var isReordered = false
    var lastScene: SceneID?
    var hasPlaceholder = false
    /// Whether the lines have set the number of a page view to the engine's, so that the next one needs a lower number.
    var hasEngineNumbers = false
    /// Whether a fact changes what the containers show.
    var isStructural = false
    var events: [TraceEvent] = []

    init(_ snapshot: EngineSnapshot, _ texts: RecordedTexts) {
        self.snapshot = snapshot
        names = RecordedNames(texts, mainScene: snapshot.mainScene)
        components = Dictionary(snapshot.components.map { ($0.id, $0) }) { first, _ in first }
        live = snapshot.components.filter { $0.presence == .live }.sorted { $0.order < $1.order }
        let times = live.map(\.beganAt) + snapshot.links.map(\.visit.time)
        now = times.reduce(snapshot.now) { min($0, $1) }
        for scene in snapshot.scenes where wasInBackground(scene) { now = min(now, scene.backgroundSince) }
    }

    mutating func write() {
        for component in snapshot.destroyed { names.noteDestroyed(component) }
        guard
            snapshot.isRunning,
            !snapshot.scenes.isEmpty || !snapshot.components.isEmpty || snapshot.sequence > 0
                || snapshot.update != nil
        else { return }
        ended = endedAppearances()
        createComponents()
        for step in timeline() { play(step) }
        for index in ended.indices { playEnded(index) }
        for component in snapshot.components where component.presence != .live { playRest(component) }
        restoreLists()
        restoreOrder()
        restoreFacts()
        let number = min(snapshot.sequence, TraceEvent.Action.nextPageViews.upperBound - 1) + 1
        add(.note("recorded from here on: the events above restore the earlier state", nextPageView: number))
    }

    mutating func create(_ id: ComponentID, _ declaration: TraceEvent.Declaration) {
        guard let progress = progress[id] else { return }
        // Without a scene, a component is in that of its container.
        let isDefault = progress.scene == snapshot.mainScene && declaration.parent == nil
        let scene = isDefault ? nil : progress.scene.flatMap { names.name(of: $0) }
        add(.create(component: progress.name, scene: scene, declaration))
    }

    mutating func declare(_ id: ComponentID, _ page: PageContext, isReady: Bool, payload: Payload = Payload()) {
        guard let name = progress[id]?.name else { return }
        var declaration = TraceEvent.Declaration()
        declare(page, isReady, payload, of: id, in: &declaration)
        if declaration != TraceEvent.Declaration() {
            add(.create(component: name, scene: nil, declaration))
        }
    }

    /// Adds what the lines have not declared of a page yet.
    mutating func declare(
        _ page: PageContext?, _ isReady: Bool, _ payload: Payload, of id: ComponentID,
        in declaration: inout TraceEvent.Declaration
    ) {
        guard let known = progress[id] else { return }
        if page != known.page { declaration.page = page }
        if page != known.page || isReady != known.isReady { declaration.isReady = isReady }
        if isReady, payload != (known.isReady ? known.payload : Payload()) {
            declaration.payload = payload
        }
        progress[id]?.page = page
        progress[id]?.isReady = isReady
        progress[id]?.payload = isReady ? payload : Payload()
    }

    /// Plays appearances of a component up to an ordinal. None counts, because the component is not a ready page yet.
    mutating func play(_ id: ComponentID, until ordinal: UInt32) {
        guard let known = progress[id], ordinal > known.ordinal, ordinal < .max else { return }
        // A page that the lines have declared would be the last page of its scene.
        let closed = known.page == nil ? nil : names.formerSceneName()
        if let closed { add(.component(known.name, .attach, scene: closed)) } else { attach(id) }
        for _ in 0..<min(ordinal - known.ordinal, Self.playedLimit) {
            didAppear(id)
            didDisappear(id)
        }
        progress[id]?.ordinal = ordinal
        if let closed { close(closed, and: id, backTo: known.scene) }
    }

    /// Closes a scene that the engine does not have, and moves a component out of it.
    mutating func close(_ scene: String, and id: ComponentID, backTo old: SceneID?) {
        add(.scene(scene, .close))
        progress[id]?.scene = nil
        move(id, to: old)
    }

    /// Makes a page of a scene that then closes the engine's last page. So no scene is implied for a link (PV-006).
    mutating func closeLastScene() {
        let (placeholder, closed) = (names.placeholderName(), names.formerSceneName())
        let page = PageContext(name: PageName(rawValue: closed))
        add(.create(component: placeholder, scene: closed, TraceEvent.Declaration(page: page, isReady: false)))
        add(.component(placeholder, .didAppear, scene: nil))
        add(.scene(closed, .close))
        lastScene = nil
        hasPlaceholder = true
        removePlaceholder()
    }

    mutating func didAppear(_ id: ComponentID) {
        progress[id]?.ordinal += 1
        reportDidAppear(id)
    }

    mutating func didDisappear(_ id: ComponentID) {
        progress[id]?.isAppeared = false
        add(id, .didDisappear)
    }

    mutating func attach(_ id: ComponentID) {
        guard progress[id]?.isAttached == false else { return }
        progress[id]?.isAttached = true
        add(id, .attach)
    }

    mutating func detach(_ id: ComponentID) {
        guard progress[id]?.isAttached == true else { return }
        progress[id]?.isAttached = false
        add(id, .detach)
    }

    mutating func move(_ id: ComponentID, to scene: SceneID?) {
        guard let known = progress[id], let scene, let name = names.name(of: scene) else { return }
        guard known.scene != scene else { return attach(id) }
        progress[id]?.scene = scene
        progress[id]?.isAttached = true
        add(.component(known.name, .attach, scene: name))
    }

    /// Moves a component into a placeholder container of a level. The engine has no such container.
    mutating func moveToLevel(_ id: ComponentID, _ level: Int) {
        guard let name = progress[id]?.name else { return }
        let placeholder = names.placeholderName()
        add(.create(component: placeholder, scene: nil, TraceEvent.Declaration(level: level)))
        hasPlaceholder = true
        add(.create(component: name, scene: nil, TraceEvent.Declaration(parent: placeholder)))
    }

    mutating func removePlaceholder() {
        guard hasPlaceholder else { return }
        hasPlaceholder = false
        _ = names.destroyPlaceholder()
        add(.component(names.placeholderName(), .destroy, scene: nil))
    }

    mutating func record(_ id: ComponentID, _ page: PageContext) {
        guard let name = progress[id]?.name else { return }
        add(.record(component: name, scene: nil, page: page, payload: nil))
    }

    mutating func add(_ id: ComponentID, _ event: ComponentEvent) {
        guard let name = progress[id]?.name else { return }
        add(.component(name, event, scene: nil))
    }

    mutating func add(_ action: TraceEvent.Action) {
        events.append(TraceEvent(time: now, action))
    }
}
