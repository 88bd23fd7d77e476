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
