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
        var outbox = Outbox<Report>()
    }

    /// What the engine is told.
    private enum Report {
        case create(ComponentID, parent: ComponentID?, PageState?)
        case update(ComponentID, PageState)
        case event(ComponentID, ComponentEvent)
    }

    private let engine: PageViewEngine
    private let scene: SceneID
    private let protected = Protected(State())

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
    /// It is compiled into the programs that use it: others are not linked with what sequences need.
    @_alwaysEmitIntoClient
    public func observe(_ states: some AsyncSequence<NavigationState, Never>) async {
        for await state in states {
            if Task.isCancelled { return }
            report(state)
        }
    }

    private func change(to screens: [NavigationScreens.Screen]) {
        let isDue = protected.withLock { state in
            state.outbox.waiting += difference(to: screens, &state)
            return state.outbox.startDraining()
        }
        guard isDue else { return }
        // Outside the lock, because the engine delivers; in order, whoever reports meanwhile.
        var batch: [Report] = []
        while let next = protected.withLock({ $0.outbox.nextBatch(returning: batch) }) {
            batch = next
            for report in batch { perform(report) }
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func perform(_ report: Report) {
        switch report {
        case .create(let component, let parent, let page):
            engine.declare(
                component, scene: scene, isAttached: nil, parent: parent, page: page.map { PageUpdate($0) })
        case .update(let component, let page): engine.update(component, with: PageUpdate(page))
        case .event(let component, let event): engine.report(event, of: component)
        }
    }

    /// What is new is made, what changed is said, what comes appears, what goes disappears, what is gone is destroyed.
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
                if let page = screen.page, page != old.page { made.append(.update(old.component, page)) }
                known.page = screen.page ?? old.page
            } else {
                known = Known(component: engine.lifecycle.makeComponent(), page: screen.page, isVisible: false)
                let parent = screen.parent.flatMap { state.known[$0]?.component }
                made.append(.create(known.component, parent: parent, screen.page))
            }
            if screen.isVisible, !known.isVisible { appearing.append(.event(known.component, .didAppear)) }
            if !screen.isVisible, known.isVisible { disappearing.append(.event(known.component, .didDisappear)) }
            known.isVisible = screen.isVisible
            state.known[screen.key] = known
        }
        var destroyed: [Report] = []
        // What is contained goes before what contains it.
        for key in state.order.reversed() {
            guard let old = gone[key] else { continue }
            if old.isVisible { disappearing.insert(.event(old.component, .didDisappear), at: 0) }
            destroyed.append(.event(old.component, .destroy))
            state.known[key] = nil
        }
        state.order = order
        return made + appearing + disappearing + destroyed
    }
}
