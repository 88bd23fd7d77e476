import PageViewLifecycle

@testable import PageViewAutomation

/// The state of an engine, and the component that each number currently means.
struct ExploredWorld: Sendable {
    private(set) var model: ModelView
    private(set) var generations: [UInt32]

    init(policy: EnginePolicy, components: Int) {
        model = ModelView(EngineModel(policy: policy, mainScene: SceneID(index: 0, issuer: 1, tag: 0)))
        generations = Array(repeating: 0, count: components)
        // Each slot has had a component before, so a report about a destroyed component is always possible.
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
    static func otherPage(_ component: Int) -> PageContext { otherPages[component] }

    private static let pages: [PageContext] = ["a", "b", "c"]
    private static let otherPages: [PageContext] = ["other a", "other b", "other c"]
    private static let page: PageContext = "by hand"
    private static let owner = Owner()
    private static var notifier: ObjectIdentifier { ObjectIdentifier(owner) }

    /// Takes a step and returns the emitted records. Other copies of this state do not change.
    mutating func take(_ step: ExplorationStep) -> [EngineRecord] {
        var next = model.model.copy()
        apply(step, to: &next)
        let records = next.records.takeAll()
        model = ModelView(next)
        return records
    }

    /// Takes a step with a model in this state.
    mutating func apply(_ step: ExplorationStep, to model: inout EngineModel) {
        // The time is constant, because no decision depends on it.
        model.apply(input(of: step), at: .zero)
        // From now on this number means another component in the same slot.
        if case .component(let component, .destroy) = step { generations[component] += 1 }
    }

    private func input(of step: ExplorationStep) -> EngineModel.Input {
        switch step {
        case .create(let component, let scene, let parent, let isAttached, let isReady):
            let declaration = EngineModel.Input.Declaration(
                page: isReady == nil ? nil : Self.page(component), isReady: isReady, parent: parent.map { id($0) },
                isAttached: isAttached)
            return .create(component: id(component), scene: Self.scene(scene), declaration)
        case .component(let component, let event):
            return .component(id(component), event, scene: nil)
        case .attach(let component, let scene):
            return .component(id(component), .attach, scene: Self.scene(scene))
        case .move(let component, let container):
            return .move(id(component), into: container.map { id($0) })
        case .update(let component, let isReady):
            return update(component, Self.page(component), isReady)
        case .rename(let component, let isReady):
            return update(component, Self.otherPage(component), isReady)
        case .declare(let component, let isReady):
            let page = Self.page(component)
            return .declare(
                component: id(component), page: page, payload: isReady ? [:] : nil, notifier: Self.notifier,
                mistake: isReady ? .sharedNotifier : nil)
        case .record(let component):
            return .record(component: id(component), scene: nil, page: Self.page(component), payload: nil)
        case .recordPage(let scene):
            return .record(component: nil, scene: scene.map(Self.scene), page: Self.page, payload: nil)
        case .scene(let scene, let event):
            return .scene(Self.scene(scene), event)
        case .deepLink(let scene):
            return .deepLink(url: "app://link", scene: scene.map(Self.scene), source: nil)
        case .discardDeepLink(let scene):
            return .discardDeepLink(scene: scene.map(Self.scene))
        case .interaction(let scene):
            return .interaction(name: "tap", scene: scene.map(Self.scene), properties: nil)
        case .stop:
            return .stop
        case .start(let isCountingVisible):
            return .start(countingVisible: isCountingVisible)
        case .stale(let component):
            return .component(id(component, before: 1), .didAppear, scene: nil)
        }
    }

    private func update(_ component: Int, _ page: PageContext, _ isReady: Bool) -> EngineModel.Input {
        isReady
            ? .ready(component: id(component), scene: nil, page: page, payload: nil)
            : .pending(component: id(component), scene: nil, page: page)
    }
}

/// Represents the notifier of a page.
private final class Owner: Sendable {}
