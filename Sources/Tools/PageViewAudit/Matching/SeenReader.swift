package import NavigationTraces
import PageViewAutomation

/// Replays a trace and collects what the user saw (AU-201).
package struct SeenReader {
    private var replay = TraceReplay()
    private var seen = SeenTrace()
    private var open: [ExactName?: OpenSession] = [:]

    /// Creates a reader, which leaves out page views that were current for less than this many nanoseconds (AU-113).
    package init(minimumDuration: Int64? = nil) {
        seen.minimumDuration = minimumDuration
    }

    package mutating func take(_ line: TraceLine) {
        switch line {
        case .header(let header):
            replay = TraceReplay(policy: header.policy)
            seen.beganAt = header.beganAt
        case .event(let event): apply(event)
        case .expectation: break
        }
    }

    package mutating func finish() -> SeenTrace {
        for session in open.values { session.finish(&seen) }
        // If a second reference remained, the audit would copy the lists that it changes.
        defer { self = SeenReader() }
        return seen
    }

    private mutating func apply(_ event: TraceEvent) {
        // The replay removes a session that ends, but its names are still necessary.
        let before = replay.session(event.session)
        let records = replay.apply(event)
        guard let session = replay.session(event.session) ?? before else { return }
        let name = event.session.map { ExactName($0) }
        var state = open.removeValue(forKey: name) ?? OpenSession(index: seen.index(ofSession: event.session))
        state.apply(event, records, of: session, &seen)
        if case .stop = event.action { state.finish(&seen) } else { open[name] = state }
    }
}

private struct OpenSession {
    let index: Int32
    var stays: [ComponentID: Int32] = [:]
    var held: Set<ComponentID> = []
    /// The components with an appearance and a `willDisappear` that no `didAppear` has answered yet.
    var leaving: Set<ComponentID> = []
    var pageless: [ComponentID: Int32] = [:]
    var scenes: [ExactName: Int32] = [:]
    var sceneIDs: [SceneID: Int32] = [:]
    var current: [Int32: Int32] = [:]
    var foremost: Int32 = -1

    mutating func apply(
        _ event: TraceEvent, _ records: [TraceReplay.Record], of session: ReplaySession, _ seen: inout SeenTrace
    ) {
        let time = session.time.nanoseconds
        let component = session.component
        // The stay before the event: only such a stay can see a further `didAppear`.
        let before = component.flatMap { stays[$0] }
        for page in event.declaredPages { _ = seen.index(ofName: page.name.rawValue, isPage: true) }
        var changes: [CurrentPageChange] = []
        var affected = (component.map { [$0] } ?? []) + session.shownComponents
        for record in records {
            switch record.record {
            case .pageView(let view): count(view, of: session, &seen)
            case .pageLeave(let leave):
                end(leave, of: session, &seen)
                affected.append(leave.component)
            case .currentPage(let change): changes.append(change)
            case .interaction, .deepLink, .diagnostic: break
            }
        }
        if case .scene(let scene, .foreground) = event.action {
            // Sorted, so that equal inputs give equal bytes (AU-301).
            affected += held.sorted { $0.index < $1.index }
            changeScene(scene ?? "main", isForeground: true, at: time, &seen)
        }
        for id in affected { update(id, event, of: session, &seen) }
        if case .component(_, let report, _) = event.action, let component {
            take(report, of: component, stay: before, at: time, &seen)
        }
        for change in changes { take(change, of: session, &seen) }
        if case .scene(let scene, .background) = event.action {
            changeScene(scene ?? "main", isForeground: false, at: time, &seen)
        }
        if case .scene(let scene, .close) = event.action {
            // A later mention of the name means a new scene, which is in the foreground (AP-009).
            changeScene(scene ?? "main", isForeground: true, at: time, &seen)
            sceneIDs = [:]
        }
        if case .component(_, .destroy, _) = event.action, let component,
            let name = pageless.removeValue(forKey: component)
        {
            seen.sessions[Int(index)].componentNames.insert(name)
        }
        updateForemost(session, at: time, isNeeded: !records.isEmpty || event.action.isAboutScene, &seen)
    }

    func finish(_ seen: inout SeenTrace) {
        for name in pageless.values { seen.sessions[Int(index)].componentNames.insert(name) }
    }

    // MARK: Stays

    private mutating func count(_ view: PageView, of session: ReplaySession, _ seen: inout SeenTrace) {
        let name = seen.index(ofName: view.page.name.rawValue, isPage: true)
        let counted = view.countedAt.nanoseconds
        let stay: Int32
        if let id = view.component, let began = view.appearedAt {
            stay = begin(id, at: began.nanoseconds, name, in: view.scene, .appearance, of: session, &seen)
        } else {
            stay = Int32(seen.stays.count)
            seen.stays.append(
                SeenStay(
                    begin: counted, end: counted, name: name, scene: index(of: view.scene, session, &seen),
                    kind: .manual))
        }
        seen.stays[Int(stay)].name = name
        seen.stays[Int(stay)].number = UInt32(clamping: view.sequence)
        seen.stays[Int(stay)].counted = counted
        seen.pageViewCount += 1
    }

    private mutating func end(_ leave: PageLeave, of session: ReplaySession, _ seen: inout SeenTrace) {
        let name = seen.index(ofName: leave.page.name.rawValue, isPage: true)
        if leave.id != nil, stays[leave.component].map({ seen.stays[Int($0)].kind != .appearance }) ?? true {
            // The appearance began and ended in one event.
            _ = begin(
                leave.component, at: leave.endedAt.nanoseconds, name, in: leave.scene, .appearance, of: session, &seen)
        }
        if let stay = stays[leave.component] {
            seen.stays[Int(stay)].name = name
            if leave.id != nil, let minimumDuration = seen.minimumDuration, leave.currentNanoseconds < minimumDuration {
                seen.leaveOut(Int(stay))
            }
        }
        end(leave.component, at: leave.endedAt.nanoseconds, &seen)
    }

    private mutating func end(_ id: ComponentID, at time: Int64, _ seen: inout SeenTrace) {
        guard let stay = stays.removeValue(forKey: id) else { return }
        seen.stays[Int(stay)].end = time
        held.remove(id)
        leaving.remove(id)
    }

    /// Begins a stay of a component, unless it has begun. Returns its index.
    private mutating func begin(
        _ id: ComponentID, at time: Int64, _ name: Int32, in scene: SceneID, _ kind: SeenStay.Kind,
        of session: ReplaySession, _ seen: inout SeenTrace
    ) -> Int32 {
        if let stay = stays[id] {
            if seen.stays[Int(stay)].kind == kind { return stay }
            end(id, at: session.time.nanoseconds, &seen)
        }
        let stay = Int32(seen.stays.count)
        seen.stays.append(
            SeenStay(begin: time, name: name, scene: index(of: scene, session, &seen), kind: kind))
        stays[id] = stay
        if kind == .held { held.insert(id) }
        setContainers(of: id, stay, session, &seen)
        return stay
    }

    /// Updates the stay of a component from its state in the engine.
    private mutating func update(
        _ id: ComponentID, _ event: TraceEvent, of session: ReplaySession, _ seen: inout SeenTrace
    ) {
        guard let status = session.engine.status(of: id) else { return }
        // A component that declares its container late changes the containers of everything in it.
        if stays[id] != nil || pageless[id] != nil, case .create(_, _, let declaration) = event.action,
            declaration.parent != nil
        {
            for (id, stay) in stays.sorted(by: { $0.value < $1.value }) { setContainers(of: id, stay, session, &seen) }
        }
        guard let page = status.page else {
            if pageless[id] == nil {
                pageless[id] = seen.index(ofName: Self.name(ofComponent: session.name(of: id)), isPage: false)
            }
            return
        }
        pageless[id] = nil
        if status.presence == .hidden {
            end(id, at: session.time.nanoseconds, &seen)
        } else {
            let name = seen.index(ofName: page.name.rawValue, isPage: true)
            let isLive = status.presence == .live
            let began = isLive ? status.beganAt : session.time
            let stay = begin(
                id, at: began.nanoseconds, name, in: status.scene, isLive ? .appearance : .held, of: session, &seen)
            if !seen.stays[Int(stay)].isCounted { seen.stays[Int(stay)].name = name }
        }
    }

    private func setContainers(
        of id: ComponentID, _ stay: Int32, _ session: ReplaySession, _ seen: inout SeenTrace
    ) {
        let containers = session.engine.containers(of: id)
        guard !containers.isEmpty else { return }
        let names = containers.reversed().map {
            seen.index(ofName: Self.name(ofComponent: session.name(of: $0)), isPage: false)
        }
        seen.stays[Int(stay)].containers = seen.index(ofContainers: names)
    }

    private static func name(ofComponent name: String) -> String {
        let end = name.utf8.firstIndex(of: UInt8(ascii: "#")) ?? name.endIndex
        return end == name.startIndex ? name : String(name[..<end])
    }

    // MARK: Callbacks

    private mutating func take(
        _ report: ComponentEvent, of id: ComponentID, stay before: Int32?, at time: Int64, _ seen: inout SeenTrace
    ) {
        // A held component is not in front, and an appearance that has ended needs no explanation.
        guard let before, stays[id] == before, seen.stays[Int(before)].kind == .appearance else { return }
        switch report {
        case .willDisappear: leaving.insert(id)
        case .didAppear:
            let isAnswer = leaving.remove(id) != nil
            add(isAnswer ? .cancelledTransition : .duplicateCallback, to: before, at: time, &seen)
        case .willAppear, .didDisappear, .attach, .detach, .destroy, .select, .deselect, .focus: break
        }
    }

    private mutating func add(_ cause: AuditCause, to stay: Int32, at time: Int64, _ seen: inout SeenTrace) {
        let callback = SeenCallback(time: time, previous: seen.stays[Int(stay)].lastCallback, cause: cause)
        seen.stays[Int(stay)].lastCallback = Int32(seen.callbacks.count)
        seen.callbacks.append(callback)
    }

    private mutating func take(_ change: CurrentPageChange, of session: ReplaySession, _ seen: inout SeenTrace) {
        let scene = index(of: change.scene, session, &seen)
        let above = current[scene]
        let stay = change.page.flatMap { stays[$0.component] }
        current[scene] = stay
        guard let stay, let above, stay < above, seen.stays[Int(above)].end != SeenStay.open,
            seen.stays[Int(stay)].begin <= seen.stays[Int(above)].begin
        else { return }
        add(.reveal, to: stay, at: change.time.nanoseconds, &seen)
    }

    // MARK: Scenes

    private mutating func index(of scene: SceneID, _ session: ReplaySession, _ seen: inout SeenTrace) -> Int32 {
        if let index = sceneIDs[scene] { return index }
        let index = index(ofScene: session.name(of: scene), &seen)
        sceneIDs[scene] = index
        return index
    }

    private mutating func index(ofScene name: String, _ seen: inout SeenTrace) -> Int32 {
        if let index = scenes[ExactName(name)] { return index }
        let index = Int32(seen.scenes.count)
        seen.scenes.append(SeenScene(session: self.index))
        scenes[ExactName(name)] = index
        return index
    }

    private mutating func changeScene(_ name: String, isForeground: Bool, at time: Int64, _ seen: inout SeenTrace) {
        let scene = Int(index(ofScene: name, &seen))
        guard seen.scenes[scene].changes.count.isMultiple(of: 2) != isForeground else { return }
        seen.scenes[scene].changes.append(time)
    }

    private mutating func updateForemost(
        _ session: ReplaySession, at time: Int64, isNeeded: Bool, _ seen: inout SeenTrace
    ) {
        guard isNeeded, let page = session.engine.currentPage else { return }
        let scene = index(of: page.scene, session, &seen)
        guard scene != foremost else { return }
        foremost = scene
        seen.sessions[Int(index)].foremost.append((time, scene))
    }
}

extension TraceEvent {
    fileprivate var declaredPages: [PageContext] {
        let pages: [PageContext?] =
            switch action {
            case .create(_, _, let declaration): [declaration.page]
            case .pending(_, _, let page), .ready(_, _, let page, _), .record(_, _, let page, _): [page]
            case .declare(_, let page, _, _, _): [page]
            case .show(_, let entries): entries.map(\.page)
            case .component, .move, .scene, .begin, .commit, .interaction, .deepLink, .discardDeepLink, .start, .stop,
                .note:
                []
            }
        return pages.compactMap(\.self)
    }
}

extension EngineInput {
    fileprivate var isAboutScene: Bool {
        if case .scene = self { true } else { false }
    }
}
