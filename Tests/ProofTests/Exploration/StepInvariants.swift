import PageViewLifecycle

@testable import PageViewAutomation

/// What holds of every step: what the engine told, against what was live before and is live after.
///
/// It reads the records alone, and knows of each live appearance only whether a page view was told of it.
struct StepInvariants {
    /// An appearance of a page that is live, and whether it is counted.
    typealias Live = [AppearanceID: Bool]

    private static func live(in model: EngineModel) -> Live {
        var live: Live = [:]
        for component in model.components where component.isLivePage {
            guard let appearance = component.appearance else { continue }
            live[AppearanceID(component: component.id, ordinal: appearance.ordinal)] = appearance.countedAs != nil
        }
        return live
    }

    private let before: EngineModel
    private let liveBefore: Live

    init(from before: EngineModel) {
        self.before = before
        liveBefore = Self.live(in: before)
    }

    /// What is wrong with a step from there; empty if nothing is.
    func faults(by records: [EngineRecord], to after: EngineModel) -> [String] {
        var open = liveBefore
        var ended: Set<AppearanceID> = []
        var sequence = before.sequence
        var faults: [String] = []
        for record in records {
            switch record {
            case .pageView(let pageView):
                sequence += 1
                if pageView.sequence != sequence { faults.append("number \(pageView.sequence), not \(sequence)") }
                guard let id = pageView.id.appearance else { continue }
                // It may have begun in this step; whether it did is seen from its number.
                if open[id] == nil, ended.contains(id) || !isNew(id) { faults.append("\(id) is over") }
                if open[id] == true { faults.append("\(id) is counted twice") }
                open[id] = true
            case .pageLeave(let leave):
                guard let id = leave.id else {
                    if leave.outcome != .neverVisible { faults.append("an outcome of nothing") }
                    continue
                }
                let wasCounted = open.removeValue(forKey: id)
                if wasCounted == nil, ended.contains(id) || !isNew(id) { faults.append("\(id) ends twice") }
                if (leave.outcome == .counted) != (wasCounted ?? false) { faults.append("\(id): \(leave.outcome)") }
                ended.insert(id)
            case .interaction, .deepLink, .currentPage, .diagnostic:
                break
            }
        }
        let live = Self.live(in: after)
        // What is live now and was not told of began in this step, and is not counted.
        for (id, isCounted) in live where open[id] == nil && !isCounted && isNew(id) { open[id] = false }
        if open != live { faults.append("told of \(open), live are \(live)") }
        if sequence != after.sequence { faults.append("\(after.sequence) page views, told of \(sequence)") }
        if !before.isRunning, !after.isRunning, !records.isEmpty { faults.append("a stopped engine speaks") }
        return faults
    }

    /// Whether an appearance had not begun, or was not a page's, before this step.
    private func isNew(_ id: AppearanceID) -> Bool {
        guard let place = before.knownPlace(of: id.component) else { return true }
        let known = before[place]
        return id.ordinal > known.appearanceCount
            || (known.appearance?.ordinal == id.ordinal && !known.isLivePage)
    }
}
