public import NavigationTraces
public import PageViewAutomation
import PageViewLifecycle

/// An app that reports a user's actions in the order of a UI framework (SIM-001 to SIM-005).
///
///     var app = SimulatedApp(.uiKit, showing: .stack(["home"]))
///     try app.push(.pending("item"))
///     try app.load("item", payload: ["price": 89])
///     try app.swipeBack(.cancelled)
///
/// The app is a value: a copy continues independently. ``lines`` is the trace of all reports of the app. An impossible action
/// throws and reports nothing.
public struct SimulatedApp: Sendable {
    package let framework: UIFramework
    /// The reports and the expectations so far. The first line is the header.
    public private(set) var lines: [TraceLine]
    package private(set) var time = Timestamp.zero

    package var tree = ScreenTree()
    var scenes: [SimulatedScene] = []
    var activeScene = 0
    private var counts: [String: Int] = [:]

    /// Starts an app.
    ///
    /// - Parameters:
    ///   - framework: The framework whose orders the app reports.
    ///   - view: The first view of the app's window.
    ///   - title: The title of the trace.
    ///   - policy: The policy in the header of the trace.
    ///   - launch: The circumstances of the start.
    public init(
        _ framework: UIFramework, showing view: SimulatedView, title: String? = nil,
        policy: EnginePolicy = .standard, launch: Launch = .normal
    ) {
        self.framework = framework
        lines = [.header(TraceHeader(title: title, policy: policy))]
        addScene("main", showing: view, launch)
    }

    /// The circumstances of an app's start.
    public enum Launch: Hashable, Sendable {
        /// The user sees the app immediately.
        case normal
        /// The system starts the app in the background.
        case inBackground
        /// The system lays out the window only at the first action of the user.
        case beforeFirstLayout
    }

    package mutating func takeLines() -> [TraceLine] {
        defer { lines.removeAll() }
        return lines
    }

    package mutating func expect(_ condition: TraceExpectation.Condition) {
        lines.append(.expectation(TraceExpectation(condition)))
    }

    // MARK: Reports

    /// Reports a transition in the framework's order, for the visible components in the slots (SIM-002).
    mutating func report(
        _ order: [TransitionStep], in scene: String, over oldScene: String? = nil, old: [ScreenTree.Slot] = [],
        new: [ScreenTree.Slot] = [], others: [ScreenTree.Slot] = []
    ) {
        let (old, new, others) = (seen(in: old), seen(in: new), seen(in: others))
        for step in order {
            switch step {
            case .old(let event): for slot in old { emit(event, about: slot) }
            case .new(let event):
                for slot in new {
                    emit(event, about: slot)
                    if event == .didAppear { tree[slot].wasShown = true }
                }
            case .others(let event): for slot in others { emit(event, about: slot) }
            case .scene(let event): emit(event, ofScene: scene)
            case .oldScene(let event): if let oldScene { emit(event, ofScene: oldScene) }
            case .animation: pass(framework.animationNanoseconds)
            }
        }
        for slot in old + others where tree[slot].isDestroyed {
            tree[slot].component = nil
            tree[slot].isDestroyed = false
        }
    }

    private func seen(in slots: [ScreenTree.Slot]) -> [ScreenTree.Slot] {
        slots.flatMap { tree.seen(in: $0, partsFirst: framework.reportsChildrenFirst) }
    }

    private mutating func emit(_ event: SceneEvent, ofScene name: String) {
        emit(.scene(name, event))
        guard event == .foreground || event == .background,
            let index = scenes.firstIndex(where: { $0.name == name })
        else { return }
        scenes[index].isForeground = event == .foreground
    }

    mutating func pass(_ nanoseconds: Int64) {
        time = time.later(byNanoseconds: nanoseconds)
    }

    mutating func emit(_ action: TraceEvent.Action) {
        lines.append(.event(TraceEvent(time: time, action)))
    }

    /// Reports an event of the component in a slot. Creates the component if it does not exist.
    private mutating func emit(_ event: ComponentEvent, about slot: ScreenTree.Slot) {
        guard let component = makeComponent(at: slot) else { return }
        emit(.component(component, event, scene: nil))
        // The component keeps its name until the transition ends, because some frameworks report about it after `destroy`.
        if event == .destroy { tree[slot].isDestroyed = true }
    }

    /// Returns the component in a slot, or creates it; `nil` for a container that the framework never reports.
    mutating func makeComponent(at slot: ScreenTree.Slot) -> String? {
        let node = tree[slot]
        if let component = node.component { return component }
        guard framework.reportsContainers || node.kind == .page || node.kind == .group else { return nil }
        let parent = parent(of: slot)
        let name = nextName(node.page.name)
        tree[slot].component = name
        emit(
            .create(
                component: name, scene: node.scene == "main" ? nil : node.scene,
                TraceEvent.Declaration(
                    page: node.page.page, payload: node.page.payload,
                    isReady: node.page.page != nil && !node.page.isReady ? false : nil, parent: parent,
                    isAttached: framework.reportsWindows ? false : nil)))
        return name
    }

    /// Returns the nearest component that contains the node in a slot.
    private mutating func parent(of slot: ScreenTree.Slot) -> String? {
        guard let parent = tree[slot].parent else { return nil }
        return makeComponent(at: parent) ?? self.parent(of: parent)
    }

    /// Returns a new name for a component. A page whose own name ends like `name#2` always gets a further number.
    private mutating func nextName(_ name: String) -> String {
        let count = counts[name, default: 0] + 1
        counts[name] = count
        return count == 1 && !name.endsWithNumber ? name : "\(name)#\(count)"
    }

    mutating func remove(_ slot: ScreenTree.Slot) {
        destroyComponents(in: slot)
        tree.remove(slot)
    }

    /// Destroys the components in a slot. The nodes stay, and get new components when they become visible again.
    mutating func destroyComponents(in slot: ScreenTree.Slot) {
        for slot in tree.all(in: slot).reversed() {
            guard let component = tree[slot].component else { continue }
            if framework.reportsDestroy, !tree[slot].isDestroyed { emit(.component(component, .destroy, scene: nil)) }
            tree[slot].component = nil
        }
    }
}

extension String {
    /// Whether the string ends like the name of a second component.
    fileprivate var endsWithNumber: Bool {
        let digits = reversed().prefix { ("0"..."9").contains($0) }
        return !digits.isEmpty && dropLast(digits.count).last == "#"
    }
}
