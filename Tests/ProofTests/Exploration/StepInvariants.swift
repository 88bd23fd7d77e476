import PageViewLifecycle

@testable import PageViewAutomation

/// The invariants of every step: the emitted records fit the states before and after.
///
/// They read which live appearances have a page view, which current page each scene has reported, and which pages were
/// held. Everything else follows from the records.
struct StepInvariants {
    /// The live appearances of pages, and whether each one is counted.
    typealias Live = [AppearanceID: Bool]

    private static func live(in model: ModelView) -> Live {
        var live: Live = [:]
        for component in model.components where component.isLivePage {
            guard let appearance = component.appearance else { continue }
            live[AppearanceID(component: component.id, ordinal: appearance.ordinal)] = appearance.countedAs != nil
        }
        return live
    }

    private let before: ModelView
    private let liveBefore: Live

    init(from before: ModelView) {
        self.before = before
        liveBefore = Self.live(in: before)
    }

    /// Returns the faults of a step from the first state.
    func faults(by records: [EngineRecord], to after: ModelView) -> [String] {
        var open = liveBefore
        var ended: Set<AppearanceID> = []
        var sequence = before.model.sequence
        var faults: [String] = []
        var reported = Self.reported(in: before)
        var neverVisible: [ComponentID] = []
        var carried = 0
        var counted: Set<ComponentID> = []
        for record in records {
            switch record {
            case .pageView(let pageView):
                sequence += 1
                if pageView.deepLink != nil { carried += 1 }
                if pageView.sequence != sequence { faults.append("number \(pageView.sequence), not \(sequence)") }
                guard let id = pageView.id.appearance else { continue }
                // One input counts a component at most once, because no policy makes one report two page views.
                if !counted.insert(id.component).inserted { faults.append("\(id.component): two page views at once") }
                // The appearance may have begun in this step; its ordinal shows it.
                if open[id] == nil, ended.contains(id) || !isNew(id) { faults.append("\(id) has already ended") }
                if open[id] == true { faults.append("\(id) is counted twice") }
                open[id] = true
            case .pageLeave(let leave):
                guard let id = leave.id else {
                    if leave.outcome != .neverVisible {
                        faults.append("an outcome of an appearance that was never visible")
                    }
                    neverVisible.append(leave.component)
                    continue
                }
                let wasCounted = open.removeValue(forKey: id)
                if wasCounted == nil, ended.contains(id) || !isNew(id) { faults.append("\(id) ends twice") }
                let outcome = wasCounted ?? false ? PageLeave.Outcome.counted : .neverReady
                if leave.outcome != outcome { faults.append("\(id): \(leave.outcome)") }
                ended.insert(id)
            case .currentPage(let change):
                let now = change.page.map { Reported(component: $0.component, page: $0.page) }
                if reported[change.scene] == now { faults.append("\(change.scene): no other current page") }
                reported[change.scene] = now
            case .diagnostic(let diagnostic):
                if diagnostic.kind == .renamedWhileCounted { faults += faultsOfRenaming(diagnostic.component, after) }
            case .interaction, .deepLink:
                break
            }
        }
        let live = Self.live(in: after)
        // A live appearance without a record began in this step and is not counted.
        for (id, isCounted) in live where open[id] == nil && !isCounted && isNew(id) { open[id] = false }
        if open != live { faults.append("expected \(live) live, found \(open) in the records") }
        if reported != Self.reported(in: after) {
            faults.append("expected other current pages, found \(reported) in the records")
        }
        faults += faultsOfHeld(neverVisible, after) + faultsOfLinks(carried, after)
        if sequence != after.model.sequence {
            faults.append("\(after.model.sequence) page views, \(sequence) in the records")
        }
        if !before.model.isRunning, !after.model.isRunning, !records.isEmpty {
            faults.append("a stopped engine emits")
        }
        return faults
    }

    /// The current page of a scene, as the engine reported it.
    private struct Reported: Equatable {
        let component: ComponentID
        let page: PageContext
    }

    /// Returns the current page of each scene that has one.
    private static func reported(in model: ModelView) -> [SceneID: Reported] {
        var reported: [SceneID: Reported] = [:]
        for slot in model.model.sceneSlots where !slot.isNone {
            guard let page = model.model.currentPage(inSlot: slot) else { continue }
            reported[model.model.scenes[slot].id] = Reported(component: page.component, page: page.page)
        }
        return reported
    }

    /// Returns faults unless each held page that ends has one leave, and no other page has such a leave.
    private func faultsOfHeld(_ ended: [ComponentID], _ after: ModelView) -> [String] {
        var faults: [String] = []
        for id in Set(ended) where !isHeldPage(id, in: before) { faults.append("\(id) was not held") }
        for component in before.components where isHeldPage(component.id, in: before) {
            let count = ended.count { $0 == component.id }
            let isOver = after.model.knownSlot(of: component.id).map { !after[$0].state.isShown } ?? true
            if count > 1 || (isOver && count == 0) { faults.append("\(component.id) ends \(count) times, held") }
        }
        return faults
    }

    /// Returns faults unless a rename is diagnosed once for each counted appearance. The appearance may begin in this
    /// step.
    private func faultsOfRenaming(_ id: ComponentID?, _ after: ModelView) -> [String] {
        guard let id, let slot = after.model.knownSlot(of: id), after[slot].countedAs != nil else {
            return ["renamed, but not counted"]
        }
        let isOld = before.model.knownSlot(of: id).map { before[$0].appearanceCount == after[slot].appearanceCount }
        if isOld == true, before[slot].state.wasRenamed { return ["\(id): renamed twice in one appearance"] }
        return after[slot].state.wasRenamed ? [] : ["\(id): renamed, but not recorded as renamed"]
    }

    private func isHeldPage(_ id: ComponentID, in model: ModelView) -> Bool {
        guard model.model.isRunning, let slot = model.model.knownSlot(of: id) else { return false }
        return model[slot].state.isHeld && model[slot].page != nil
    }

    /// Returns faults unless a page view with a link removes that link from its scene.
    private func faultsOfLinks(_ carried: Int, _ after: ModelView) -> [String] {
        func links(_ model: ModelView) -> Int {
            model.model.scenes.indices.count { model.model.scenes[$0].link != nil }
        }
        return carried > 0 && links(before) - links(after) < carried ? ["\(carried) page views with a link"] : []
    }

    /// Returns whether an appearance had not begun, or did not belong to a page, before this step.
    private func isNew(_ id: AppearanceID) -> Bool {
        guard let slot = before.model.knownSlot(of: id.component) else { return true }
        let known = before[slot]
        return id.ordinal > known.appearanceCount
            || (known.appearance?.ordinal == id.ordinal && !known.isLivePage)
    }
}
