import PageViewLifecycle

@testable import PageViewAutomation

/// The invariants of every state, computed slowly from the tables of the components alone.
struct StateInvariants {
    private let model: ModelView
    private let alive: [Slot]
    private var faults: [String] = []

    /// Returns the faults of a state.
    static func faults(of model: ModelView) -> [String] {
        var invariants = StateInvariants(model)
        for slot in invariants.alive { invariants.checkComponent(slot) }
        for component in model.components { invariants.checkRemains(of: component) }
        for scene in model.model.sceneSlots where !scene.isNone { invariants.checkScene(scene) }
        if !model.isFinished { invariants.faults.append("an input is not finished") }
        if !model.isCoveringRight { invariants.faults.append("covered pages") }
        invariants.checkNodes()
        return invariants.faults + SceneInvariants.faults(of: model)
    }

    private init(_ model: ModelView) {
        self.model = model
        alive = model.alive
    }

    private mutating func checkComponent(_ slot: Slot) {
        let component = model[slot]
        guard !component.scene.isNone else { return faults.append("\(component.id) is in no scene") }
        let isOpen = model.model.scenes[component.scene].isOpen
        let isForeground = model.model.scenes[component.scene].isForeground
        if let appearance = component.appearance {
            if !component.state.isAttached { faults.append("\(component.id): live without a window") }
            if !isOpen { faults.append("\(component.id): live in a closed scene") }
            if !model.model.isRunning { faults.append("\(component.id): live in a stopped engine") }
            // An appearance that is ready and visible must have its page view.
            if component.page != nil, component.state.isReady, isForeground, appearance.countedAs == nil {
                faults.append("\(component.id): ready and visible, not counted")
            }
        } else if component.state.isCounted {
            faults.append("\(component.id): counted, not live")
        }
        if component.keptPage != nil, !component.state.isCounted {
            faults.append("\(component.id): a page that it was counted as, not counted")
        }
        if component.state.isHeld, model.model.isRunning, component.state.isAttached, isForeground {
            faults.append("\(component.id): held, although nothing is missing")
        }
        if component.presence == .visibleWhileStopped, !component.state.isAttached {
            faults.append("\(component.id): visible without a window")
        }
        if !component.state.isReady, component.payload != nil {
            faults.append("\(component.id): pending with a payload")
        }
        if members(of: component.scene).count(where: { $0 == slot }) != 1 {
            faults.append("\(component.id): members of its scene")
        }
    }

    /// Returns the members of a scene up to the first one that does not link back.
    ///
    /// A corrupt list is cut at the number of components.
    private func members(of scene: Slot) -> [Slot] {
        var members: [Slot] = []
        var (previous, member) = (Slot.none, model.model.scenes[scene].firstMember)
        while !member.isNone, members.count <= model.componentCount, model[member].member.previous == previous {
            members.append(member)
            (previous, member) = (member, model[member].member.next)
        }
        return members
    }

    /// Returns whether an ended component has kept only its identity.
    static func isBlank(_ component: ComponentView) -> Bool {
        let links = [component.member, component.listNeighbours, component.uncovered]
        let isLinked = links.contains { !$0.previous.isNone || !$0.next.isNone }
        return !isLinked && component.node.isNone && component.scene.isNone && component.page == nil
            && component.keptPage == nil && component.payload == nil && !component.state.isShown
            && component.notifier == nil
    }

    /// Checks that an ended component is in no list, contains nothing, and retains nothing.
    private mutating func checkRemains(of component: ComponentView) {
        guard component.state.lifetime != .alive else { return }
        if !Self.isBlank(component) { faults.append("\(component.id): ended, but its record is not empty") }
        let slot = component.slot
        let isLinked = alive.contains {
            model[$0].parent == slot || model[$0].member.next == slot || model[$0].listNeighbours.next == slot
                || model[$0].uncovered.next == slot
        }
        if isLinked { faults.append("\(component.id): ended, but still linked") }
    }

    private mutating func checkScene(_ slot: Slot) {
        let name = "\(model.model.scenes[slot].id)"
        let members = alive.filter { model[$0].scene == slot }
        let live = members.filter { model[$0].isLivePage }.sorted { model[$0].order < model[$1].order }
        let held = members.filter { model[$0].state.isHeld }.sorted { model[$0].order < model[$1].order }
        let uncovered = live.filter { page in !live.contains { model.isInside($0, page) } }
        if walk(.live, of: slot) != live { faults.append("\(name): live pages") }
        if walk(.held, of: slot) != held { faults.append("\(name): held components") }
        if walk(.uncovered, of: slot) != uncovered { faults.append("\(name): uncovered pages") }
        // The current page is the newest live page that contains no live page.
        let current = model.model.scenes[slot].current
        if current != uncovered.last ?? .none { faults.append("\(name): current page") }
        if model.model.scenes[slot].lastReported != current { faults.append("\(name): another page was reported") }
        if !current.isNone, model.model.scenes[slot].lastReportedPage != model[current].name {
            faults.append("\(name): another name of the current page was reported")
        }
        if !model.model.scenes[slot].isForeground {
            let waiting = live.filter { model[$0].state.isReady && model[$0].page != nil && model[$0].countedAs == nil }
            let awaiting = model.model.scenes[slot].awaitingForeground
            if !Set(waiting).isSubset(of: awaiting) { faults.append("\(name): pages that wait for the foreground") }
        }
        if !model.model.scenes[slot].isOpen, !live.isEmpty || model.model.scenes[slot].link != nil {
            faults.append("\(name): closed, but not empty")
        }
    }

    /// Returns the elements of a list, or `nil` if they differ between the two directions.
    private func walk(_ list: EngineModel.SceneList, of scene: Slot) -> [Slot]? {
        let ends = model.model.scenes[scene][list]
        let forwards = walk(from: ends.first) { model[$0][list].next }
        return forwards == walk(from: ends.last) { model[$0][list].previous }.reversed() ? forwards : nil
    }

    private func walk(from first: Slot, _ next: (Slot) -> Slot) -> [Slot] {
        var (slots, slot): ([Slot], Slot) = ([], first)
        while !slot.isNone, slots.count <= model.componentCount {
            slots.append(slot)
            slot = next(slot)
        }
        return slots
    }

    /// Checks that no node is lost.
    ///
    /// After all components have ended, new components must get the nodes 0, 1, 2 and so on.
    /// Few components need few nodes, so a number above the bound is also a leak.
    private mutating func checkNodes() {
        guard !model.model.containment.isEmpty else { return }
        let bound = 8 * (model.componentCount + 1)
        var containment = model.model.containment.copy()
        let live = alive.filter { model[$0].isLivePage && !model[$0].node.isNone }
        for slot in live { _ = containment.endPage(model[slot].node) }
        for slot in alive where !model[slot].node.isNone {
            _ = containment.move(model[slot].node, into: .none)
        }
        for slot in alive where !model[slot].node.isNone { containment.end(model[slot].node) }
        var nodes: Set<Slot> = []
        for _ in 0..<bound { nodes.insert(containment.makeNode(for: 0)) }
        if nodes != Set(0..<Slot(bound)) { faults.append("containment: nodes are lost") }
    }
}
