import PageViewLifecycle

@testable import PageViewAutomation

/// What holds of every step: what the engine told, against what was live before and is live after.
///
/// It reads the records alone, and knows of each live appearance only whether a page view was told of it, of each scene
/// which page was told to be current, and who was held.
struct StepInvariants {
    /// An appearance of a page that is live, and whether it is counted.
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

    /// What is wrong with a step from there; empty if nothing is.
    func faults(by records: [EngineRecord], to after: ModelView) -> [String] {
        var open = liveBefore
        var ended: Set<AppearanceID> = []
        var sequence = before.model.sequence
        var faults: [String] = []
        var told = Self.told(in: before)
        var neverVisible: [ComponentID] = []
        var ridden = 0
        for record in records {
            switch record {
            case .pageView(let pageView):
                sequence += 1
                if pageView.deepLink != nil { ridden += 1 }
                if pageView.sequence != sequence { faults.append("number \(pageView.sequence), not \(sequence)") }
                guard let id = pageView.id.appearance else { continue }
                // It may have begun in this step; whether it did is seen from its number.
                if open[id] == nil, ended.contains(id) || !isNew(id) { faults.append("\(id) is over") }
                if open[id] == true { faults.append("\(id) is counted twice") }
                open[id] = true
            case .pageLeave(let leave):
                guard let id = leave.id else {
                    if leave.outcome != .neverVisible { faults.append("an outcome of nothing") }
                    neverVisible.append(leave.component)
                    continue
                }
                let wasCounted = open.removeValue(forKey: id)
                if wasCounted == nil, ended.contains(id) || !isNew(id) { faults.append("\(id) ends twice") }
                let outcome = wasCounted ?? false ? PageLeave.Outcome.counted : .neverReady
                if leave.outcome != outcome { faults.append("\(id): \(leave.outcome)") }
                ended.insert(id)
            case .currentPage(let change):
                let now = change.page.map { Told(component: $0.component, page: $0.page) }
                if told[change.scene] == now { faults.append("\(change.scene): no other current page") }
                told[change.scene] = now
            case .interaction, .deepLink, .diagnostic:
                break
            }
        }
        let live = Self.live(in: after)
        // What is live now and was not told of began in this step, and is not counted.
        for (id, isCounted) in live where open[id] == nil && !isCounted && isNew(id) { open[id] = false }
        if open != live { faults.append("told of \(open), live are \(live)") }
        if told != Self.told(in: after) { faults.append("told \(told) to be current") }
        faults += faultsOfHeld(neverVisible, after) + faultsOfLinks(ridden, after)
        if sequence != after.model.sequence { faults.append("\(after.model.sequence) page views, told of \(sequence)") }
        if !before.model.isRunning, !after.model.isRunning, !records.isEmpty {
            faults.append("a stopped engine speaks")
        }
        return faults
    }

    /// What was told to be the current page of a scene.
    private struct Told: Equatable {
        let component: ComponentID
        let page: PageContext
    }

    /// The current page of each scene that has one.
    private static func told(in model: ModelView) -> [SceneID: Told] {
        var told: [SceneID: Told] = [:]
        for place in model.model.scenePlaces where !place.isNone {
            guard let page = model.model.currentPage(inPlace: place) else { continue }
            told[model.scene(place).id] = Told(component: page.component, page: page.page)
        }
        return told
    }

    /// What was held ends once, if it does, and nothing else ends without having been visible.
    private func faultsOfHeld(_ ended: [ComponentID], _ after: ModelView) -> [String] {
        var faults: [String] = []
        for id in Set(ended) where !isHeldPage(id, in: before) { faults.append("\(id) was not held") }
        for component in before.components where isHeldPage(component.id, in: before) {
            let count = ended.count { $0 == component.id }
            let isOver = after.model.knownPlace(of: component.id).map { !after[$0].isShown } ?? true
            if count > 1 || (isOver && count == 0) { faults.append("\(component.id) ends \(count) times, held") }
        }
        return faults
    }

    private func isHeldPage(_ id: ComponentID, in model: ModelView) -> Bool {
        guard model.model.isRunning, let place = model.model.knownPlace(of: id) else { return false }
        return model[place].isHeld && model[place].page != nil
    }

    /// A link rides once: it was there before, and is not any more.
    private func faultsOfLinks(_ ridden: Int, _ after: ModelView) -> [String] {
        func links(_ model: ModelView) -> Int { model.scenes.count { $0.link != nil } }
        return ridden > 0 && links(before) - links(after) < ridden ? ["\(ridden) page views with a link"] : []
    }

    /// Whether an appearance had not begun, or was not a page's, before this step.
    private func isNew(_ id: AppearanceID) -> Bool {
        guard let place = before.model.knownPlace(of: id.component) else { return true }
        let known = before[place]
        return id.ordinal > known.appearanceCount
            || (known.appearance?.ordinal == id.ordinal && !known.isLivePage)
    }
}
