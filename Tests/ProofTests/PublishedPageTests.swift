import NavigationTraces
import PageViewLifecycle
import Testing

@testable import PageViewAutomation

/// What is published of the current pages is what the rules say, after each input: over scenes that close and come again
/// in the place of another one.
struct PublishedPageTests {
    @Test("What is published is what the model says, after whatever steps", arguments: allPolicies)
    func followsTheModel(policy: EnginePolicy) {
        var random = SplitMix(seed: Proof.seed)
        let alphabet = Alphabet(components: 3, scenes: 3, isWhole: true)
        for _ in 0..<(Proof.isAsked ? 2_000 : 30) {
            var world = ExploredWorld(policy: policy, components: 3)
            var model = world.model.model.copy()
            let board = CurrentPageBoard(issuer: 1)
            var steps: [ExplorationStep] = []
            for _ in 0..<120 {
                let step = Self.step(&random, alphabet)
                steps.append(step)
                world.apply(step, to: &model)
                model.records.removeAll()
                unsafe withUnsafePointer(to: board) { unsafe model.publish(on: $0) }
                var isRight = board.page() == model.currentPage() && model.settled.isNone
                for number in 0..<3 {
                    let scene = ExploredWorld.scene(number)
                    isRight = isRight && board.page(in: scene) == model.currentPage(in: scene)
                }
                guard isRight else {
                    Issue.record("published is something else after \(steps)")
                    return
                }
            }
        }
    }

    /// A step; two in three bring or end a page or a scene, so that scenes get each other's places.
    private static func step(_ random: inout SplitMix, _ alphabet: Alphabet) -> ExplorationStep {
        let component = Int(random.next() % 3)
        let scene = Int(random.next() % 3)
        switch random.next() % 24 {
        case 0..<4: return .create(component, scene: scene, parent: nil, isAttached: true, isReady: true)
        case 4..<8: return .component(component, .didAppear)
        case 8..<12: return .component(component, .destroy)
        case 12..<16: return .scene(scene, .close)
        default: return alphabet.steps[Int(random.next() % UInt64(alphabet.steps.count))]
        }
    }

    @Test("A scene that comes back to a place it had before is found there")
    func comesBack() throws {
        let engine = PageViewEngine { _ in }
        let (first, second) = (engine.makeScene(), engine.makeScene())
        func show(in scene: SceneID) -> ComponentID {
            let component = engine.makeComponent(page: Page(), in: scene)
            engine.report(.component(component, .didAppear))
            return component
        }
        func close(_ scene: SceneID, _ component: ComponentID) {
            engine.report(.component(component, .destroy))
            engine.report(.scene(scene, .close))
        }
        let pages = [show(in: first), show(in: second)]
        close(first, pages[0])
        close(second, pages[1])
        // The place that is free last is used first: now that of the second.
        close(first, show(in: first))
        let elsewhere = show(in: second)
        let back = show(in: first)
        #expect(engine.currentPage(in: second)?.component == elsewhere)
        #expect(engine.currentPage(in: first)?.component == back)
        #expect(engine.currentPage?.component == back)
    }
}

private final class Page: AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(PageViewEvent(pageContext: "page"))
}
