import PageViewLifecycle

@testable import PageViewAutomation

/// An immutable state of an engine, for the invariants to read.
final class ModelView: Sendable {
    let model: EngineModel

    init(_ model: consuming EngineModel) {
        self.model = model
    }

    /// Returns the component in a slot.
    subscript(_ slot: Slot) -> ComponentView { ComponentView(model: self, slot: slot) }

    var componentCount: Int { model.components.count }
    var components: [ComponentView] { model.components.indices.map { self[$0] } }
    /// The slots of the components that exist.
    var alive: [Slot] { model.components.indices.filter { model.states[$0].lifetime == .alive } }

    /// Whether the last input has been applied completely.
    var isFinished: Bool {
        model.scenesToUpdate.first.isNone && model.scenesToUpdate.last.isNone && model.revealingScene.isNone
            && !model.scenes.indices.contains {
                model.scenes[$0].needsUpdate || !model.scenes[$0].nextToUpdate.isNone
            }
    }

    /// The slots of all scenes, in the order in which they came to the front. A corrupt list is cut at the number of
    /// scenes.
    var sceneOrder: [Slot] {
        var (slots, slot): ([Slot], Slot) = ([], model.sceneOrder.first)
        while !slot.isNone, slots.count <= model.scenes.count {
            slots.append(slot)
            slot = model.scenes[slot].front.next
        }
        return slots
    }

    /// Returns whether a component is inside another one, at any depth.
    func isInside(_ slot: Slot, _ container: Slot) -> Bool {
        var ancestor = self[slot].parent
        while !ancestor.isNone {
            if ancestor == container { return true }
            ancestor = self[ancestor].parent
        }
        return false
    }

    /// Whether the containment gives the right answer about each component that may contain live pages.
    ///
    /// The answers must be right now, and after any of these pages end.
    ///
    /// The numbers of the containment are private. Therefore the live pages of a copy end one at a time. After each
    /// end, every answer is compared with a slow search. A wrong number shows at the latest when the other pages have
    /// ended.
    var isCoveringRight: Bool {
        guard !model.containment.isEmpty else { return true }
        let alive = alive
        var containment = model.containment.copy()
        var live = alive.filter { self[$0].isLivePage }.sorted { self[$0].order < self[$1].order }
        while true {
            for slot in alive {
                for scene in model.scenes.indices {
                    let isCovered = live.contains { self[$0].scene == scene && isInside($0, slot) }
                    if containment.isCovered(model.components[slot].node, in: scene) != isCovered { return false }
                }
            }
            guard let page = live.popLast() else { return true }
            let node = model.components[page].node
            if !node.isNone { _ = containment.endPage(node) }
        }
    }
}

/// The component in a slot of a state.
struct ComponentView {
    /// A live appearance.
    struct Appearance {
        let order: UInt64
        let ordinal: UInt32
        let countedAs: PageContext?
    }

    let model: ModelView
    let slot: Slot

    var id: ComponentID { model.model.id(of: slot) }
    var state: ComponentState { model.model.states[slot] }
    var presence: ComponentState.Presence { state.presence }
    var order: UInt64 { model.model.components[slot].order }
    var appearanceCount: UInt32 { model.model.components[slot].appearanceCount }
    /// The live appearance, if there is one.
    var appearance: Appearance? {
        guard state.isLive else { return nil }
        return Appearance(order: order, ordinal: appearanceCount, countedAs: countedAs)
    }

    var page: PageContext? { model.model.components[slot].page }
    /// The page that the appearance was counted as.
    var countedAs: PageContext? { state.isCounted ? name : nil }
    /// The page that the appearance was counted as, if the component has another page now.
    var keptPage: PageContext? { model.model.components[slot].countedAs }
    var name: PageContext? { model.model.components[slot].appearancePage }
    var payload: Payload? { model.model.components[slot].payload }
    var notifier: ObjectIdentifier? { model.model.components[slot].notifier }
    var isLivePage: Bool { state.isLive && name != nil }

    var scene: Slot { model.model.components[slot].scene }
    var member: Neighbours { model.model.components[slot].member }
    var listNeighbours: Neighbours { model.model.components[slot].listNeighbours }
    var uncovered: Neighbours { model.model.components[slot].uncovered }
    subscript(_ list: EngineModel.SceneList) -> Neighbours { model.model.components[slot][list] }

    var node: Slot { model.model.components[slot].node }
    var parent: Slot { model.model.containment.parent(of: node) }
}

extension RecordBuffer<EngineRecord> {
    /// Removes and returns all records. The buffer must contain no mark.
    mutating func takeAll() -> [EngineRecord] {
        var records: [EngineRecord] = []
        for index in 0..<count { records.append(self[index]) }
        removeAll()
        return records
    }
}
