import PageViewLifecycle

@testable import PageViewAutomation

extension EngineModel {
    /// Returns the faults in the model's tables, found by recomputing them slowly from the components.
    func faults() -> [String] {
        var faults: [String] = []
        let alive = components.indices.filter { states[$0].lifetime == .alive }
        for slot in alive {
            let name = "\(id(of: slot))"
            if states[slot].isLive, !states[slot].isAttached { faults.append("\(name): live, detached") }
            if !states[slot].isReady, components[slot].payload != nil { faults.append("\(name): pending with payload") }
            for scene in scenes.indices {
                let isCovered = alive.contains { isBelow($0, slot) && isLivePage($0, in: scene) }
                if containment.isCovered(components[slot].node, in: scene) != isCovered {
                    faults.append("\(name): covered in \(scenes[scene].id)")
                }
            }
        }
        for slot in scenes.indices where sceneSlots.contains(slot) {
            let scene = scene(slot)
            let name = "\(scene.record.id)"
            let members = alive.filter { components[$0].scene == slot }
            let live = members.filter { isLivePage($0, in: slot) }
                .sorted { components[$0].order < components[$1].order }
            let held = members.filter { states[$0].isHeld }.sorted { components[$0].order < components[$1].order }
            if slots(in: .live, of: scene) != live { faults.append("\(name): live pages") }
            if slots(in: .held, of: scene) != held { faults.append("\(name): held components") }
            let uncovered = live.filter { page in !live.contains { $0 != page && isBelow($0, page) } }
            if slots(in: .uncovered, of: scene) != uncovered { faults.append("\(name): uncovered pages") }
            if scene.record.current != uncovered.last ?? .none { faults.append("\(name): current page") }
            let waiting = live.filter { states[$0].isReady && !states[$0].isCounted && isRunning }
            if scene.record.isForeground {
                if !waiting.isEmpty { faults.append("\(name): ready in the foreground, not counted") }
            } else if !Set(waiting).isSubset(of: scene.record.awaitingForeground) {
                faults.append("\(name): pages that wait for the foreground")
            }
        }
        return faults + faultsOfSceneOrder()
    }

    /// Returns the faults in the order of scenes and in the numbers of scenes with a page.
    private func faultsOfSceneOrder() -> [String] {
        var faults: [String] = []
        let used = Set(sceneSlots.filter { !$0.isNone })
        var (ordered, slot, previous): ([Slot], Slot, Slot) = ([], sceneOrder.first, .none)
        while !slot.isNone, ordered.count <= scenes.count {
            if scenes[slot].front.previous != previous { faults.append("scene before \(slot)") }
            ordered.append(slot)
            previous = slot
            slot = scenes[slot].front.next
        }
        if ordered.count != used.count || Set(ordered) != used {
            faults.append("order of scenes \(ordered), not \(used)")
        }
        if sceneOrder.last != previous { faults.append("the last scene in the order") }
        let withPage = used.filter { !scenes[$0].current.isNone }
        if foregroundPageCount != withPage.filter({ scenes[$0].isForeground }).count {
            faults.append("number of foreground scenes with a page")
        }
        if backgroundPageCount != withPage.filter({ !scenes[$0].isForeground }).count {
            faults.append("number of background scenes with a page")
        }
        return faults
    }

    private func isLivePage(_ slot: Slot, in scene: Slot) -> Bool {
        component(slot).isLivePage && components[slot].scene == scene
    }

    private func isBelow(_ slot: Slot, _ container: Slot) -> Bool {
        var ancestor = containment.parent(of: components[slot].node)
        while !ancestor.isNone {
            if ancestor == container { return true }
            ancestor = containment.parent(of: components[ancestor].node)
        }
        return false
    }
}
