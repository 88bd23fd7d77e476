import PageViewLifecycle

@testable import PageViewAutomation

/// The violations of invariants, each with its rule.
final class FaultList {
    private(set) var all: [String] = []

    func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
        if !condition { all.append(fault()) }
    }
}

/// The invariants of every state, computed slowly from the facts of components and scenes alone.
struct StateInvariants {
    private let rules: Rules
    private let components: [Component]
    private let faults = FaultList()

    /// Returns the faults of a state, each with its rule.
    static func faults(of rules: Rules) -> [String] {
        let invariants = StateInvariants(rules: rules, components: rules.components)
        invariants.checkQueues()
        for slot in rules.components.indices { invariants.checkLists(of: slot) }
        for scene in rules.sceneOrder { invariants.check(scene: scene) }
        if rules.updateDepth == 0 {
            for slot in rules.components.indices { invariants.checkDecision(of: slot) }
        }
        return invariants.faults.all
    }

    private func checkQueues() {
        var queues = [rules.withdrawn, rules.ending, rules.counting, rules.beginning]
        if rules.updateDepth == 0 { queues += [rules.changed, rules.changedScenes, rules.destroyed] }
        let isIdle = rules.cancelled == nil && (rules.updateDepth > 0 || rules.acts.isEmpty)
        faults.expect(isIdle && queues.allSatisfy(\.isEmpty), "ORD-001: a decision is not finished")
        let changed = components.indices.filter { components[$0].isChanged }
        faults.expect(rules.changed.sorted() == changed, "ORD-001: changed \(rules.changed), marked \(changed)")
        // A scene that closed and opened again in an update is in the list, but no longer marked.
        let scenes = rules.scenes.indices.filter { rules.scenes[$0].isChanged }
        faults.expect(
            scenes.allSatisfy(rules.changedScenes.contains), "ORD-001: marked scenes \(scenes) are not listed")
        let known = rules.sceneIndices.compactMap(\.self).sorted()
        faults.expect(rules.sceneOrder.sorted() == known, "QU-004: order \(rules.sceneOrder) of the scenes \(known)")
    }

    private func checkLists(of slot: Int) {
        let component = components[slot]
        let parts = components.indices.filter { components[$0].parent == slot }
        faults.expect(component.parts.sorted() == parts, "QU-002: \(component.id) has other parts than \(parts)")
        if case .part(let part) = component.selection, component.lifetime == .alive {
            faults.expect(parts.contains(part), "AP-014: \(component.id) selects what it does not contain")
        }
        let isOver = component.lifetime != .alive && !rules.destroyed.contains(slot)
        let isEmpty = component.parent == nil && component.page == nil && !component.isLive && !component.isChanged
        faults.expect(!isOver || isEmpty, "AP-010: \(component.id) left something behind")
    }

    private func check(scene index: Int) {
        let (scene, pages) = (rules.scenes[index], components.pages(of: index))
        faults.expect(scene.live == pages, "QU-002: \(scene.id) has the live pages \(scene.live), not \(pages)")
        let members = components.indices.count {
            components[$0].scene == index && (components[$0].lifetime == .alive || rules.destroyed.contains($0))
        }
        faults.expect(
            scene.memberCount == members, "AP-009: \(scene.id) has \(scene.memberCount) members, not \(members)")
        faults.expect(
            scene.isOpen || (members > 0 && pages.isEmpty), "AP-009: \(scene.id) is closed, and empty or live")
        guard rules.updateDepth == 0 else { return }
        let current = components.currentByFacts(of: index)
        faults.expect(scene.current == current, "QU-001: \(scene.id) has the current page \(scene.current ?? -1)")
        let (page, reported) = (current.flatMap { components[$0].shownPage }, scene.reported)
        let isReported = page.map { reported?.page.hasSameNames(as: $0) == true } ?? (reported == nil)
        faults.expect(isReported && reported?.component == current, "QU-006: \(scene.id) reported another page")
    }

    /// Checks that what is shown is live, and nothing else, and that what is live and ready is counted.
    private func checkDecision(of slot: Int) {
        let component = components[slot]
        guard component.lifetime == .alive else { return }
        faults.expect(
            component.isHidden == (components.hider(of: slot) != nil), "AP-017: \(component.id) has an old `isHidden`")
        let (isShown, isForeground) = (components.isShownByFacts(slot), rules.scenes[component.scene].isForeground)
        guard component.isLive else {
            let isDue = isShown && isForeground && rules.isRunning && !component.isMuted
            return faults.expect(!isDue, "AP-002: \(component.id) is shown and not live")
        }
        faults.expect(isShown, "AP-006: \(component.id) is live and not shown")
        faults.expect(component.liveScene == component.scene, "AP-006: \(component.id) is live in another scene")
        faults.expect(rules.isRunning, "ORD-005: \(component.id) is live in a stopped engine")
        let isDue = component.page != nil && component.isReady && isForeground
        faults.expect(!isDue || component.countedAs != nil, "RD-002: \(component.id) is ready and not counted")
    }
}

extension Component {
    /// The live appearance; `nil` if the component is not live.
    var live: Appearance? { isLive ? appearance : nil }
}

extension [Component] {
    /// Returns the containers of a component, from the inside to the outside.
    func containers(of slot: Int) -> [Int] {
        var containers: [Int] = []
        while let next = self[containers.last ?? slot].parent, containers.count <= count { containers.append(next) }
        return containers
    }

    /// Returns whether a component is shown, by the definition in AP-002, AP-014 and AP-017.
    fileprivate func isShownByFacts(_ slot: Int) -> Bool {
        let chain = [slot] + containers(of: slot)
        let isHidden = zip(chain, chain.dropFirst()).contains { part, container in
            let isGone = self[container].hasAppeared && !self[container].machine.isAppeared
            let isOther = self[container].selection != .none && self[container].selection != .part(part)
            return !self[container].isAttached || isGone || isOther
        }
        return self[slot].machine.isAppeared && self[slot].isAttached && !isHidden
    }

    /// Returns the live pages of a scene, from the oldest to the newest.
    fileprivate func pages(of scene: Int) -> [Int] {
        let pages = indices.filter { self[$0].liveScene == scene && self[$0].shownPage != nil }
        return pages.sorted { self[$0].appearance.age < self[$1].appearance.age }
    }

    /// Returns the current page of a scene, by the definition in QU-001, QU-002 and QU-009.
    fileprivate func currentByFacts(of scene: Int) -> Int? {
        let pages = pages(of: scene)
        let free = pages.filter { page in !pages.contains { containers(of: $0).contains(page) } }
        func level(_ slot: Int) -> Int { ([slot] + containers(of: slot)).compactMap { self[$0].level }.first ?? 0 }
        let highest = free.map(level).max()
        return free.last { level($0) == highest }
    }
}
