import PageViewLifecycle

@testable import PageViewAutomation

/// Random inputs from a seed: every kind of input, for a few components, scenes and pages.
struct RandomJourney: ~Copyable {
    var model: EngineModel
    private var generator: SeededGenerator
    private var generations: [UInt32] = [0, 0, 0, 0, 0]
    private var time: Int64 = 0

    init(seed: UInt64, policy: EnginePolicy) {
        model = .started(policy: policy)
        generator = SeededGenerator(seed: seed)
    }

    mutating func run(_ count: Int) {
        for _ in 0..<count { step() }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func component() -> ComponentID {
        let index = Int.random(in: 0..<generations.count, using: &generator)
        // Sometimes a caller still uses the token of a destroyed component.
        let generation = generations[index] > 0 && chance(5) ? generations[index] - 1 : generations[index]
        return model.componentID(UInt32(index), generation: generation)
    }

    private mutating func scene() -> SceneID {
        SceneID(index: UInt32.random(in: 0..<3, using: &generator), issuer: 1, tag: 0)
    }

    private mutating func page() -> PageContext? {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: nil
        case 1: " "
        case let number:
            PageContext(name: PageName(rawValue: "page \(number)"), context: number % 2 == 0 ? "even" : nil)
        }
    }

    private mutating func step() {
        time += Int64.random(in: 0..<1_000, using: &generator)
        let input = input()
        model.apply(input, at: Timestamp(nanoseconds: time))
        if case .component(let component, .destroy, _) = input { generations[Int(component.index)] += 1 }
    }

    private mutating func input() -> EngineModel.Input {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<45: report()
        case 45..<53: .ready(component: component(), scene: nil, page: page(), payload: ["step": .int(time)])
        case 53..<60: .pending(component: component(), scene: nil, page: page())
        case 60..<70: .scene(scene(), SceneEvent.allCases.randomElement(using: &generator) ?? .active)
        case 70..<78: .component(component(), .attach, scene: scene())
        case 78..<83: create()
        case 83: .move(component(), into: chance(70) ? component() : nil)
        case 84..<88:
            .record(component: chance(70) ? component() : nil, scene: someScene(), page: page(), payload: nil)
        case 88..<91: .deepLink(url: "app://link", scene: someScene(), source: nil)
        case 91: .discardDeepLink(scene: someScene())
        case 92..<95: .interaction(name: "tap", scene: someScene(), properties: nil)
        case 95..<97: destroy()
        case 97: .stop
        default: .start(countingVisible: chance(50))
        }
    }

    private mutating func someScene() -> SceneID? { chance(50) ? scene() : nil }

    private mutating func report() -> EngineModel.Input {
        let events: [ComponentEvent] = [
            .willAppear, .didAppear, .didAppear, .didAppear, .willDisappear, .didDisappear, .didDisappear, .attach,
            .detach,
        ]
        return .component(component(), events.randomElement(using: &generator) ?? .didAppear, scene: nil)
    }

    private mutating func create() -> EngineModel.Input {
        let (parent, component) = (chance(60) ? component() : nil, component())
        let isAttached = chance(50) ? chance(60) : nil
        return .create(
            component: component, scene: someScene(),
            .init(page: page(), isReady: chance(50) ? chance(50) : nil, parent: parent, isAttached: isAttached))
    }

    private mutating func destroy() -> EngineModel.Input {
        let index = Int.random(in: 0..<generations.count, using: &generator)
        return .component(model.componentID(UInt32(index), generation: generations[index]), .destroy, scene: nil)
    }
}
