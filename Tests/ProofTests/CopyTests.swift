import NavigationTraces
import PageViewLifecycle
import Testing

@testable import PageViewAutomation

/// The walks go on from copies of a state: a copy has to behave as the original does, in everything.
struct CopyTests {
    @Test("A copy walks on like the original, through whatever steps", arguments: allPolicies)
    func copiesWalkAlike(policy: EnginePolicy) {
        var random = SplitMix(seed: Proof.seed)
        let alphabet = Alphabet(components: 3, scenes: 2, isWhole: true)
        for _ in 0..<20 {
            // The one is never copied, the other before each step.
            var ids = ExploredWorld(policy: policy, components: 3)
            var copied = ids
            var original = ids.model.model.copy()
            for _ in 0..<80 {
                let step = alphabet.steps[Int(random.next() % UInt64(alphabet.steps.count))]
                ids.apply(step, to: &original)
                let records = copied.take(step)
                #expect(original.records.takeAll() == records)
                #expect(Dump(original) == Dump(copied.model.model))
            }
        }
    }

    @Test("Every field has its place in a copy")
    func sizes() {
        // A new field changes them: then it has to be copied, and to be among what is compared above.
        #expect(MemoryLayout<ComponentState>.size == 8)
        #expect(MemoryLayout<ComponentRecord>.size == 96)
        #expect(MemoryLayout<EngineModel>.size == 244)
    }

    @Test("A field that only some states have is copied")
    func rareFields() {
        var model = EngineModel(policy: .standard, mainScene: SceneID(index: 0, issuer: 1, tag: 2))
        model.wanted = [.pageViews]
        let component = ComponentID(index: 0, generation: 3, issuer: 1, tag: 4)
        model.declare(
            component, scene: SceneID(index: 1, issuer: 1, tag: 5), isAttached: nil, parent: nil,
            page: PageUpdate(page: "a", isReady: true, payload: ["n": 1]))
        _ = model.bind(component, to: 7)
        model.hear(component, "b", ["m": 2], revision: 8, from: 7)
        model.advance(to: Timestamp(nanoseconds: 9), isReported: true, about: nil)
        model.apply(.scene(SceneID(index: 1, issuer: 1, tag: 5), .background))
        model.apply(.component(component, .willDisappear))
        model.touched = Row(first: 0, last: 0)
        model.uncovered = 1
        #expect(Dump(model.copy()) == Dump(model))
    }
}

/// All that a model says, as text that can be compared.
private struct Dump: Equatable {
    private let text: [String]

    init(_ model: borrowing EngineModel) {
        var copy = [
            "\(model.policy) \(model.mainScene) \(model.wanted) \(model.now) \(model.isRunning) \(model.sequence)",
            "\(model.scenePlaces) \(model.freeScenePlaces) \(model.inForeground) \(model.inBackground)",
            "\(String(describing: model.lastPage.value { model.scenes[$0].last }))",
            "\(String(describing: model.lastCountedPageOfAll()))",
            "\(model.lastPage.scene) \(model.lastCounted.scene)",
            "\(model.touched) \(model.settled) \(model.uncovered) \(model.records.all)",
        ]
        for place in model.components.indices {
            let known = model.states[place]
            let page = "\(String(describing: model[place].page)) \(String(describing: model[place].countedAs))"
            let says = "\(String(describing: model[place].payload)) \(model[place].notifier) \(model[place].revision)"
            let order = "\(model[place].order) \(model[place].beganAt) \(model[place].backgroundBefore)"
            let facts = "\(known.isAttached) \(known.isReady) \(known.sawWillDisappear)"
            let state = "\(known.lifetime) \(known.machine) \(known.presence)"
            let links = "\(model[place].scene) \(model[place].member) \(model[place].row) \(model[place].uncovered)"
            copy.append(
                "\(model.id(of: place)) \(model[place].tag) \(model[place].appearanceCount) \(page) \(says) \(order) "
                    + "\(facts) \(state) \(links) \(model.containments[place])")
        }
        for place in model.scenes.indices { copy.append("\(model.scenes[place])") }
        text = copy
    }
}
