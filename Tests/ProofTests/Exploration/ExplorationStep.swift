import PageViewAutomation

/// One thing that can be reported, by the numbers of components and scenes.
enum ExplorationStep: Hashable, Sendable {
    case create(Int, scene: Int, parent: Int?, isAttached: Bool?, isReady: Bool?)
    case component(Int, ComponentEvent)
    case attach(Int, scene: Int)
    case update(Int, isReady: Bool)
    case record(Int)
    case recordPage(scene: Int?)
    case scene(Int, SceneEvent)
    case deepLink(scene: Int?)
    case interaction(scene: Int?)
    case stop
    case start(isCountingVisible: Bool)
    /// A report about a component that was destroyed, whose number is another component's by now.
    case stale(Int)
}

/// What there is to explore: how many components and scenes, and so which steps.
struct Alphabet: Sendable {
    let components: Int
    let scenes: Int
    let steps: [ExplorationStep]
    /// Whether the steps are in it that are about the engine as a whole, and deep links.
    let isWhole: Bool

    /// Every kind of report about every component and scene; if it is not whole, without stop and start, deep links, and
    /// what leaves it to the engine which scene is meant.
    init(components: Int, scenes: Int, isWhole: Bool) {
        self.components = components
        self.scenes = scenes
        self.isWhole = isWhole
        var steps: [ExplorationStep] =
            isWhole
            ? [
                .stop, .start(isCountingVisible: false), .start(isCountingVisible: true), .interaction(scene: nil),
                .deepLink(scene: nil), .recordPage(scene: nil),
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
            steps += [
                .update(component, isReady: true), .update(component, isReady: false), .record(component),
                .stale(component),
            ]
        }
        for scene in 0..<scenes {
            steps += SceneEvent.allCases.map { .scene(scene, $0) }
            steps += [.recordPage(scene: scene), .interaction(scene: scene)]
            if isWhole { steps.append(.deepLink(scene: scene)) }
        }
        self.steps = steps
    }
}
