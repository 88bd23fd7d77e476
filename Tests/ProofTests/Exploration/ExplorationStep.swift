import PageViewAutomation

/// One input of an engine, by the numbers of components and scenes.
enum ExplorationStep: Hashable, Sendable {
    case create(Int, scene: Int, parent: Int?, isAttached: Bool?, isReady: Bool?)
    case component(Int, ComponentEvent)
    case attach(Int, scene: Int)
    case move(Int, into: Int?)
    case update(Int, isReady: Bool)
    /// The page gets another name.
    case rename(Int, isReady: Bool)
    /// A notifier is declared; the one that is ready is shared with another component.
    case declare(Int, isReady: Bool)
    case record(Int)
    case recordPage(scene: Int?)
    case scene(Int, SceneEvent)
    case deepLink(scene: Int?)
    case discardDeepLink(scene: Int?)
    case interaction(scene: Int?)
    case stop
    case start(isCountingVisible: Bool)
    /// A report about a destroyed component, whose number another component has now.
    case stale(Int)
}

/// The steps of a walk over some components and scenes.
struct Alphabet: Sendable {
    let components: Int
    let scenes: Int
    let steps: [ExplorationStep]
    /// Whether it has the steps that concern the engine as a whole, and deep links.
    let isWhole: Bool

    /// Every kind of input about every component and scene.
    ///
    /// An alphabet that is not whole has no stop and start, no deep links, and no input that lets the engine choose the scene. Only
    /// one with names has renamed pages, because each name more multiplies the states.
    init(components: Int, scenes: Int, isWhole: Bool, withNames: Bool = false) {
        self.components = components
        self.scenes = scenes
        self.isWhole = isWhole
        var steps: [ExplorationStep] =
            isWhole
            ? [
                .stop, .start(isCountingVisible: false), .start(isCountingVisible: true), .interaction(scene: nil),
                .deepLink(scene: nil), .discardDeepLink(scene: nil), .recordPage(scene: nil),
            ] : []
        for component in 0..<components {
            let others: [Int?] = [nil] + (0..<components).filter { $0 != component }
            for scene in 0..<scenes {
                for parent in others {
                    for isAttached in [nil, true, false] {
                        for isReady in [nil, true, false] {
                            steps.append(
                                .create(
                                    component, scene: scene, parent: parent, isAttached: isAttached, isReady: isReady))
                        }
                    }
                }
                steps.append(.attach(component, scene: scene))
            }
            steps += ComponentEvent.allCases.map { .component(component, $0) }
            steps += others.map { .move(component, into: $0) }
            for isReady in [true, false] {
                steps += [.update(component, isReady: isReady), .declare(component, isReady: isReady)]
                if withNames { steps.append(.rename(component, isReady: isReady)) }
            }
            steps += [.record(component), .stale(component)]
        }
        for scene in 0..<scenes {
            steps += SceneEvent.allCases.map { .scene(scene, $0) }
            steps += [.recordPage(scene: scene), .interaction(scene: scene)]
            if isWhole { steps += [.deepLink(scene: scene), .discardDeepLink(scene: scene)] }
        }
        self.steps = steps
    }
}
