import PageViewLifecycle

@testable import PageViewAutomation

/// Reports at random: a few components, scenes and pages, everything that can be reported, from a seed.
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
        // Now and then somebody still holds on to a component that is gone.
        let generation = generations[index] > 0 && chance(5) ? generations[index] - 1 : generations[index]
        return model.component(UInt32(index), generation: generation)
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
        model.advance(to: Timestamp(nanoseconds: time), isReported: true, about: nil)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<45: report()
        case 45..<60: update()
        case 60..<70: model.apply(.scene(scene(), SceneEvent.allCases.randomElement(using: &generator) ?? .active))
        case 70..<78: model.apply(.attach(component(), to: scene()))
        case 78..<84: create()
        case 84..<88:
            model.record(chance(70) ? component() : nil, page: page(), payload: nil, in: chance(50) ? scene() : nil)
        case 88..<92: _ = model.open(DeepLink(url: "app://link"), in: chance(50) ? scene() : nil)
        case 92..<95: _ = model.interact("tap", [:], in: chance(50) ? scene() : nil)
        case 95..<97: destroy()
        case 97: model.stop()
        default: model.start(isCountingVisible: chance(50))
        }
    }

    private mutating func report() {
        let events: [ComponentEvent] = [
            .willAppear, .didAppear, .didAppear, .didAppear, .willDisappear, .didDisappear, .didDisappear, .attach,
            .detach,
        ]
        model.apply(.component(component(), events.randomElement(using: &generator) ?? .didAppear))
    }

    private mutating func update() {
        model.update(
            component(), with: PageUpdate(page: page(), isReady: chance(60), payload: ["step": .int(time)]))
    }

    private mutating func create() {
        let parent = chance(60) ? component() : nil
        model.declare(
            component(), scene: chance(50) ? scene() : nil, isAttached: chance(50) ? chance(60) : nil, parent: parent,
            page: chance(70) ? PageUpdate(page: page(), isReady: chance(50), payload: nil, isRefusedWhole: false) : nil)
    }

    private mutating func destroy() {
        let index = Int.random(in: 0..<generations.count, using: &generator)
        model.apply(.component(model.component(UInt32(index), generation: generations[index]), .destroy))
        generations[index] += 1
    }
}
