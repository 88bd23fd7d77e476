import PageViewLifecycle

@testable import PageViewAutomation

/// The invariants of every step: the emitted records fit the states before and after.
struct StepInvariants {
    private let before: ExploredWorld
    private let after: ExploredWorld
    private let old: Rules
    private let new: Rules
    private let input: Rules.Input
    private let views: [PageView]
    private let leaves: [PageLeave]
    private let faults = FaultList()

    /// Returns the faults of a step, each with its rule.
    static func faults(
        from before: ExploredWorld, by input: Rules.Input, _ records: [EngineRecord], to after: ExploredWorld
    ) -> [String] {
        let invariants = StepInvariants(before, input, records, after)
        invariants.checkConservation()
        invariants.checkHeld()
        invariants.checkTimes()
        invariants.checkUpdate(records)
        invariants.checkUpdateOfOne()
        let isStopped = !before.rules.isRunning && !after.rules.isRunning
        invariants.faults.expect(!isStopped || records.isEmpty, "ORD-005: a stopped engine emits")
        return invariants.faults.all
    }

    private init(_ before: ExploredWorld, _ input: Rules.Input, _ records: [EngineRecord], _ after: ExploredWorld) {
        (self.before, self.after, self.input) = (before, after, input)
        (old, new) = (before.rules, after.rules)
        views = Self.pageViews(records)
        leaves = records.compactMap { if case .pageLeave(let leave) = $0 { leave } else { nil } }
    }

    private static func pageViews(_ records: [EngineRecord]) -> [PageView] {
        records.compactMap { if case .pageView(let view) = $0 { view } else { nil } }
    }

    // MARK: Conservation (PV-001, PV-007, AP-006)

    private func checkConservation() {
        faults.expect(
            views.map(\.sequence) == Array((old.sequence + 1)..<(new.sequence + 1)), "PV-001: gap in the numbers")
        var opened: Set<AppearanceID> = []
        for (old, new) in zip(old.components, new.components) {
            if old.isLive { opened.insert(old.appearanceID) }
            let count = old.id == new.id ? old.appearanceCount : 0
            guard new.appearanceCount > count else { continue }
            opened.formUnion((count + 1...new.appearanceCount).map { AppearanceID(component: new.id, ordinal: $0) })
        }
        for id in opened { check(id) }
        let records = views.compactMap(\.id.appearance) + leaves.compactMap(\.id)
        faults.expect(
            opened.isSuperset(of: records), "PV-007: records of \(records), of which only \(opened) were open")
        let carried = views.count { $0.hasDeepLink }
        faults.expect(carried == 0 || links(old) >= links(new) + carried, "PV-006: a link is carried twice")
    }

    private func links(_ rules: Rules) -> Int { rules.scenes.count { $0.link != nil } }

    /// Checks the records of an appearance that was live before the step, or began in it.
    private func check(_ id: AppearanceID) {
        let (old, new) = (self.old.components[Int(id.component.index)], self.new.components[Int(id.component.index)])
        let (wasLive, isLive) = (old.isLive && old.appearanceID == id, new.isLive && new.appearanceID == id)
        let (views, leaves) = (views.filter { $0.id.appearance == id }, leaves.filter { $0.id == id })
        let isPage = [old, new].contains { $0.id == id.component && $0.shownPage != nil }
        faults.expect(leaves.count == (!isLive && isPage ? 1 : 0), "PV-007: \(id) has \(leaves.count) leaves")
        faults.expect(views.count <= (wasLive && old.countedAs != nil ? 0 : 1), "POL-001: \(id) has another page view")
        let isCounted = (wasLive && old.countedAs != nil) || !views.isEmpty
        faults.expect(!isLive || (new.countedAs != nil) == isCounted, "PV-001: \(id) counts without a page view")
        let scenes = [
            wasLive ? old.liveScene.map { self.old.scenes[$0].id } : nil,
            isLive ? new.liveScene.map { self.new.scenes[$0].id } : nil,
        ].compactMap(\.self)
        faults.expect(
            Set(scenes + views.map(\.scene) + leaves.map(\.scene)).count <= 1, "AP-006: \(id) changes its scene")
        for leave in leaves {
            faults.expect(
                leave.outcome == (isCounted ? .counted : .neverReady), "PV-007: \(id) leaves as \(leave.outcome)")
            guard wasLive, let scene = old.liveScene else { continue }
            let was = old.appearance
            let background = self.old.scenes[scene].background(until: after.now) - was.backgroundBefore
            let foreground = after.now.nanoseconds(since: was.beganAt) - background
            let areRight = leave.backgroundNanoseconds == background && leave.foregroundNanoseconds == foreground
            faults.expect(areRight && (0...foreground).contains(leave.currentNanoseconds), "PV-007: times of \(id)")
        }
    }

    /// Checks that each `didAppear` that this step takes back, and that never led to an appearance, has one leave.
    private func checkHeld() {
        for component in old.components {
            let leaves = leaves.count { $0.id == nil && $0.component == component.id && $0.outcome == .neverVisible }
            let wasHeld = component.isHeld && !component.hasBegun && component.page != nil && old.isRunning
            faults.expect(leaves <= (wasHeld ? 1 : 0), "PV-007: \(component.id) has \(leaves) leaves, but was not held")
            guard wasHeld else { continue }
            let isTakenBack =
                switch input {
                case .component(component.id, .didDisappear, _), .component(component.id, .destroy, _):
                    old.updateDepth == 0
                case .scene(let scene, .close): scene == old.scenes[component.scene].id
                default: input == .stop
                }
            faults.expect(!isTakenBack || leaves == 1, "PV-007: \(component.id) was held, and has no leave")
        }
        let areRight = leaves.allSatisfy { ($0.id == nil) == ($0.outcome == .neverVisible) }
        faults.expect(areRight, "PV-007: an outcome without an appearance")
    }

    /// Checks that the `current` times of a scene grow together by exactly its time in the foreground with a current page.
    private func checkTimes() {
        func current(_ world: ExploredWorld, _ id: SceneID) -> Int64 {
            world.rules.components.reduce(0) { sum, component in
                guard let index = component.liveScene, world.rules.scenes[index].id == id else { return sum }
                let scene = world.rules.scenes[index]
                let isGoingOn = scene.isForeground && scene.current == Int(component.id.index)
                return sum + component.appearance.currentNanoseconds
                    + (isGoingOn ? world.now.nanoseconds(since: scene.currentSince) : 0)
            }
        }
        for scene in old.sceneOrder.map({ old.scenes[$0] }) {
            let left = leaves.reduce(0) { $0 + ($1.scene == scene.id ? $1.currentNanoseconds : 0) }
            let grown = current(after, scene.id) + left - current(before, scene.id)
            let time = scene.isForeground && scene.current != nil ? after.now.nanoseconds(since: before.now) : 0
            faults.expect(grown == time, "PV-007: the current times of \(scene.id) grow by \(grown) in \(time)")
        }
    }

    // MARK: Updates (AP-015)

    /// Checks that inside an update nothing begins, ends or counts, and queries answer what was decided before it.
    private func checkUpdate(_ records: [EngineRecord]) {
        for case .interaction(let interaction) in records where input.component == nil {
            let page = old.currentPage(in: interaction.scene)
            faults.expect(interaction.page?.id == page?.id, "PV-005: an interaction with another page")
        }
        switch input {
        case .scene(_, .background), .scene(_, .close), .stop, .record: return
        case .commit where new.updateDepth == 0: return
        default: if old.updateDepth + new.updateDepth == 0 { return }
        }
        let emitted: EngineRecord.Kinds = [.pageViews, .pageLeaves, .currentPages]
        faults.expect(records.allSatisfy { emitted.isDisjoint(with: $0.kind) }, "AP-015: an update emits")
        func live(_ rules: Rules) -> [AppearanceID?] { rules.components.map { $0.isLive ? $0.appearanceID : nil } }
        faults.expect(live(old) == live(new), "AP-015: an update begins or ends an appearance")
        let scenes = old.sceneOrder.map { old.scenes[$0].id }
        for scene in scenes {
            let isSame = old.currentPage(in: scene)?.id == new.currentPage(in: scene)?.id
            faults.expect(isSame, "AP-015: an update changes the current page")
        }
        let order = new.sceneOrder.map { new.scenes[$0].id }
        faults.expect(
            order.filter(scenes.contains) == scenes.filter(order.contains), "AP-015: an update reorders scenes")
    }

    /// Checks that an update with one report gives the same page views as that report alone, under the standard policy.
    ///
    /// What a `sceneForeground` makes begin carries no link; in an update it has the cause `appeared` and carries one.
    private func checkUpdateOfOne() {
        guard old.policy == .standard, old.updateDepth == 0, ![.begin, .commit].contains(input) else { return }
        var world = before
        let others = Self.pageViews(world.apply(.begin, input, .commit))
        let isReturn = if case .scene(_, .foreground) = input { true } else { false }
        let isSame = views.elementsEqual(others) {
            $0.id == $1.id && $0.page == $1.page && $0.scene == $1.scene && $0.appearedAt == $1.appearedAt
                && $0.countedAt == $1.countedAt && (isReturn || $0.deepLink == $1.deepLink)
        }
        faults.expect(
            isSame, "AP-015: an update of one report has the page views \(others.map(\.id)), not \(views.map(\.id))")
    }
}
