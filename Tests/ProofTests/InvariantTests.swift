import PageViewLifecycle
import Testing

@testable import PageViewAutomation

/// The invariants themselves: each notices what it is there for.
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

    @Test("What the engine makes has no fault")
    func nothingWrong() {
        #expect(StateInvariants.faults(of: model).isEmpty)
        #expect(StepInvariants(from: model).faults(by: [], to: model).isEmpty)
    }

    @Test("A state that is wrong is noticed", arguments: 0..<19)
    func wrongStates(fault: Int) throws {
        var model = model.model.copy()
        switch fault {
        case 0: model[0].countedAs = nil
        case 1: model.states[0].isAttached = false
        case 2: model.scenes[0].current = 0
        case 3: model.scenes[0].live.last = 0
        case 4: model.containments[1].livePagesBelow = 1
        case 5: model.states[1].lifetime = .destroyed
        case 6: model.scenes[0].isOpen = false
        case 7: model.freeScenePlaces.append(0)
        case 8: model.inForeground.first = .none
        case 9: model.scenes[0].isTouched = true
        case 10: model.scenePlaces[0] = .none
        case 11: model[0].member.previous = .none
        case 12: model.inBackground = model.inForeground
        case 13: model.unrank(model.stage(0))
        case 14: model.scenes[0].rank.next = 0
        case 15: model.touched.last = 0
        case 16: model.settled = .none
        case 17: model.scenes[0].isSettled = false
        default: model.isRunning = false
        }
        #expect(!faults(of: model).isEmpty)
    }

    private func faults(of model: borrowing EngineModel) -> [String] {
        StateInvariants.faults(of: ModelView(model.copy()))
    }

    /// A state after something that was done to it, and what was told of that.
    private func after(
        _ state: ModelView, _ change: (inout EngineModel) -> Void
    ) -> (state: ModelView, records: [EngineRecord]) {
        var model = state.model.copy()
        change(&model)
        let records = model.records.takeAll()
        return (ModelView(model), records)
    }

    @Test("A step that is wrong is noticed", arguments: 0..<8)
    func wrongSteps(fault: Int) throws {
        var (after, records) = after(model) { model in
            model.apply(.component(model.id(of: 1), .didDisappear))
            model.apply(.component(model.id(of: 1), .didAppear))
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

    @Test("A held page that ends without being told of is noticed, and one told of twice")
    func held() throws {
        let before = Self.world([
            .create(0, scene: 0, parent: nil, isAttached: false, isReady: true), .component(0, .didAppear),
        ]).model
        let (after, records) = after(before) { $0.apply(.component($0.id(of: 0), .didDisappear)) }
        let leave = try #require(records.first)
        #expect(StepInvariants(from: before).faults(by: records, to: after).isEmpty)
        #expect(!StepInvariants(from: before).faults(by: [], to: after).isEmpty)
        #expect(!StepInvariants(from: before).faults(by: [leave, leave], to: after).isEmpty)
    }

    @Test("A link that rides and stays is noticed")
    func links() throws {
        let before = Self.world([
            .create(0, scene: 0, parent: nil, isAttached: nil, isReady: true), .deepLink(scene: 0),
        ]).model
        let (gone, records) = after(before) { $0.apply(.component($0.id(of: 0), .didAppear)) }
        #expect(StepInvariants(from: before).faults(by: records, to: gone).isEmpty)
        let (stays, _) = after(gone) { $0.scenes[0].link = before.scene(0).link }
        #expect(!StepInvariants(from: before).faults(by: records, to: stays).isEmpty)
    }

    @Test("Where no scene is named, the one that is meant belongs to the state")
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

    @Test("States that behave alike have one key, and others do not")
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
    }
}
