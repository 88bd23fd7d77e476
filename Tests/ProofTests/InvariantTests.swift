import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// Each invariant detects the faults that it exists for.
@Suite(.watched)
struct InvariantTests {
    private static func world(_ steps: [ExplorationStep]) -> ExploredWorld {
        var world = ExploredWorld(policy: .standard, components: 2)
        for step in steps { _ = world.take(step) }
        return world
    }

    /// Two pages in a scene, the second one in front.
    private let model = world([
        .create(0, scene: 0, parent: nil, isAttached: nil, isReady: true),
        .create(1, scene: 0, parent: nil, isAttached: nil, isReady: true), .component(0, .didAppear),
        .component(1, .didAppear),
    ]).model

    @Test("A state of the engine has no fault")
    func nothingWrong() {
        #expect(StateInvariants.faults(of: model).isEmpty)
        #expect(StepInvariants(from: model).faults(by: [], to: model).isEmpty)
    }

    @Test("The state invariants detect a wrong state", arguments: 0..<23)
    func wrongStates(fault: Int) throws {
        var model = model.model.copy()
        switch fault {
        case 0: model.states[0].isCounted = false
        case 1: model.states[0].isAttached = false
        case 2: model.scenes[0].current = 0
        case 3: model.scenes[0].live.last = 0
        case 4: model.components[1].countedAs = "other"
        case 5: model.states[1].lifetime = .destroyed
        case 6: model.scenes[0].isOpen = false
        case 7: model.foregroundPageCount = 2
        case 8: model.sceneOrder.first = .none
        case 9: model.scenes[0].needsUpdate = true
        case 10: model.sceneSlots[0] = .none
        case 11: model.components[0].member.previous = .none
        case 12: model.backgroundPageCount = 1
        case 13: model.removeFromOrder(0)
        case 14: model.scenes[0].front.next = 0
        case 15: model.scenesToUpdate.last = 0
        case 16: model.scenes[0].lastReported = 0
        case 17: model.scenes[0].lastReportedPage = "other"
        case 18: model.components[0].listNeighbours.next = 0
        case 19: model.revealingScene = 0
        case 20: model.components[1].uncovered.previous = .none
        case 21: model.sceneSlots.append(0)
        default: model.isRunning = false
        }
        #expect(!faults(of: model).isEmpty)
    }

    @Test("The containment check detects a number of covering children that is wrong only later")
    func wrongCoveringCount() {
        let inside: [ExplorationStep] = [
            .create(0, scene: 0, parent: nil, isAttached: nil, isReady: true),
            .create(1, scene: 0, parent: 0, isAttached: nil, isReady: true), .component(0, .didAppear),
            .component(1, .didAppear),
        ]
        let model = Self.world(inside).model
        #expect(model.isCoveringRight)
        var wrong = model.model.copy()
        // The page counts twice for its container.
        _ = wrong.containment.beginPage(wrong.components[1].node, in: 0)
        let isCovered = wrong.containment.isCovered(wrong.components[0].node, in: 0)
        #expect(isCovered)
        #expect(!ModelView(wrong).isCoveringRight)
    }

    @Test("The state invariants detect a lost node")
    func lostNode() {
        var model = Self.world([.create(0, scene: 0, parent: 1, isAttached: nil, isReady: nil)]).model.model.copy()
        #expect(faults(of: model).isEmpty)
        _ = model.containment.makeNode(for: 0)
        #expect(!faults(of: model).isEmpty)
    }

    @Test("The state invariants detect a page that waits for the foreground and is in no list")
    func forgottenWaiting() {
        let world = Self.world([
            .create(0, scene: 0, parent: nil, isAttached: nil, isReady: false), .component(0, .didAppear),
            .scene(0, .background), .update(0, isReady: true),
        ])
        #expect(StateInvariants.faults(of: world.model).isEmpty)
        var model = world.model.model.copy()
        model.scenes[0].awaitingForeground = []
        #expect(!faults(of: model).isEmpty)
    }

    @Test("The step invariants detect a rename that is diagnosed twice")
    func renamedTwice() throws {
        let before = Self.world([
            .create(0, scene: 0, parent: nil, isAttached: nil, isReady: true), .component(0, .didAppear),
        ]).model
        let id = before.model.id(of: 0)
        let (after, records) = after(before) {
            $0.apply(.ready(component: id, scene: nil, page: "other", payload: nil))
        }
        let diagnostic = try #require(records.first { $0.kind == .diagnostics })
        #expect(StepInvariants(from: before).faults(by: records, to: after).isEmpty)
        #expect(!StepInvariants(from: after).faults(by: [diagnostic], to: after).isEmpty)
    }

    private func faults(of model: borrowing EngineModel) -> [String] {
        StateInvariants.faults(of: ModelView(model.copy()))
    }

    /// Returns the state after a change, and the records of that change.
    private func after(
        _ state: ModelView, _ change: (inout EngineModel) -> Void
    ) -> (state: ModelView, records: [EngineRecord]) {
        var model = state.model.copy()
        change(&model)
        let records = model.records.takeAll()
        return (ModelView(model), records)
    }

    @Test("The step invariants detect wrong records of a step", arguments: 0..<8)
    func wrongSteps(fault: Int) throws {
        var (after, records) = after(model) { model in
            let id = model.id(of: 1)
            model.apply(.component(id, .didDisappear, scene: nil))
            model.apply(.component(id, .didAppear, scene: nil))
        }
        #expect(StepInvariants(from: model).faults(by: records, to: after).isEmpty)
        let pageView = try #require(records.firstIndex { if case .pageView = $0 { true } else { false } })
        let leave = try #require(records.firstIndex { if case .pageLeave = $0 { true } else { false } })
        switch fault {
        case 0: records.append(records[pageView])
        case 1: records.remove(at: pageView)
        case 2: records.append(records[leave])
        case 3: records.remove(at: leave)
        case 4:
            records.swapAt(0, 1)
            records.append(records[leave])
        case 5: records.removeLast()
        case 6: records.append(records[records.count - 1])
        default: records = []
        }
        #expect(!StepInvariants(from: model).faults(by: records, to: after).isEmpty)
    }

    @Test("The step invariants detect a held page that ends with no leave or with two")
    func held() throws {
        let before = Self.world([
            .create(0, scene: 0, parent: nil, isAttached: false, isReady: true), .component(0, .didAppear),
        ]).model
        let (after, records) = after(before) { model in
            let id = model.id(of: 0)
            model.apply(.component(id, .didDisappear, scene: nil))
        }
        let leave = try #require(records.first)
        #expect(StepInvariants(from: before).faults(by: records, to: after).isEmpty)
        #expect(!StepInvariants(from: before).faults(by: [], to: after).isEmpty)
        #expect(!StepInvariants(from: before).faults(by: [leave, leave], to: after).isEmpty)
    }

    @Test("The step invariants detect a link that stays pending after a page view has carried it")
    func links() throws {
        let before = Self.world([
            .create(0, scene: 0, parent: nil, isAttached: nil, isReady: true), .deepLink(scene: 0),
        ]).model
        let (gone, records) = after(before) { model in
            let id = model.id(of: 0)
            model.apply(.component(id, .didAppear, scene: nil))
        }
        #expect(StepInvariants(from: before).faults(by: records, to: gone).isEmpty)
        let (stays, _) = after(gone) { $0.scenes[0].link = before.model.scenes[0].link }
        #expect(!StepInvariants(from: before).faults(by: records, to: stays).isEmpty)
    }

    @Test("The key of a state includes the implied scene")
    func impliedScene() {
        func key(_ steps: [ExplorationStep]) -> StateKey.Bytes {
            var world = ExploredWorld(policy: .standard, components: 1)
            for step in steps { _ = world.take(step) }
            return StateKey(world, scenes: 2, order: [0], withMemories: false).bytes
        }
        let stays: [ExplorationStep] = [
            .create(0, scene: 0, parent: nil, isAttached: nil, isReady: true), .component(0, .didAppear),
            .scene(1, .active), .scene(0, .close),
        ]
        let moves: [ExplorationStep] = [
            .create(0, scene: 1, parent: nil, isAttached: nil, isReady: true), .component(0, .didAppear),
            .attach(0, scene: 0), .scene(0, .close),
        ]
        #expect(key(stays) != key(moves))
    }

    @Test("States that behave alike have one key, and states that differ have different keys")
    func keys() {
        func key(_ steps: [ExplorationStep]) -> [UInt8] {
            StateKey(Self.world(steps), scenes: 1, order: [0, 1], withMemories: false).bytes.array
        }
        let once: [ExplorationStep] = [
            .create(0, scene: 0, parent: nil, isAttached: nil, isReady: false), .component(0, .didAppear),
        ]
        let again = once + [.component(0, .didDisappear), .component(0, .didAppear)]
        #expect(key(once) == key(again))
        #expect(key(once) != key(once + [.update(0, isReady: true)]))
        #expect(key(once) != key(once + [.component(0, .willDisappear)]))
        #expect(key(once) != key(once + [.deepLink(scene: 0)]))
        #expect(key(once) == key(once + [.deepLink(scene: 0), .discardDeepLink(scene: 0)]))
        #expect(key(once) != key(once + [.move(0, into: 1)]))
        let counted = once + [.update(0, isReady: true)]
        let renamed = counted + [.rename(0, isReady: true), .update(0, isReady: true)]
        #expect(key(counted) != key(renamed))
        let held: [ExplorationStep] = [
            .create(0, scene: 0, parent: nil, isAttached: nil, isReady: false), .scene(0, .background),
            .component(0, .didAppear), .scene(0, .foreground),
        ]
        // The appearance began when its scene returned to the foreground.
        #expect(key(once) != key(held))
    }
}
