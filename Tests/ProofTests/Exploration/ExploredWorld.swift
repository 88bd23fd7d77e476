import PageViewLifecycle

@testable import PageViewAutomation

/// An engine's state, and which component has each number now.
struct ExploredWorld: Sendable {
    private(set) var model: ModelView
    private(set) var generations: [UInt32]

    init(policy: EnginePolicy, components: Int) {
        var start = EngineModel(policy: policy, mainScene: SceneID(index: 0, issuer: 1, tag: 0))
        // No decision depends on the time, so it stands still.
        start.advance(to: .zero, isReported: false, about: nil)
        model = ModelView(start)
        generations = Array(repeating: 0, count: components)
        // Each place has had a component before, so that a report about one that is gone is always possible.
        for component in 0..<components {
            _ = take(.component(component, .attach))
            _ = take(.component(component, .destroy))
        }
    }

    func id(_ component: Int, before: UInt32 = 0) -> ComponentID {
        ComponentID(index: UInt32(component), generation: generations[component] - before, issuer: 1, tag: 0)
    }

    static func scene(_ number: Int) -> SceneID { SceneID(index: UInt32(number), issuer: 1, tag: 0) }

    static func page(_ component: Int) -> PageContext { pages[component] }

    private static let pages: [PageContext] = ["a", "b", "c"]
    private static let page: PageContext = "by hand"
    private static let link = DeepLink(url: "app://link")

    /// Takes a step; returns what the engine emitted. Who has this state too keeps it.
    mutating func take(_ step: ExplorationStep) -> [EngineRecord] {
        var next = model.model.copy()
        apply(step, to: &next)
        let records = next.records.takeAll()
        model = ModelView(next)
        return records
    }

    /// Takes a step with a model that is in this state.
    mutating func apply(_ step: ExplorationStep, to model: inout EngineModel) {
        switch step {
        case .create(let component, let scene, let parent, let isAttached, let isReady):
            model.declare(
                id(component), scene: Self.scene(scene), isAttached: isAttached, parent: parent.map { id($0) },
                page: isReady.map {
                    PageUpdate(page: Self.page(component), isReady: $0, payload: nil, isRefusedWhole: false)
                })
        case .component(let component, let event):
            model.apply(.component(id(component), event))
            // The next one of this number is another component in the same place.
            if event == .destroy { generations[component] += 1 }
        case .attach(let component, let scene):
            model.apply(.attach(id(component), to: Self.scene(scene)))
        case .update(let component, let isReady):
            model.update(
                id(component), with: PageUpdate(page: Self.page(component), isReady: isReady, payload: nil))
        case .record(let component):
            model.record(id(component), page: Self.page(component), payload: nil, in: nil)
        case .recordPage(let scene):
            model.record(nil, page: Self.page, payload: nil, in: scene.map(Self.scene))
        case .scene(let scene, let event):
            model.apply(.scene(Self.scene(scene), event))
        case .deepLink(let scene):
            _ = model.open(Self.link, in: scene.map(Self.scene))
        case .interaction(let scene):
            _ = model.interact("tap", [:], in: scene.map(Self.scene))
        case .stop:
            model.stop()
        case .start(let isCountingVisible):
            model.start(isCountingVisible: isCountingVisible)
        case .stale(let component):
            model.apply(.component(id(component, before: 1), .didAppear))
        }
    }
}
