public import PageViewLifecycle

/// Turns successive values of a navigation state into what a framework would report, so that an app whose navigation is
/// state adopts the engine in one place (rules NS-001 to NS-004).
///
///     let navigation = NavigationStateReporter(engine: engine)
///     store.onChange { navigation.report($0.navigationState) }
///
/// A reporter is for one scene. Any thread; states are taken in the order in which they come.
public final class NavigationStateReporter: Sendable {
    private struct Known {
        let component: ComponentID
        var page: PageState?
        var isVisible: Bool
    }

    private struct State {
        var known: [NavigationScreens.Key: Known] = [:]
        /// In the order in which they came up.
        var order: [NavigationScreens.Key] = []
    }

    private typealias Report = EngineInput<ComponentID, SceneID>

    private let engine: PageViewEngine
    private let scene: SceneID
    private let protected = Protected(State())
    private let queue = WorkQueue<Report>()

    /// Creates a reporter that has reported nothing yet.
    ///
    /// - Parameters:
    ///   - engine: The engine it reports to.
    ///   - scene: The scene whose navigation it is; left out, the main scene.
    public init(engine: PageViewEngine, scene: SceneID? = nil) {
        self.engine = engine
        self.scene = scene ?? engine.mainScene
    }

    /// Reports how this state differs from the one before; a state that does not differ reports nothing.
    public func report(_ state: NavigationState) {
        change(to: NavigationScreens(state).screens)
    }

    /// Reports that everything is gone, as when the window closes.
    public func reset() {
        change(to: [])
    }

    /// Reports each state that a sequence brings, until it ends or the task is cancelled.
    ///
    /// Compiled into the programs that use it: others are not linked with what sequences need.
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

    /// Returns what differs: first new and changed screens, then those that appear, those that disappear, and the ends.
    private func difference(to screens: [NavigationScreens.Screen], _ state: inout State) -> [Report] {
        var made: [Report] = []
        var appearing: [Report] = []
        var order: [NavigationScreens.Key] = []
        var disappearing: [Report] = []
        var gone = state.known
        for screen in screens {
            order.append(screen.key)
            var known: Known
            if let old = gone.removeValue(forKey: screen.key) {
                known = old
                if let page = screen.page, page != old.page { made.append(update(old.component, page)) }
                known.page = screen.page ?? old.page
            } else {
                known = Known(component: engine.lifecycle.makeComponent(), page: screen.page, isVisible: false)
                let parent = screen.parent.flatMap { state.known[$0]?.component }
                made.append(create(known.component, in: parent, screen.page))
            }
            if screen.isVisible, !known.isVisible { appearing.append(event(.didAppear, of: known.component)) }
            if !screen.isVisible, known.isVisible { disappearing.append(event(.didDisappear, of: known.component)) }
            known.isVisible = screen.isVisible
            state.known[screen.key] = known
        }
        var destroyed: [Report] = []
        // What is contained goes before what contains it.
        for key in state.order.reversed() {
            guard let old = gone[key] else { continue }
            if old.isVisible { disappearing.insert(event(.didDisappear, of: old.component), at: 0) }
            destroyed.append(event(.destroy, of: old.component))
            state.known[key] = nil
        }
        state.order = order
        return made + appearing + disappearing + destroyed
    }
}

/// The screens of a navigation state, one after another, what contains before what it contains.
struct NavigationScreens {
    /// Where a screen is: the identities on the way to it. Two at the same place are one and the same.
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
    /// How many screens of one identity there are in one place.
    private var counts: [Key: Int] = [:]

    init(_ state: NavigationState) {
        let covering = state.presented.lastIndex { $0.covers }
        add(state.root, at: Key().appending("root"), nil, isVisible: covering == nil)
        for (place, presented) in state.presented.enumerated() {
            add(
                presented.content, at: Key().appending("presented"), nil,
                isVisible: covering.map { place >= $0 } ?? true)
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
            for (place, node) in nodes.enumerated() {
                add(node, at: key.appending("stack"), parent, isVisible: isVisible && place == nodes.count - 1)
            }
        case .tabs(let selected, let tabs):
            for tab in tabs {
                // By the bytes, as everywhere: what is composed differently is another one.
                let isSelected = ExactName(tab.id) == ExactName(selected)
                add(tab.content, at: key.appending("tab").appending(tab.id), parent, isVisible: isVisible && isSelected)
            }
        case .split(let nodes):
            // Not by its place: a pane that comes in front of another leaves that one what it is.
            for node in nodes { add(node, at: key.appending("pane"), parent, isVisible: isVisible) }
        }
    }

    /// Adds a screen. Of several with one identity in the same place the second is another one.
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
