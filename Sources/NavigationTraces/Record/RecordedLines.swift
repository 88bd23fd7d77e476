import PageViewAutomation

/// Turns what an engine heard into the lines of a trace, one after another (rule RC-002).
struct RecordedLines {
    private let options: RecordingOptions
    private var names: RecordedNames?
    /// What the trace counts its time from.
    private var origin: Timestamp?
    /// Whether the engine runs; what it hears meanwhile is in the snapshot that follows.
    private var isRunning = false
    private var isBegun = false
    /// Whether lines were lost, so that nobody knows what the trace has of its session.
    private var isTorn = false
    /// What the components among the newest items are called first.
    private var firstPages: [ComponentID: PageContext] = [:]
    /// The lines that have not been taken.
    private(set) var lines: [TraceLine] = []

    init(options: RecordingOptions) {
        self.options = options
    }

    /// Takes the lines so far.
    mutating func take() -> [TraceLine] {
        defer { lines = [] }
        return lines
    }

    /// Notes that lines were lost that had been taken. The next snapshot begins a session of its own.
    mutating func tear() { isTorn = true }

    /// Adds what was recorded next.
    mutating func append(_ items: [RecordedItem]) {
        for case .input(let recorded) in items {
            guard let (component, page) = recorded.input.named else { continue }
            if firstPages[component] == nil { firstPages[component] = page }
        }
        for item in items {
            switch item {
            case .snapshot(let snapshot): append(snapshot)
            case .input(let recorded): append(recorded)
            }
        }
        firstPages = [:]
    }

    private mutating func append(_ snapshot: EngineSnapshot) {
        if !isBegun { lines.append(.header(TraceHeader(title: options.title, policy: snapshot.policy))) }
        isBegun = true
        if isTorn || isRunning { add(.sessionEnd, at: snapshot.now) }
        isTorn = false
        names = RecordedNames(naming: options.naming, mainScene: snapshot.mainScene)
        isRunning = snapshot.isRunning
        var writer = SnapshotLines(snapshot, options: options)
        guard var names else { return }
        writer.write(with: &names)
        self.names = names
        for event in writer.events where isRunning { add(event.action, at: event.time ?? .zero) }
    }

    private mutating func append(_ recorded: RecordedInput) {
        let time = recorded.time
        switch recorded.input {
        case .stop:
            if isRunning { add(.sessionEnd, at: time) }
            isRunning = false
        case .start:
            // What follows is a snapshot, if the engine did not run.
            break
        default:
            if isRunning { append(recorded.input, at: time) }
        }
    }

    private mutating func append(_ input: EngineInput, at time: Timestamp) {
        switch input {
        case .report(.create(let component, let scene, let parent, let isAttached)):
            declare(component, scene: scene, isAttached: isAttached, parent: parent, page: nil, at: time)
        case .report(.component(let component, let event)):
            guard let name = mention(component, "\(event)", at: time) else { return }
            add(.component(name, event, scene: nil), at: time)
            if event == .destroy { names?.end(component) }
        case .report(.attach(let component, let scene)):
            guard let sceneName = names?.name(of: scene) else {
                return note("attach to another engine's scene", at: time)
            }
            guard let name = mention(component, "attach", in: sceneName, at: time) else { return }
            add(.component(name, .attach, scene: sceneName), at: time)
        case .report(.move(let component, let container?)):
            declare(component, scene: nil, isAttached: nil, parent: container, page: nil, at: time)
        case .report(.move(let component, nil)):
            takeOut(component, at: time)
        case .report(.scene(let scene, let event)):
            guard let name = names?.name(of: scene) else {
                return note("a scene of another engine: \(event)", at: time)
            }
            add(.scene(name, event), at: time)
            if event == .close { names?.close(scene) }
        case .declare(let component, let scene, let isAttached, let parent, let page):
            declare(component, scene: scene, isAttached: isAttached, parent: parent, page: page, at: time)
        case .update(let component, let update):
            self.update(component, with: update, at: time)
        case .record(let component, let page, let payload, let scene):
            record(component, page, payload, in: scene, at: time)
        case .interact(let name, let properties, let scene):
            add(
                .interaction(name: name, scene: self.name(of: scene), properties: options.written(properties)), at: time
            )
        case .open(let link, let scene):
            add(options.written(link, in: self.name(of: scene)), at: time)
        case .note(let text):
            note(text, at: time)
        case .stop, .start:
            break
        }
    }

    // MARK: Components

    private mutating func declare(
        _ component: ComponentID, scene: SceneID?, isAttached: Bool?, parent: ComponentID?, page: PageUpdate?,
        at time: Timestamp
    ) {
        let sceneName = name(of: scene)
        // Such a report is refused whole.
        if scene != nil, sceneName == nil { return note("a component in another engine's scene", at: time) }
        guard let standing = names?.standing(of: component, page: firstPages[component]) else { return }
        var declaration = TraceEvent.Declaration(
            page: page?.page, payload: page?.payload.map { options.written($0) }, isReady: page?.isReady,
            isAttached: isAttached)
        switch standing {
        case .known(let name):
            declaration.parent = parent.flatMap { self.name(ofParent: $0, in: sceneName, at: time) }
            let says = scene != nil || isAttached != nil || parent != nil || page != nil
            if says { add(.create(component: name, scene: sceneName, declaration), at: time) }
            endNothing(at: time)
        case .new(let name, let replaced):
            if let replaced { add(.component(replaced, .destroy, scene: nil), at: time) }
            declaration.parent = parent.flatMap { self.name(ofParent: $0, in: sceneName, at: time) }
            // As it is with all that are new.
            if declaration.isAttached == true { declaration.isAttached = nil }
            if declaration.isReady == true, declaration.page == nil { declaration.isReady = nil }
            add(.create(component: name, scene: sceneName == "main" ? nil : sceneName, declaration), at: time)
            endNothing(at: time)
        case .gone(let name):
            note("create of \(name), which is gone", at: time)
        case .forgotten, .foreign:
            note("create of \(component), which is gone", at: time)
        }
    }

    /// The name of a container, which is there from this mention.
    private mutating func name(ofParent parent: ComponentID, in scene: String?, at time: Timestamp) -> String? {
        switch names?.standing(of: parent, page: firstPages[parent]) {
        case .known(let name), .gone(let name):
            return name
        case .new(let name, let replaced):
            if let replaced { add(.component(replaced, .destroy, scene: nil), at: time) }
            // Where no scene is named it is in that of its content, as it is in a replay when it is mentioned.
            if let scene {
                add(.create(component: name, scene: scene == "main" ? nil : scene, TraceEvent.Declaration()), at: time)
            }
            return name
        case .forgotten:
            return names?.nameOfNothing()
        case .foreign, nil:
            return nil
        }
    }

    /// A component is in nothing any more. A trace has one way to say that: what it is in is gone.
    private mutating func takeOut(_ component: ComponentID, at time: Timestamp) {
        if case .gone(let name)? = names?.standing(of: component, page: firstPages[component]) {
            return note("move of \(name), which is gone", at: time)
        }
        guard let name = mention(component, "move", at: time), let nothing = names?.nameOfNothing() else { return }
        add(.create(component: name, scene: nil, TraceEvent.Declaration(parent: nothing)), at: time)
        endNothing(at: time)
    }

    /// Says that what only stands for nothing is gone, once it has been mentioned.
    private mutating func endNothing(at time: Timestamp) {
        if let name = names?.endNothing() { add(.component(name, .destroy, scene: nil), at: time) }
    }

    /// The name of a component that something is said about; `nil` if there is nothing to be said but that it was odd.
    private mutating func mention(
        _ component: ComponentID, _ what: String, in scene: String? = nil, at time: Timestamp
    ) -> String? {
        switch names?.standing(of: component, page: firstPages[component]) {
        case .known(let name), .gone(let name):
            return name
        case .new(let name, let replaced):
            if let replaced { add(.component(replaced, .destroy, scene: nil), at: time) }
            add(.create(component: name, scene: scene == "main" ? nil : scene, TraceEvent.Declaration()), at: time)
            return name
        case .forgotten, .foreign, nil:
            note("\(what) of \(component), which is gone", at: time)
            return nil
        }
    }

    private mutating func update(_ component: ComponentID, with update: PageUpdate, at time: Timestamp) {
        guard let name = mention(component, "change", at: time) else { return }
        switch update.isReady {
        case true?:
            let payload = update.payload.map { options.written($0) }
            add(.ready(component: name, scene: nil, page: update.page, payload: payload), at: time)
        case false?:
            add(.pending(component: name, scene: nil, page: update.page), at: time)
        case nil:
            add(.create(component: name, scene: nil, TraceEvent.Declaration(page: update.page)), at: time)
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
                component: name, scene: component == nil ? sceneName : nil, page: page,
                payload: payload.map { options.written($0) }), at: time)
    }

    private mutating func name(of scene: SceneID?) -> String? { scene.flatMap { names?.name(of: $0) } }

    // MARK: Lines

    private mutating func note(_ text: String, at time: Timestamp) { add(.note(text), at: time) }

    private mutating func add(_ action: TraceEvent.Action, at time: Timestamp) {
        // A trace begins at 0. A clock that was before that is counted from where it stood.
        let origin = origin ?? min(time, .zero)
        self.origin = origin
        let moment = Timestamp(nanoseconds: time.nanoseconds(since: origin))
        lines.append(.event(TraceEvent(time: moment, action)))
    }
}

extension EngineInput {
    /// The component of which it says what page it is, and that page.
    fileprivate var named: (ComponentID, PageContext)? {
        switch self {
        case .declare(let component, _, _, _, let update?), .update(let component, let update):
            update.page.map { (component, $0) }
        case .record(let component?, let page?, _, _): (component, page)
        case .report, .declare, .record, .interact, .open, .note, .stop, .start: nil
        }
    }
}

extension RecordingOptions {
    /// What is written of values.
    func written(_ payload: Payload) -> Payload { includesPayloads ? payload : Payload() }

    /// What is written of a link.
    func written(_ link: DeepLink, in scene: String?) -> TraceEvent.Action {
        includesLinks
            ? .deepLink(url: link.url, scene: scene, source: link.source)
            : .deepLink(url: "left out", scene: scene, source: nil)
    }
}
