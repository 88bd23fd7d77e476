@testable import PageViewAutomation

/// The invariants of the scene tables: slots, order, and the numbers of scenes with a page.
struct SceneInvariants {
    /// Returns the faults of a state.
    static func faults(of model: ModelView) -> [String] {
        faultsOfSlots(model) + faultsOfOrder(model) + faultsOfPageCounts(model) + faultsOfLast(model)
    }

    /// Returns whether the order of scenes and the numbers of scenes with a page are right.
    ///
    /// The result is part of the key of a state, so a state with wrong tables is a new state.
    static func areBooksRight(_ model: ModelView) -> Bool {
        faultsOfOrder(model).isEmpty && faultsOfPageCounts(model).isEmpty
    }

    /// Every slot belongs to one scene or is free. The slot of a closed scene without components is free.
    private static func faultsOfSlots(_ model: ModelView) -> [String] {
        var faults: [String] = []
        let used = model.model.sceneSlots.filter { !$0.isNone }
        if Set(used).count != used.count { faults.append("two scenes have one slot: \(used)") }
        for (number, slot) in model.model.sceneSlots.enumerated() where !slot.isNone {
            if model.model.scenes[slot].id.index != UInt32(number) { faults.append("scene \(number): another's slot") }
            if !model.model.scenes[slot].isOpen, model.model.scenes[slot].firstMember.isNone {
                faults.append("scene \(number): closed and empty, but not removed")
            }
        }
        return faults
    }

    private static func faultsOfOrder(_ model: ModelView) -> [String] {
        let used = model.model.sceneSlots.filter { !$0.isNone }.sorted()
        let forwards = model.sceneOrder
        var (backwards, slot): ([Slot], Slot) = ([], model.model.sceneOrder.last)
        while !slot.isNone, backwards.count <= forwards.count {
            backwards.append(slot)
            slot = model.model.scenes[slot].front.previous
        }
        var faults: [String] = []
        if forwards.sorted() != used { faults.append("order of scenes: expected \(used), found \(forwards)") }
        if backwards != forwards.reversed() { faults.append("order of scenes: \(forwards), backwards \(backwards)") }
        return faults
    }

    private static func faultsOfPageCounts(_ model: ModelView) -> [String] {
        let withPage = model.sceneOrder.filter { !model.model.scenes[$0].current.isNone }
        let inForeground = withPage.count { model.model.scenes[$0].isForeground }
        let found = (model.model.foregroundPageCount, model.model.backgroundPageCount)
        let expected = (inForeground, withPage.count - inForeground)
        return found == expected ? [] : ["scenes with a page: expected \(expected), found \(found)"]
    }

    /// A scene that is stored as the last one is open.
    private static func faultsOfLast(_ model: ModelView) -> [String] {
        [model.model.lastPage.scene, model.model.lastCounted.scene]
            .filter { !$0.isNone && !model.model.scenes[$0].isOpen }
            .map { "the last page is in the closed scene \($0)" }
    }
}
