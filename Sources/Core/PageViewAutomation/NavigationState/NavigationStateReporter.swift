public import PageViewLifecycle

/// A reporter that turns successive navigation states into reports (rules NS-001 to NS-004).
///
/// An app whose navigation is state adopts the engine with these lines:
///
///     let navigation = NavigationStateReporter(engine: engine)
///     store.onChange { navigation.report($0.navigationState) }
///
/// A reporter serves one scene. Any thread may call it; it applies the states in the order of the calls.
public final class NavigationStateReporter: Sendable {
    /// A screen as the engine knows it, for the difference to the next state (NS-002).
    private struct ReportedScreen {
        let component: ComponentID
        var page: PageState?
        var isVisible: Bool
    }

    private struct State {
        var reported: [NavigationScreens.Key: ReportedScreen] = [:]
        /// The screens of the last state, in the order of that state.
        var order: [NavigationScreens.Key] = []
    }

    private typealias Report = EngineInput<ComponentID, SceneID>

    private let engine: PageViewEngine
    private let scene: SceneID
    private let protected = Locked(State())
    private let queue = WorkQueue<Report>()

    /// Creates a reporter that has reported nothing yet.
    ///
    /// - Parameters:
    ///   - engine: The engine that receives the reports.
    ///   - scene: The scene whose navigation is reported; by default, the main scene.
    public init(engine: PageViewEngine, scene: SceneID? = nil) {
        self.engine = engine
        self.scene = scene ?? engine.mainScene
    }

    /// Reports the difference between this state and the previous one (rule NS-002). An equal state reports nothing.
    public func report(_ state: NavigationState) {
        change(to: NavigationScreens(state).screens)
    }

    /// Reports that all screens are destroyed, as when the window closes.
    public func reset() {
        change(to: [])
    }

    /// Reports each state of a sequence, until the sequence ends or the task is cancelled.
    ///
    /// The function is emitted into its clients. So programs that do not call it are not linked with the runtime of sequences.
    @_alwaysEmitIntoClient
    public func observe<States: AsyncSequence>(_ states: States) async rethrows
    where States.Element == NavigationState {
        for try await state in states {
            if Task.isCancelled { return }
            report(state)
        }
    }

    private func change(to screens: [NavigationScreens.Screen]) {
        protected.withLock { state in queue.append(difference(to: screens, &state)) }
        queue.drain { engine.apply($0) }
    }

    private func create(_ component: ComponentID, in parent: ComponentID?, _ page: PageState?) -> Report {
        var declaration = Report.Declaration(parent: parent)
        if let page {
            declaration.page = page.pageContext
            declaration.isReady = page.event != nil
            declaration.payload = page.event?.payload
        }
        return .create(component: component, scene: scene, declaration)
    }

    private func update(_ component: ComponentID, _ page: PageState) -> Report {
        switch page {
        case .pending(let page): .pending(component: component, scene: nil, page: page)
        case .ready(let event):
            .ready(component: component, scene: nil, page: event.pageContext, payload: event.payload)
        }
    }

    private func event(_ event: ComponentEvent, of component: ComponentID) -> Report {
        .component(component, event, scene: nil)
    }

    /// Returns the reports of the difference between two states (NS-002).
    ///
    /// The order is: created and changed screens, appearances, disappearances, destructions.
    private func difference(to screens: [NavigationScreens.Screen], _ state: inout State) -> [Report] {
        var changes: [Report] = []
        var appearing: [Report] = []
        var order: [NavigationScreens.Key] = []
        var disappearing: [Report] = []
        // After the loop: the screens that the new state does not contain.
        var missing = state.reported
        for screen in screens {
            order.append(screen.key)
            var reported: ReportedScreen
            if let old = missing.removeValue(forKey: screen.key) {
                reported = old
                if let page = screen.page, page != old.page { changes.append(update(old.component, page)) }
                reported.page = screen.page ?? old.page
            } else {
                reported = ReportedScreen(
                    component: engine.lifecycle.makeComponent(), page: screen.page, isVisible: false)
                let parent = screen.parent.flatMap { state.reported[$0]?.component }
                changes.append(create(reported.component, in: parent, screen.page))
            }
            if screen.isVisible, !reported.isVisible { appearing.append(event(.didAppear, of: reported.component)) }
            if !screen.isVisible, reported.isVisible {
                disappearing.append(event(.didDisappear, of: reported.component))
            }
            reported.isVisible = screen.isVisible
            state.reported[screen.key] = reported
        }
        var destroyed: [Report] = []
        // Content is destroyed before its container.
        for key in state.order.reversed() {
            guard let old = missing[key] else { continue }
            if old.isVisible { disappearing.insert(event(.didDisappear, of: old.component), at: 0) }
            destroyed.append(event(.destroy, of: old.component))
            state.reported[key] = nil
        }
        state.order = order
        return changes + appearing + disappearing + destroyed
    }
}

/// The screens of a navigation state as a list, containers before their content (NS-001).
struct NavigationScreens {
    /// The path of identities to a screen. Screens of successive states with equal paths are the same screen.
    struct Key: Hashable, Sendable {
        private(set) var path: [ExactName] = []

        func appending(_ part: String) -> Key {
            var key = self
            key.path.append(ExactName(part))
            return key
        }
    }

    struct Screen {
        let key: Key
        let parent: Key?
        let page: PageState?
        let isVisible: Bool
    }

    private(set) var screens: [Screen] = []
    /// The number of screens that have each path so far. The path of a further screen gets a number.
    private var counts: [Key: Int] = [:]

    init(_ state: NavigationState) {
        let covering = state.presented.lastIndex { $0.covers }
        add(state.root, at: Key().appending("root"), nil, isVisible: covering == nil)
        for (index, presented) in state.presented.enumerated() {
            add(
                presented.content, at: Key().appending("presented"), nil,
                isVisible: covering.map { index >= $0 } ?? true)
        }
    }

    private mutating func add(_ node: NavigationState.Node, at key: Key, _ parent: Key?, isVisible: Bool) {
        switch node {
        case .screen(let id, let page):
            add(id, page, at: key, parent, isVisible)
        case .group(let id, let page, let nodes):
            let own = add(id, page, at: key, parent, isVisible)
            for node in nodes { add(node, at: own, own, isVisible: isVisible) }
        case .stack(let nodes):
            for (index, node) in nodes.enumerated() {
                add(node, at: key.appending("stack"), parent, isVisible: isVisible && index == nodes.count - 1)
            }
        case .tabs(let selected, let tabs):
            for tab in tabs {
                // The comparison is by bytes, because identities that are only equivalent in Unicode differ.
                let isSelected = ExactName(tab.id) == ExactName(selected)
                add(tab.content, at: key.appending("tab").appending(tab.id), parent, isVisible: isVisible && isSelected)
            }
        case .split(let nodes):
            // The key contains no index, so that a pane keeps its identity when another pane is inserted before it.
            for node in nodes { add(node, at: key.appending("pane"), parent, isVisible: isVisible) }
        }
    }

    /// Adds a screen. If its path occurs again, a number makes the path unique.
    @discardableResult
    private mutating func add(
        _ id: String, _ page: PageState?, at key: Key, _ parent: Key?, _ isVisible: Bool
    ) -> Key {
        let first = key.appending("screen").appending(id)
        let count = counts[first, default: 0] + 1
        counts[first] = count
        let own = count == 1 ? first : key.appending("screen \(count)").appending(id)
        screens.append(Screen(key: own, parent: parent, page: page, isVisible: isVisible))
        return own
    }
}
