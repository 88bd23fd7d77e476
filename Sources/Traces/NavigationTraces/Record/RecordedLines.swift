import AnalyticsJSON
import PageViewAutomation

/// Converts the inputs of an engine into the lines of a trace (RC-002).
struct RecordedLines {
    private typealias Input = EngineInput<ComponentID, SceneID>

    private let texts: RecordedTexts
    /// The calendar time at which the engine's clock shows zero, in nanoseconds since 1970 (RC-008).
    private let beganAt: Int64?
    private var names: RecordedNames?
    /// The engine's time of the item that is being appended.
    private var now = Timestamp.zero
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
            size += line.sizeLowerBound
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
        now = snapshot.now
        if !hasHeader { appendHeader(snapshot.policy) }
        hasHeader = true
        if hasLostLines || isRunning { add(.stop) }
        (hasLostLines, isRunning) = (false, snapshot.isRunning)
        var writer = SnapshotLines(snapshot, texts)
        writer.write()
        names = writer.names
        for event in writer.events {
            now = event.time ?? .zero
            add(event.action)
        }
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
        now = recorded.time
        switch recorded.input {
        case .create(let component, let scene, let declaration):
            declare(component, in: scene, declaration)
        case .component(let component, let event, let scene):
            let sceneName = name(of: scene)
            if event == .attach, scene != nil, sceneName == nil { return note("attach to another engine's scene") }
            guard let name = mention(component, "\(event)", in: sceneName) else { return }
            add(.component(name, event, scene: event == .attach ? sceneName : nil))
            if event == .destroy { names?.destroy(component) }
        case .move(let component, let container?):
            declare(component, in: nil, Input.Declaration(parent: container))
        case .move(let component, nil):
            moveOut(component)
        case .pending(let component, let scene, let page):
            guard let name = mention(component, "pending", in: self.name(of: scene)) else { return }
            add(.pending(component: name, scene: nil, page: page))
        case .ready(let component, let scene, let page, let payload):
            guard let name = mention(component, "ready", in: self.name(of: scene)) else { return }
            add(.ready(component: name, scene: nil, page: page, payload: payload))
        case .declare(let component, let page, let payload, _, _):
            guard let name = mention(component, "declare") else { return }
            add(
                payload.map { .ready(component: name, scene: nil, page: page, payload: $0) }
                    ?? .pending(component: name, scene: nil, page: page))
        case .scene(let scene, let event):
            guard scene == nil || name(of: scene) != nil else { return note("a scene of another engine: \(event)") }
            add(.scene(name(of: scene), event))
            if event == .close, let scene { names?.close(scene) }
        case .begin:
            add(.begin)
        case .commit:
            add(.commit)
        case .show(let scene, let entries):
            show(entries, in: scene)
            for component in recorded.destroyed { names?.destroy(component) }
        case .interaction(let name, let scene, let properties, let component):
            add(
                .interaction(
                    name: name, scene: self.name(of: scene), properties: properties,
                    component: component.flatMap { names?.name(of: $0) }))
        case .deepLink(let url, let scene, let source, let target, let expires):
            add(
                .deepLink(
                    url: url, scene: name(of: scene), source: source, target: target,
                    expires: expires.map { max(0, $0) }))
        case .discardDeepLink(let scene):
            let isKnown = scene.map { names?.hasName($0) ?? false } ?? true
            guard scene == nil || name(of: scene) != nil else {
                return note("discardDeepLink of another engine's scene")
            }
            add(.discardDeepLink(scene: name(of: scene)))
            // A scene that no other line mentions does not exist.
            if let scene, !isKnown { names?.close(scene) }
        case .record(let component, let scene, let page, let payload):
            record(component, page, payload, in: scene)
        case .note(let text, let number):
            add(.note(texts.note(text), nextPageView: number))
        case .stop:
            add(.stop)
            isRunning = false
        case .start:
            // A running engine ignores a start. For a stopped engine, a snapshot follows.
            break
        }
    }

    private mutating func declare(_ component: ComponentID, in scene: SceneID?, _ declared: Input.Declaration) {
        let sceneName = name(of: scene)
        // The engine rejects the whole input.
        if scene != nil, sceneName == nil { return note("a component in another engine's scene") }
        let name: String
        var isNew = false
        switch state(of: component) {
        case .known(let known): name = known
        case .new(let given, _):
            name = given
            isNew = true
        case .destroyed(let name): return note("create of \(name), which was destroyed")
        case .unnamed, .foreign: return note("create of \(component), which was destroyed")
        }
        var declaration = TraceEvent.Declaration(
            page: declared.page, payload: declared.payload, isReady: declared.isReady,
            parent: declared.parent.flatMap { self.name(ofParent: $0, in: sceneName) },
            isAttached: declared.isAttached, isExclusive: declared.isExclusive,
            level: declared.level.map { $0.writtenLevel })
        if isNew {
            // These are the defaults of a new component.
            if declaration.isAttached == true { declaration.isAttached = nil }
            if declaration.isReady == true, declaration.page == nil { declaration.isReady = nil }
        }
        // Without a scene, a new component is in that of its container.
        let isDefault = isNew && sceneName == "main" && declaration.parent == nil
        if isNew || scene != nil || declared != Input.Declaration() {
            add(.create(component: name, scene: isDefault ? nil : sceneName, declaration))
        }
        destroyPlaceholder()
    }

    private mutating func show(_ entries: [Input.ShownEntry], in scene: SceneID?) {
        let sceneName = name(of: scene)
        if scene != nil, sceneName == nil { return note("show of another engine's scene") }
        var listed: [(entry: Input.ShownEntry, name: String)] = []
        for entry in entries {
            switch state(of: entry.component) {
            case .known(let name), .new(let name, _): listed.append((entry, name))
            case .destroyed, .unnamed, .foreign: note("show of \(entry.component), which was destroyed")
            }
        }
        let shown = listed.map { entry, name in
            TraceEvent.Action.ShownEntry(
                component: name, page: entry.page, payload: entry.payload, isReady: entry.isReady,
                parent: entry.parent.flatMap { self.name(ofParent: $0, in: sceneName ?? "main") },
                isVisible: entry.isVisible, level: entry.level.map { $0.writtenLevel })
        }
        add(.show(scene: sceneName, shown))
        destroyPlaceholder()
    }

    /// Returns the name of a container, and creates the container if the trace does not have it.
    private mutating func name(ofParent parent: ComponentID, in scene: String?) -> String? {
        switch state(of: parent) {
        case .known(let name), .destroyed(let name):
            return name
        case .new(let name, _):
            // Without a scene, the replay creates the container in the scene of its content.
            if let scene { create(name, in: scene) }
            return name
        case .unnamed:
            return names?.placeholderName()
        case .foreign:
            return nil
        }
    }

    /// Writes that a component leaves its container: it moves into a placeholder, which is destroyed.
    private mutating func moveOut(_ component: ComponentID) {
        if case .destroyed(let name) = state(of: component) { return note("move of \(name), which was destroyed") }
        guard let name = mention(component, "move"), let placeholder = names?.placeholderName() else { return }
        add(.create(component: name, scene: nil, TraceEvent.Declaration(parent: placeholder)))
        destroyPlaceholder()
    }

    /// Writes the destruction of the placeholder container, if a line has mentioned it.
    private mutating func destroyPlaceholder() {
        if let name = names?.destroyPlaceholder() { add(.component(name, .destroy, scene: nil)) }
    }

    /// Returns the name of a component for a line about it, and creates the component if the trace does not have it.
    ///
    /// If the trace has no name for it, the function writes a note instead and returns `nil`.
    private mutating func mention(_ component: ComponentID, _ what: String, in scene: String? = nil) -> String? {
        switch state(of: component) {
        case .known(let name), .destroyed(let name):
            return name
        case .new(let name, _):
            create(name, in: scene)
            return name
        case .unnamed, .foreign:
            note("\(what) of \(component), which was destroyed")
            return nil
        }
    }

    private mutating func create(_ name: String, in scene: String?) {
        add(.create(component: name, scene: scene == "main" ? nil : scene, TraceEvent.Declaration()))
    }

    private mutating func record(
        _ component: ComponentID?, _ page: PageContext?, _ payload: Payload?, in scene: SceneID?
    ) {
        var name: String?
        let sceneName = self.name(of: scene)
        if let component {
            name = mention(component, "record", in: sceneName)
            if name == nil { return }
        } else if page == nil {
            return note("record without a page")
        }
        add(.record(component: name, scene: component == nil ? sceneName : nil, page: page, payload: payload))
    }

    /// Returns the state of a component's name. Ends an existing component whose index a new one has received.
    private mutating func state(of component: ComponentID) -> RecordedNames.NameState {
        guard let state = names?.state(of: component, page: firstPages[component]) else { return .foreign }
        if case .new(_, let replaced?) = state { add(.component(replaced, .destroy, scene: nil)) }
        return state
    }

    private mutating func name(of scene: SceneID?) -> String? { scene.flatMap { names?.name(of: $0) } }

    private mutating func note(_ text: String) { add(.note(text)) }

    private mutating func add(_ action: TraceEvent.Action) {
        // The trace's time begins at 0, or at the first event if the engine's clock is before 0.
        let origin = origin ?? min(now, .zero)
        self.origin = origin
        lines.append(.event(TraceEvent(time: Timestamp(nanoseconds: now.nanoseconds(since: origin)), action)))
    }
}

extension EngineInput {
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
    fileprivate var writtenLevel: Int { Int(Int32(clamping: self)) }
}
