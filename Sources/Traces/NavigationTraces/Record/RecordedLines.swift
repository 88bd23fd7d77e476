import AnalyticsJSON
import PageViewAutomation

/// Converts the inputs of an engine into the lines of a trace (RC-002).
struct RecordedLines {
    private typealias Input = EngineInput<ComponentID, SceneID>

    private let texts: RecordedTexts
    /// The calendar time at which the engine's clock shows zero, in nanoseconds since 1970 (RC-008).
    private let beganAt: Int64?
    private var names: RecordedNames?
    /// The engine's time at which the trace's time is 0.
    private var origin: Timestamp?
    /// Whether the engine runs. After a stop, the snapshot at the next start contains everything that changed.
    private var isRunning = false
    private var hasHeader = false
    /// Whether the caller lost lines that it had taken.
    private var hasLostLines = false
    /// The first page of each component in the items that are being appended. It becomes part of the name (RC-006).
    private var firstPages: [ComponentID: PageContext] = [:]
    /// The lines that no caller has taken yet. `texts` is not applied to them yet.
    private var lines: [TraceLine] = []

    init(options: RecordingOptions, beganAt: Int64?, policies: [any RecordingPolicy] = []) {
        texts = RecordedTexts(options, policies)
        self.beganAt = beganAt
    }

    /// Returns and removes the lines. `lost` is the number of lines at the end that certainly exceed `limit` bytes.
    mutating func take(upTo limit: Int = .max) -> (lines: [TraceLine], lost: Int) {
        defer { lines = [] }
        var size = 0
        let fitting = lines.prefix { line in
            size += line.leastSize
            return size < limit
        }
        return (fitting.map(texts.applied), lines.count - fitting.count)
    }

    /// Notes that the caller lost lines that it had taken. The next snapshot then begins a new session.
    mutating func noteLoss() { hasLostLines = true }

    /// Appends the lines for recorded items.
    mutating func append(_ items: [RecordedItem]) {
        for case .input(let recorded) in items {
            for (component, page) in recorded.input.pages where firstPages[component] == nil {
                firstPages[component] = page
            }
        }
        for item in items {
            switch item {
            case .snapshot(let snapshot): append(snapshot)
            case .input(let recorded): append(recorded)
            case .cleared(let policies):
                let firstPages = firstPages
                self = RecordedLines(options: texts.options, beganAt: beganAt, policies: policies)
                self.firstPages = firstPages
            }
        }
        firstPages = [:]
    }

    private mutating func append(_ snapshot: EngineSnapshot) {
        if !hasHeader { appendHeader(snapshot.policy) }
        hasHeader = true
        if hasLostLines || isRunning { add(.stop, at: snapshot.now) }
        hasLostLines = false
        names = RecordedNames(texts, mainScene: snapshot.mainScene)
        isRunning = snapshot.isRunning
        var writer = SnapshotLines(snapshot, texts)
        guard var names else { return }
        writer.write(with: &names)
        self.names = names
        for event in writer.events where isRunning { add(event.action, at: event.time ?? .zero) }
    }

    private mutating func appendHeader(_ policy: EnginePolicy) {
        let time = texts.options.calendarTimeOfZero.map(\.saturatingNanoseconds) ?? beganAt
        // A header has whole milliseconds (RC-008).
        let beganAt = texts.includesCalendarTime ? time.map { $0.quotient(1_000_000) &* 1_000_000 } : nil
        lines.append(
            .header(TraceHeader(title: texts.redacted(texts.options.title), beganAt: beganAt, policy: policy)))
    }

    private mutating func append(_ recorded: RecordedInput) {
        guard isRunning else { return }
        let time = recorded.time
        switch recorded.input {
        case .create(let component, let scene, let declaration):
            declare(component, in: scene, declaration, at: time)
        case .component(let component, .attach, let scene?):
            guard let sceneName = name(of: scene) else {
                return note("attach to another engine's scene", at: time)
            }
            guard let name = mention(component, "attach", in: sceneName, at: time) else { return }
            add(.component(name, .attach, scene: sceneName), at: time)
        case .component(let component, let event, let scene):
            guard let name = mention(component, "\(event)", in: self.name(of: scene), at: time) else { return }
            add(.component(name, event, scene: nil), at: time)
            if event == .destroy { names?.destroy(component) }
        case .move(let component, let container?):
            declare(component, in: nil, Input.Declaration(parent: container), at: time)
        case .move(let component, nil):
            moveOut(component, at: time)
        case .pending(let component, let scene, let page):
            guard let name = mention(component, "pending", in: self.name(of: scene), at: time) else { return }
            add(.pending(component: name, scene: nil, page: page), at: time)
        case .ready(let component, let scene, let page, let payload):
            guard let name = mention(component, "ready", in: self.name(of: scene), at: time) else { return }
            add(.ready(component: name, scene: nil, page: page, payload: payload), at: time)
        case .declare(let component, let page, let payload, _, _):
            declare(component, page, payload, at: time)
        case .scene(let scene, let event):
            self.scene(scene, event, at: time)
        case .begin:
            add(.begin, at: time)
        case .commit:
            add(.commit, at: time)
        case .show(let scene, let entries):
            show(entries, in: scene, at: time)
            for component in recorded.destroyed { names?.destroy(component) }
        case .interaction(let name, let scene, let properties, let component):
            add(
                .interaction(
                    name: name, scene: self.name(of: scene), properties: properties,
                    component: component.flatMap { names?.name(of: $0) }), at: time)
        case .deepLink(let url, let scene, let source, let target, let expires):
            add(
                .deepLink(
                    url: url, scene: name(of: scene), source: source, target: target,
                    expires: expires.map { max(0, $0) }), at: time)
        case .discardDeepLink(let scene):
            let isKnown = scene.map { names?.hasName($0) ?? false } ?? true
            guard scene == nil || name(of: scene) != nil else {
                return note("discardDeepLink of another engine's scene", at: time)
            }
            add(.discardDeepLink(scene: name(of: scene)), at: time)
            // A scene that no other line mentions does not exist.
            if let scene, !isKnown { names?.close(scene) }
        case .record(let component, let scene, let page, let payload):
            record(component, page, payload, in: scene, at: time)
        case .note(let text, let number):
            add(.note(texts.note(text), nextPageView: number), at: time)
        case .stop:
            add(.stop, at: time)
            isRunning = false
        case .start:
            // A running engine ignores a start. For a stopped engine, a snapshot follows.
            break
        }
    }

    private mutating func scene(_ scene: SceneID?, _ event: SceneEvent, at time: Timestamp) {
        guard scene == nil || name(of: scene) != nil else {
            return note("a scene of another engine: \(event)", at: time)
        }
        add(.scene(name(of: scene), event), at: time)
        if event == .close, let scene { names?.close(scene) }
    }

    // MARK: Components

    private mutating func declare(
        _ component: ComponentID, in scene: SceneID?, _ declared: Input.Declaration, at time: Timestamp
    ) {
        let sceneName = name(of: scene)
        // The engine rejects the whole input.
        if scene != nil, sceneName == nil { return note("a component in another engine's scene", at: time) }
        guard let state = names?.state(of: component, page: firstPages[component]) else { return }
        var declaration = TraceEvent.Declaration(
            page: declared.page, payload: declared.payload, isReady: declared.isReady,
            isAttached: declared.isAttached, isExclusive: declared.isExclusive,
            level: declared.level.map { $0.writtenLevel })
        switch state {
        case .known(let name):
            declaration.parent = declared.parent.flatMap { self.name(ofParent: $0, in: sceneName, at: time) }
            if scene != nil || declared != Input.Declaration() {
                add(.create(component: name, scene: sceneName, declaration), at: time)
            }
            destroyPlaceholder(at: time)
        case .new(let name, let replaced):
            if let replaced { add(.component(replaced, .destroy, scene: nil), at: time) }
            declaration.parent = declared.parent.flatMap { self.name(ofParent: $0, in: sceneName, at: time) }
            // These are the defaults of a new component.
            if declaration.isAttached == true { declaration.isAttached = nil }
            if declaration.isReady == true, declaration.page == nil { declaration.isReady = nil }
            // Without a scene, a component is in that of its container.
            let isDefault = sceneName == "main" && declaration.parent == nil
            add(.create(component: name, scene: isDefault ? nil : sceneName, declaration), at: time)
            destroyPlaceholder(at: time)
        case .destroyed(let name):
            note("create of \(name), which was destroyed", at: time)
        case .unnamed, .foreign:
            note("create of \(component), which was destroyed", at: time)
        }
    }

    private mutating func show(_ entries: [Input.ShownEntry], in scene: SceneID?, at time: Timestamp) {
        let sceneName = name(of: scene)
        if scene != nil, sceneName == nil { return note("show of another engine's scene", at: time) }
        var listed: [(entry: Input.ShownEntry, name: String)] = []
        for entry in entries {
            switch names?.state(of: entry.component, page: firstPages[entry.component]) {
            case .known(let name):
                listed.append((entry, name))
            case .new(let name, let replaced):
                if let replaced { add(.component(replaced, .destroy, scene: nil), at: time) }
                listed.append((entry, name))
            case .destroyed, .unnamed, .foreign, nil:
                note("show of \(entry.component), which was destroyed", at: time)
            }
        }
        let shown = listed.map { entry, name in
            TraceEvent.Action.ShownEntry(
                component: name, page: entry.page, payload: entry.payload, isReady: entry.isReady,
                parent: entry.parent.flatMap { self.name(ofParent: $0, in: sceneName ?? "main", at: time) },
                isVisible: entry.isVisible, level: entry.level.map { $0.writtenLevel })
        }
        add(.show(scene: sceneName, shown), at: time)
        destroyPlaceholder(at: time)
    }

    /// Writes the declaration of a notifier as the state of its page.
    private mutating func declare(
        _ component: ComponentID, _ page: PageContext, _ payload: Payload?, at time: Timestamp
    ) {
        guard let name = mention(component, "declare", at: time) else { return }
        if let payload {
            add(.ready(component: name, scene: nil, page: page, payload: payload), at: time)
        } else {
            add(.pending(component: name, scene: nil, page: page), at: time)
        }
    }

    /// Returns the name of a container, and creates the container if the trace does not have it.
    private mutating func name(ofParent parent: ComponentID, in scene: String?, at time: Timestamp) -> String? {
        switch names?.state(of: parent, page: firstPages[parent]) {
        case .known(let name), .destroyed(let name):
            return name
        case .new(let name, let replaced):
            if let replaced { add(.component(replaced, .destroy, scene: nil), at: time) }
            // Without a scene, the replay creates the container in the scene of its content.
            if let scene {
                add(.create(component: name, scene: scene == "main" ? nil : scene, TraceEvent.Declaration()), at: time)
            }
            return name
        case .unnamed:
            return names?.placeholderName()
        case .foreign, nil:
            return nil
        }
    }

    /// Writes that a component leaves its container.
    ///
    /// A trace can express that only by a container that is destroyed. So the component moves into a placeholder.
    private mutating func moveOut(_ component: ComponentID, at time: Timestamp) {
        if case .destroyed(let name)? = names?.state(of: component, page: firstPages[component]) {
            return note("move of \(name), which was destroyed", at: time)
        }
        guard let name = mention(component, "move", at: time), let placeholder = names?.placeholderName() else {
            return
        }
        add(.create(component: name, scene: nil, TraceEvent.Declaration(parent: placeholder)), at: time)
        destroyPlaceholder(at: time)
    }

    /// Writes the destruction of the placeholder container, if a line has mentioned it.
    private mutating func destroyPlaceholder(at time: Timestamp) {
        if let name = names?.destroyPlaceholder() { add(.component(name, .destroy, scene: nil), at: time) }
    }

    /// Returns the name of a component for a line about it.
    ///
    /// If the trace does not have the component, the function writes its `create` first. If the trace has no name for it, the
    /// function writes a note instead and returns `nil`.
    private mutating func mention(
        _ component: ComponentID, _ what: String, in scene: String? = nil, at time: Timestamp
    ) -> String? {
        switch names?.state(of: component, page: firstPages[component]) {
        case .known(let name), .destroyed(let name):
            return name
        case .new(let name, let replaced):
            if let replaced { add(.component(replaced, .destroy, scene: nil), at: time) }
            add(.create(component: name, scene: scene == "main" ? nil : scene, TraceEvent.Declaration()), at: time)
            return name
        case .unnamed, .foreign, nil:
            note("\(what) of \(component), which was destroyed", at: time)
            return nil
        }
    }

    private mutating func record(
        _ component: ComponentID?, _ page: PageContext?, _ payload: Payload?, in scene: SceneID?, at time: Timestamp
    ) {
        var name: String?
        let sceneName = self.name(of: scene)
        if let component {
            name = mention(component, "record", in: sceneName, at: time)
            if name == nil { return }
        } else if page == nil {
            return note("record without a page", at: time)
        }
        add(
            .record(
                component: name, scene: component == nil ? sceneName : nil, page: page, payload: payload), at: time)
    }

    private mutating func name(of scene: SceneID?) -> String? { scene.flatMap { names?.name(of: $0) } }

    // MARK: Lines

    private mutating func note(_ text: String, at time: Timestamp) { add(.note(text), at: time) }

    private mutating func add(_ action: TraceEvent.Action, at time: Timestamp) {
        // The trace's time begins at 0, or at the first event if the engine's clock is before 0.
        let origin = origin ?? min(time, .zero)
        self.origin = origin
        let moment = Timestamp(nanoseconds: time.nanoseconds(since: origin))
        lines.append(.event(TraceEvent(time: moment, action)))
    }
}

extension EngineInput {
    /// The pages that the input declares, with their components.
    fileprivate var pages: [(Component, PageContext)] {
        let pages: [(Component?, PageContext?)] =
            switch self {
            case .create(_, _, let declaration): [(component, declaration.page)]
            case .pending(_, _, let page), .ready(_, _, let page, _), .record(_, _, let page, _): [(component, page)]
            case .declare(_, let page, _, _, _): [(component, page)]
            case .show(_, let entries): entries.map { ($0.component, $0.page) }
            case .component, .move, .scene, .begin, .commit, .interaction, .deepLink, .discardDeepLink, .start, .stop,
                .note:
                []
            }
        return pages.compactMap { component, page in
            if let component, let page { (component, page) } else { nil }
        }
    }
}

extension Int {
    /// The level to write. Levels in a trace have 32 bits.
    fileprivate var writtenLevel: Int { Int(Int32(clamping: self)) }
}
