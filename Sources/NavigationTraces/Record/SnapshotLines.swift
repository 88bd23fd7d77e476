import PageViewAutomation

/// Writes the lines that bring a replay to the state of an engine (RC-004).
///
/// A trace cannot state that a page has been counted. So the lines count it again: counted appearances begin in their original
/// order. Pages that have not been counted are pending until they can no longer count too early.
struct SnapshotLines {
    /// An ended appearance to which the engine's state still refers.
    private struct EndedAppearance {
        let appearance: AppearanceID
        let page: PageContext
        let scene: SceneID
    }

    /// What the lines have played of a component.
    private struct Progress {
        let name: String
        var scene: SceneID
        var ordinal: UInt32 = 0
        var isDeclared = false
        var isReady = true
    }

    /// The maximum number of earlier appearances to play, so that later ones have their ordinals.
    private static let playedLimit: UInt32 = 250

    private let snapshot: EngineSnapshot
    private let options: RecordingOptions
    private var names: RecordedNames
    private var progress: [ComponentID: Progress] = [:]
    private var now: Timestamp
    /// The scenes whose deep link has been opened.
    private var openedLinks: Set<SceneID> = []
    /// The events, with the engine's times.
    private(set) var events: [TraceEvent] = []

    init(_ snapshot: EngineSnapshot, options: RecordingOptions) {
        self.snapshot = snapshot
        self.options = options
        names = RecordedNames(naming: options.naming, mainScene: snapshot.mainScene)
        now = snapshot.components.filter { $0.presence == .live }.map(\.beganAt).min() ?? snapshot.now
    }

    /// Writes the events, and adds the names that it gives to `names`.
    mutating func write(with names: inout RecordedNames) {
        self.names = names
        defer { names = self.names }
        for component in snapshot.destroyed { self.names.noteDestroyed(component) }
        guard snapshot.isRunning, !snapshot.scenes.isEmpty || !snapshot.components.isEmpty else { return }
        let endedAppearances = snapshot.scenes.compactMap { lastCounted(in: $0) }
        create(endedAppearances)
        let live = snapshot.components.filter { $0.presence == .live }.sorted { $0.order < $1.order }
        let waiting = Set(live.filter { waitsForLink($0) }.map(\.id))
        for component in live where !waiting.contains(component.id) { appear(component, endedAppearances) }
        for component in live where waiting.contains(component.id) { prepare(component, endedAppearances) }
        countLast(endedAppearances)
        for scene in snapshot.scenes where scene.isForeground { open(scene) }
        for component in live where waiting.contains(component.id) { appear(component, endedAppearances) }
        now = max(now, snapshot.now)
        for scene in snapshot.scenes { leaveLastPage(of: scene) }
        leaveLastPageOfAll()
        restoreStates()
        note("recorded from here on: the events above restore the earlier state", nextPageView: snapshot.sequence + 1)
    }

    // MARK: Ended appearances

    /// Returns the appearance that was counted last in a scene, if it has ended.
    private func lastCounted(in scene: EngineSnapshot.Scene) -> EndedAppearance? {
        guard let last = scene.lastCounted, let id = last.id.appearance else { return nil }
        return isLive(id) ? nil : EndedAppearance(appearance: id, page: last.page, scene: scene.id)
    }

    private func isLive(_ id: AppearanceID) -> Bool {
        component(id.component).map { $0.presence == .live && $0.ordinal == id.ordinal } ?? false
    }

    private func component(_ id: ComponentID) -> EngineSnapshot.Component? {
        snapshot.components.first { $0.id == id }
    }

    /// Creates all components. A component with an appearance does not get its page yet.
    private mutating func create(_ endedAppearances: [EndedAppearance]) {
        for component in snapshot.components {
            guard case .new(let name, _) = names.state(of: component.id, page: component.page) else { continue }
            let first = endedAppearances.filter { $0.appearance.component == component.id }
                .min { $0.appearance.ordinal < $1.appearance.ordinal }
            let plays = component.ordinal > 0 || component.presence == .live
            progress[component.id] = Progress(name: name, scene: first?.scene ?? component.scene)
            var declaration = TraceEvent.Declaration()
            declaration.parent = component.parent.flatMap { progress[$0]?.name }
            if !plays, !component.isAttached { declaration.isAttached = false }
            if !plays { declare(component, isReady: component.isReady, in: &declaration) }
            create(component.id, declaration)
        }
        for ended in endedAppearances where component(ended.appearance.component) == nil { createDestroyed(ended) }
        for ended in endedAppearances where endsLate(ended, endedAppearances) && endedBeginFirst {
            begin(ended, endedAppearances)
        }
    }

    /// Begins an appearance that ends late. First plays the counted appearances of its component in other scenes.
    private mutating func begin(_ ended: EndedAppearance, _ endedAppearances: [EndedAppearance]) {
        let id = ended.appearance.component
        let earlier = endedAppearances.filter { $0.appearance.component == id && $0.appearance != ended.appearance }
        for other in earlier.sorted(by: { $0.appearance.ordinal < $1.appearance.ordinal }) { playCounted(other) }
        move(id, to: ended.scene)
        play(ended.appearance.component, until: ended.appearance.ordinal &- 1)
        didAppear(ended.appearance.component)
    }

    /// Whether ended appearances begin before live ones.
    ///
    /// If reveals count, the end of an ended appearance must not reveal a live page.
    private var endedBeginFirst: Bool { snapshot.policy.reveal == .counts }

    private mutating func createDestroyed(_ ended: EndedAppearance) {
        let id = ended.appearance.component
        guard progress[id] == nil else { return }
        progress[id] = Progress(name: names.formerName(of: id, page: ended.page), scene: ended.scene)
        create(id, TraceEvent.Declaration())
    }

    /// Returns whether the appearance ends after all live ones have begun. It does unless its component appears again.
    private func endsLate(_ ended: EndedAppearance, _ endedAppearances: [EndedAppearance]) -> Bool {
        let id = ended.appearance.component
        guard component(id)?.presence != .live else { return false }
        return !endedAppearances.contains {
            $0.appearance.component == id && $0.appearance.ordinal > ended.appearance.ordinal
        }
    }

    // MARK: Live appearances

    /// Returns whether the appearance must begin after its scene's deep link.
    ///
    /// It must if its page view may carry the link (PV-006).
    private func waitsForLink(_ component: EngineSnapshot.Component) -> Bool {
        guard component.countedAs == nil, !component.beganByReturn,
            let link = snapshot.scenes.first(where: { $0.id == component.scene })?.link
        else { return false }
        return component.order > link.order
    }

    /// Plays the appearances before a live one.
    private mutating func prepare(_ component: EngineSnapshot.Component, _ endedAppearances: [EndedAppearance]) {
        let earlier = endedAppearances.filter { $0.appearance.component == component.id }
            .sorted { $0.appearance.ordinal < $1.appearance.ordinal }
        for ended in earlier { playCounted(ended) }
        move(component.id, to: component.scene)
        play(component.id, until: component.ordinal &- 1)
    }

    private mutating func appear(_ component: EngineSnapshot.Component, _ endedAppearances: [EndedAppearance]) {
        prepare(component, endedAppearances)
        now = max(now, component.beganAt)
        let countsByItself = component.isReady && component.countedAs?.isSame(as: component.page) == true
        let isLast = isCountedLast(component)
        if component.page != nil {
            declareNow(component, isReady: countsByItself && (!isLast || isNewestCounted(component)))
        }
        didAppear(component.id)
        if !countsByItself, let page = component.countedAs, !isLast { record(component.id, page) }
    }

    /// Plays an earlier appearance that counted, from begin to end.
    private mutating func playCounted(_ ended: EndedAppearance) {
        let id = ended.appearance.component
        guard progress[id]?.ordinal ?? 0 < ended.appearance.ordinal else { return }
        move(id, to: ended.scene)
        play(id, until: ended.appearance.ordinal &- 1)
        didAppear(id)
        record(id, ended.page)
        add(id, .didDisappear)
    }

    private func isCountedLast(_ component: EngineSnapshot.Component) -> Bool {
        let last = snapshot.scenes.first { $0.id == component.scene }?.lastCounted?.id.appearance
        return last?.component == component.id && last?.ordinal == component.ordinal && component.countedAs != nil
    }

    private func isNewestCounted(_ component: EngineSnapshot.Component) -> Bool {
        !snapshot.components.contains {
            $0.presence == .live && $0.scene == component.scene && $0.countedAs != nil && $0.order > component.order
        }
    }

    /// Counts the page that was counted last in each scene, so that it is the last one in the replay too.
    private mutating func countLast(_ endedAppearances: [EndedAppearance]) {
        for component in snapshot.components where component.presence == .live && isCountedLast(component) {
            guard let page = component.countedAs else { continue }
            let countsByItself = component.isReady && page.isSame(as: component.page)
            if countsByItself, isNewestCounted(component) { continue }
            if countsByItself { setReady(component) } else { record(component.id, page) }
        }
        for ended in endedAppearances where endsLate(ended, endedAppearances) {
            let id = ended.appearance.component
            if !endedBeginFirst { begin(ended, endedAppearances) }
            record(id, ended.page)
            if let scene = snapshot.scenes.first(where: { $0.id == ended.scene }), scene.isForeground,
                scene.link?.visit.referrer?.id.appearance == ended.appearance
            {
                add(link: scene)
            }
            add(id, component(id) == nil ? .destroy : .didDisappear)
        }
        for scene in snapshot.scenes {
            guard let last = scene.lastCounted, case .manual(let number) = last.id else { continue }
            // The number is part of the identity, to which the next page view of the scene refers.
            note("restores the number of a page view recorded by hand", nextPageView: number)
            add(.record(component: nil, scene: names.name(of: scene.id), page: last.page, payload: nil))
        }
    }

    /// Opens the deep link of a scene from its original page.
    private mutating func open(_ scene: EngineSnapshot.Scene) {
        guard let link = scene.link, !openedLinks.contains(scene.id) else { return }
        if let referrer = link.visit.referrer, let id = referrer.id.appearance, !isLive(id),
            !(endedBeginFirst && scene.hasLivePage)
        {
            leave(id, referrer.page, component(id.component)?.scene ?? scene.id, opening: scene)
        }
        if !openedLinks.contains(scene.id) { add(link: scene) }
    }

    private mutating func add(link scene: EngineSnapshot.Scene) {
        guard let link = scene.link?.visit.link else { return }
        add(options.written(link, in: names.name(of: scene.id)))
        openedLinks.insert(scene.id)
    }

    /// Plays the last page of a scene without a live page, because later links refer to it.
    private mutating func leaveLastPage(of scene: EngineSnapshot.Scene) {
        guard !scene.hasLivePage, let last = scene.lastPage, scene.lastCounted?.id.appearance != last.id else { return }
        leave(last.id, last.page, last.scene)
    }

    /// Plays an appearance that was not counted, or not counted last.
    private mutating func leave(
        _ id: AppearanceID, _ page: PageContext, _ scene: SceneID, opening link: EngineSnapshot.Scene? = nil
    ) {
        let known = component(id.component)
        guard known == nil || (known?.ordinal == id.ordinal && known?.presence != .live) else { return }
        if known == nil { createDestroyed(EndedAppearance(appearance: id, page: page, scene: scene)) }
        guard let progress = progress[id.component], progress.ordinal < id.ordinal else { return }
        move(id.component, to: scene)
        play(id.component, until: id.ordinal &- 1)
        add(.pending(component: progress.name, scene: nil, page: page))
        self.progress[id.component]?.isReady = false
        didAppear(id.component)
        if let link { add(link: link) }
        add(id.component, known == nil ? .destroy : .didDisappear)
    }

    /// Plays the engine's last page, if the scene of that page has closed.
    private mutating func leaveLastPageOfAll() {
        guard let last = snapshot.lastPage, !snapshot.scenes.contains(where: { $0.id == last.scene }),
            component(last.component) == nil
        else { return }
        leave(last.id, last.page, last.scene)
        guard let name = names.name(of: last.scene) else { return }
        add(.scene(name, .close))
        names.close(last.scene)
    }

    // MARK: Final states

    private mutating func restoreStates() {
        for component in snapshot.components {
            if component.presence != .live { play(component.id, until: component.ordinal) }
            move(component.id, to: component.scene)
        }
        for scene in snapshot.scenes.sorted(by: { $0.front < $1.front }) where snapshot.scenes.count > 1 {
            if let name = names.name(of: scene.id) { add(.scene(name, .active)) }
        }
        for scene in snapshot.scenes where !scene.isForeground {
            if let name = names.name(of: scene.id) { add(.scene(name, .background)) }
            add(link: scene)
        }
        for component in snapshot.components {
            guard let progress = progress[component.id] else { continue }
            if component.ordinal > 0 || component.presence == .live {
                if !component.isAttached { add(component.id, .detach) }
                if !progress.isDeclared || component.presence != .live {
                    declareNow(component, isReady: component.isReady)
                } else if progress.isReady != component.isReady {
                    if component.isReady { setReady(component) } else { setPending(component) }
                }
            }
            if component.presence == .live, component.sawWillDisappear { add(component.id, .willDisappear) }
            if component.presence == .hidden, component.isAppearing { add(component.id, .willAppear) }
        }
        for component in snapshot.components.filter({ $0.presence == .held }).sorted(by: { $0.order < $1.order }) {
            add(component.id, .didAppear)
        }
    }

    // MARK: Lines

    private mutating func create(_ id: ComponentID, _ declaration: TraceEvent.Declaration) {
        guard let progress = progress[id] else { return }
        let scene = progress.scene == snapshot.mainScene ? nil : names.name(of: progress.scene)
        add(.create(component: progress.name, scene: scene, declaration))
    }

    private mutating func declareNow(_ component: EngineSnapshot.Component, isReady: Bool) {
        guard let name = progress[component.id]?.name else { return }
        var declaration = TraceEvent.Declaration()
        declare(component, isReady: isReady, in: &declaration)
        if declaration != TraceEvent.Declaration() {
            add(.create(component: name, scene: nil, declaration))
        }
    }

    private mutating func declare(
        _ component: EngineSnapshot.Component, isReady: Bool, in declaration: inout TraceEvent.Declaration
    ) {
        declaration.page = component.page
        if isReady {
            if component.payload != Payload() { declaration.payload = options.written(component.payload) }
            if component.page != nil || progress[component.id]?.isReady == false { declaration.isReady = true }
        } else {
            declaration.isReady = false
        }
        progress[component.id]?.isDeclared = true
        progress[component.id]?.isReady = isReady
    }

    private mutating func setReady(_ component: EngineSnapshot.Component) {
        guard let name = progress[component.id]?.name else { return }
        progress[component.id]?.isReady = true
        add(.ready(component: name, scene: nil, page: component.page, payload: options.written(component.payload)))
    }

    private mutating func setPending(_ component: EngineSnapshot.Component) {
        guard let name = progress[component.id]?.name else { return }
        progress[component.id]?.isReady = false
        add(.pending(component: name, scene: nil, page: component.page))
    }

    /// Plays appearances of a component up to an ordinal. None counts, because the component is not a page yet.
    private mutating func play(_ id: ComponentID, until ordinal: UInt32) {
        guard let played = progress[id]?.ordinal, ordinal > played, ordinal < .max else { return }
        for _ in 0..<min(ordinal - played, Self.playedLimit) {
            didAppear(id)
            add(id, .didDisappear)
        }
        progress[id]?.ordinal = ordinal
    }

    private mutating func didAppear(_ id: ComponentID) {
        progress[id]?.ordinal += 1
        add(id, .didAppear)
    }

    private mutating func move(_ id: ComponentID, to scene: SceneID) {
        guard let known = progress[id], known.scene != scene, let name = names.name(of: scene) else { return }
        progress[id]?.scene = scene
        add(.component(known.name, .attach, scene: name))
    }

    private mutating func record(_ id: ComponentID, _ page: PageContext) {
        guard let name = progress[id]?.name else { return }
        add(.record(component: name, scene: nil, page: page, payload: nil))
    }

    private mutating func add(_ id: ComponentID, _ event: ComponentEvent) {
        guard let name = progress[id]?.name else { return }
        add(.component(name, event, scene: nil))
    }

    /// Adds a note. The engine's next page view has the number.
    private mutating func note(_ text: String, nextPageView number: UInt64) {
        add(.note(text, nextPageView: number))
    }

    private mutating func add(_ action: TraceEvent.Action) {
        events.append(TraceEvent(time: now, action))
    }
}

extension PageContext {
    /// Returns whether both pages are equal.
    fileprivate func isSame(as other: PageContext?) -> Bool { self == other }
}
