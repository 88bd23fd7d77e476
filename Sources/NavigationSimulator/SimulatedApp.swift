public import NavigationTraces
public import PageViewAutomation
import PageViewLifecycle

/// An app on which a user acts, and which reports what a UI framework would (rules SIM-001 to SIM-005).
///
///     var app = SimulatedApp(.uiKit, showing: .stack(["home"]))
///     try app.push(.pending("item"))
///     try app.load("item", payload: ["price": 89])
///     try app.swipeBack(.cancelled)
///
/// It is a value: a copy goes on by itself. ``lines`` is the trace of all that was reported. An action that is not possible
/// throws, and has done nothing.
public struct SimulatedApp: Sendable {
    /// What the app is made with.
    public let framework: UIFramework
    /// What was reported, and what is expected of it; the first line is the header.
    public private(set) var lines: [TraceLine]
    /// The time since the app was started.
    public private(set) var time = Timestamp.zero

    package var tree = ScreenTree()
    var scenes: [SimulatedScene] = []
    /// The place of the active scene among the scenes.
    var activeScene = 0
    private var counts: [String: Int] = [:]

    /// Starts an app.
    ///
    /// - Parameters:
    ///   - framework: What it is made with.
    ///   - view: What its window shows.
    ///   - title: What happens to it, in plain words.
    ///   - policy: The policy for the trace.
    ///   - launch: What is special about its start.
    public init(
        _ framework: UIFramework, showing view: SimulatedView, title: String? = nil,
        policy: EnginePolicy = .standard, launch: Launch = .normal
    ) {
        self.framework = framework
        lines = [.header(TraceHeader(title: title, policy: policy))]
        addScene("main", showing: view, launch)
    }

    /// What can be special about the start of an app.
    public enum Launch: Hashable, Sendable {
        /// Nothing: the user sees it.
        case normal
        /// The system started it in the background; nobody sees it yet.
        case inBackground
        /// Its window is laid out only after the first thing that happens.
        case beforeFirstLayout
    }

    /// Takes the lines that there are by now; what comes next begins anew.
    public mutating func takeLines() -> [TraceLine] {
        defer { lines.removeAll() }
        return lines
    }

    /// Says what must hold at this point.
    public mutating func expect(_ claim: TraceExpectation.Claim) {
        lines.append(.expectation(TraceExpectation(claim)))
    }

    // MARK: What the framework says

    /// Reports a transition in the framework's order: of all that is seen in what goes, in what comes, in the others.
    @inline(never)
    mutating func report(
        _ order: TransitionOrder, in scene: String, over oldScene: String? = nil, old: [ScreenTree.Place] = [],
        new: [ScreenTree.Place] = [], others: [ScreenTree.Place] = []
    ) {
        let (old, new, others) = (seen(in: old), seen(in: new), seen(in: others))
        for step in order.steps {
            switch step {
            case .old(let event): emit(event, about: old)
            case .new(let event):
                emit(event, about: new)
                if event == .didAppear { for place in new { tree[place].wasShown = true } }
            case .others(let event): emit(event, about: others)
            case .scene(let event): emit(event, ofScene: scene)
            case .oldScene(let event): if let oldScene { emit(event, ofScene: oldScene) }
            case .animation: pass(framework.animationNanoseconds)
            }
        }
        for place in old + others where tree[place].isDestroyed {
            tree[place].component = nil
            tree[place].isDestroyed = false
        }
        for place in new { prepareNeighbours(of: place) }
    }

    @inline(never)
    private func seen(in places: [ScreenTree.Place]) -> [ScreenTree.Place] {
        places.flatMap { tree.seen(in: $0, partsFirst: framework.reportsChildrenFirst) }
    }

    private mutating func emit(_ event: ComponentEvent, about places: [ScreenTree.Place]) {
        let isReversed = framework.reversesWhatGoes && event.tellsOfGoing
        for place in isReversed ? places.reversed() : places { emit(event, about: place) }
    }

    private mutating func emit(_ event: SceneEvent, ofScene name: String) {
        emit(.scene(name, event))
        guard event == .foreground || event == .background,
            let place = scenes.firstIndex(where: { $0.name == name })
        else { return }
        scenes[place].isForeground = event == .foreground
    }

    mutating func pass(_ nanoseconds: Int64) {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(nanoseconds)
        time.nanoseconds = overflow ? .max : sum
    }

    @inline(never)
    mutating func emit(_ action: TraceEvent.Action) {
        lines.append(.event(TraceEvent(time: time, action)))
    }

    /// Reports something about the component in a place, which is made if it was not yet.
    @inline(never)
    private mutating func emit(_ event: ComponentEvent, about place: ScreenTree.Place) {
        guard let component = makeComponent(at: place) else { return }
        emit(.component(component, event, scene: nil))
        // It keeps its name until the transition is over: some frameworks go on about it.
        if event == .destroy { tree[place].isDestroyed = true }
    }

    /// The component in a place; `nil` for a container that the framework does not report about.
    @inline(never)
    mutating func makeComponent(at place: ScreenTree.Place) -> String? {
        let node = tree[place]
        if let component = node.component { return component }
        guard framework.reportsContainers || node.kind == .page || node.kind == .group else { return nil }
        let parent = parent(of: place)
        let name = nextName(node.page.name)
        tree[place].component = name
        emit(
            .create(
                component: name, scene: node.scene == "main" ? nil : node.scene,
                TraceEvent.Declaration(
                    page: node.page.page, payload: node.page.payload,
                    isReady: node.page.page != nil && !node.page.isReady ? false : nil, parent: parent,
                    isAttached: framework.reportsWindows ? false : nil)))
        return name
    }

    /// The component that contains the one in a place.
    private mutating func parent(of place: ScreenTree.Place) -> String? {
        guard let parent = tree[place].parent else { return nil }
        return makeComponent(at: parent) ?? self.parent(of: parent)
    }

    /// The name of the next component of a page; a page whose own name ends like a number has one each time, so that no
    /// two names are the same.
    @inline(never)
    private mutating func nextName(_ name: String) -> String {
        let count = counts[name, default: 0] + 1
        counts[name] = count
        return count == 1 && !name.endsWithNumber ? name : "\(name)#\(count)"
    }

    /// Announces the pages beside the current one of a pager.
    @inline(never)
    private mutating func prepareNeighbours(of place: ScreenTree.Place) {
        guard framework.preparesNeighbours, let pager = tree[place].parent, tree[pager].kind == .pager else { return }
        let selected = tree[pager].selected
        for index in [selected - 1, selected + 1] where tree[pager].children.indices.contains(index) {
            let neighbour = tree[pager].children[index]
            guard !tree[neighbour].isPrepared, !tree[neighbour].wasShown else { continue }
            tree[neighbour].isPrepared = true
            for place in tree.seen(in: neighbour) { emit(.willAppear, about: place) }
        }
    }

    /// Destroys what is in a place, parts first, and takes it out of the tree.
    mutating func remove(_ place: ScreenTree.Place) {
        destroyComponents(in: place)
        tree.remove(place)
    }

    /// Destroys the components in a place, which are made anew if they come back.
    @inline(never)
    mutating func destroyComponents(in place: ScreenTree.Place) {
        for place in tree.all(in: place).reversed() {
            guard let component = tree[place].component else { continue }
            if framework.reportsDestroy, !tree[place].isDestroyed { emit(.component(component, .destroy, scene: nil)) }
            tree[place].component = nil
        }
    }
}

extension String {
    /// Whether it ends as the name of a second component does.
    fileprivate var endsWithNumber: Bool {
        let digits = reversed().prefix { ("0"..."9").contains($0) }
        return !digits.isEmpty && dropLast(digits.count).last == "#"
    }
}

extension ComponentEvent {
    /// Whether it is about something that goes.
    fileprivate var tellsOfGoing: Bool {
        switch self {
        case .willDisappear, .didDisappear, .detach, .destroy: true
        case .willAppear, .didAppear, .attach: false
        }
    }
}
