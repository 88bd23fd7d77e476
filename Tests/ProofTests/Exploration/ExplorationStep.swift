import PageViewAutomation

/// One input of an engine. Components and scenes are given by number.
enum ExplorationStep: Hashable, Sendable {
    case create(Int, scene: Int, parent: Int?, isAttached: Bool?, isReady: Bool?)
    case component(Int, ComponentEvent)
    case attach(Int, scene: Int)
    case move(Int, into: Int?)
    case update(Int, isReady: Bool)
    /// Gives the page another name.
    case rename(Int, isReady: Bool)
    /// Declares a notifier. A ready one is shared with another component.
    case declare(Int, isReady: Bool)
    case record(Int)
    case recordPage(scene: Int?)
    case scene(Int, SceneEvent)
    case deepLink(scene: Int?)
    case discardDeepLink(scene: Int?)
    case interaction(scene: Int?)
    case stop
    case start(isCountingVisible: Bool)
    /// Reports an event of a destroyed component whose number another component has now.
    case stale(Int)
}

/// The steps of an exploration with some components and scenes.
struct Alphabet: Sendable {
    let components: Int
    let scenes: Int
    let steps: [ExplorationStep]
    /// Whether the alphabet has deep links and the steps that concern the whole engine.
    let isWhole: Bool

    /// Creates every kind of input for every component and scene.
    ///
    /// An alphabet that is not whole has no stop and start, no deep links, and no input without a scene. An alphabet
    /// has renamed pages only `withNames`, because each further name multiplies the number of states.
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
