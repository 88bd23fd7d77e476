import NavigationSimulator
import NavigationTraces
import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// The explorations continue from copies of a state, so a copy must behave like its original.
@Suite(.watched)
struct CopyTests {
    @Test("A copy produces the same records and states as its original under random steps", arguments: allPolicies)
    func copiesWalkAlike(policy: EnginePolicy) {
        var random = SplitMix(seed: Proof.seed)
        let alphabet = Alphabet(components: 3, scenes: 2, isWhole: true, withNames: true)
        for _ in 0..<TestDepth.number(4, proof: 20) {
            // One model is never copied; the other one is copied before each step.
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

    @Test("The types that a copy includes have their known sizes")
    func sizes() {
        // A new field changes a size. That field must then be copied, and be compared in `Dump`.
        #expect(MemoryLayout<ComponentState>.size == 8)
        #expect(MemoryLayout<ComponentRecord>.size == 100)
        #expect(MemoryLayout<SceneRecord>.size == 232)
        #expect(MemoryLayout<Containment>.size == 40)
        #expect(MemoryLayout<EngineModel>.size == 348)
    }

    @Test("A copy includes the fields that only some states have")
    func rareFields() {
        let scene = SceneID(index: 1, issuer: 1, tag: 5)
        let component = ComponentID(index: 0, generation: 3, issuer: 1, tag: 4)
        var model = EngineModel(policy: .standard, mainScene: SceneID(index: 0, issuer: 1, tag: 2))
        model.wanted = [.pageViews]
        model.apply(
            .create(component: component, scene: scene, EngineModel.Input.Declaration(page: "a", payload: ["n": 1])),
            at: Timestamp(nanoseconds: 3))
        model.apply(
            .declare(
                component: component, page: "b", payload: ["m": 2],
                notifier: ObjectIdentifier(CopyOwner.shared), mistake: nil))
        model.apply(.component(component, .didAppear, scene: nil))
        model.apply(.scene(scene, .background), at: Timestamp(nanoseconds: 9))
        model.apply(.component(component, .willDisappear, scene: nil))
        model.scenesToUpdate = LinkedList(first: 0, last: 0)
        model.revealingScene = 1
        // Pending records are not copied.
        model.records.removeAll()
        #expect(Dump(model.copy()) == Dump(model))
    }
}

private final class CopyOwner: Sendable {
    static let shared = CopyOwner()
}

/// The whole state of a model as text, for comparison.
private struct Dump: Equatable {
    private let text: [String]

    init(_ model: borrowing EngineModel) {
        var text = [
            "\(model.policy) \(model.mainScene) \(model.wanted) \(model.latest)",
            "\(model.isRunning) \(model.sequence) \(model.sceneSlots) \(model.sceneOrder) \(model.records.count)",
            "\(model.foregroundPageCount) \(model.backgroundPageCount)",
            "\(String(describing: model.lastPage.value { model.scenes[$0].lastPage }))",
            "\(String(describing: model.lastCountedPageOfAll()))",
            "\(model.lastPage.scene) \(model.lastCounted.scene) \(model.scenesToUpdate) \(model.revealingScene)",
        ]
        for slot in model.components.indices {
            let state = model.states[slot]
            let page =
                "\(String(describing: model.components[slot].page)) \(String(describing: model.components[slot].countedAs))"
            let payload = String(describing: model.components[slot].payload)
            let notifier = String(describing: model.components[slot].notifier)
            let since =
                "\(model.components[slot].order) \(model.components[slot].beganAt) \(model.components[slot].backgroundBefore)"
            let links =
                "\(model.components[slot].member) \(model.components[slot].listNeighbours) \(model.components[slot].uncovered)"
            let node = model.components[slot].node
            let covered = model.scenes.indices.map { model.containment.isCovered(node, in: $0) }
            text.append(
                "\(model.id(of: slot)) \(model.components[slot].tag) \(model.components[slot].appearanceCount) \(page) "
                    + "\(payload) \(notifier) \(since) \(state) \(links) \(model.components[slot].scene) \(node) "
                    + "\(model.containment.parent(of: node)) \(covered)")
        }
        for slot in model.scenes.indices { text.append(Self.text(of: slot, model)) }
        self.text = text
    }

    private static func text(of slot: Slot, _ model: borrowing EngineModel) -> String {
        let scene = model.scenes[slot].copy()
        return
            "\(scene.id) \(scene.isOpen) \(scene.isForeground) \(scene.firstMember) \(scene.live) \(scene.held) "
            + "\(scene.uncovered) \(scene.awaitingForeground) \(scene.backgroundTotal) \(scene.backgroundSince) "
            + "\(scene.current) \(scene.needsUpdate) \(scene.nextToUpdate) \(scene.front) \(scene.lastReported) "
            + "\(String(describing: scene.lastReportedPage)) \(String(describing: scene.lastPage)) "
            + "\(String(describing: scene.lastCounted)) \(String(describing: scene.link))"
    }
}
