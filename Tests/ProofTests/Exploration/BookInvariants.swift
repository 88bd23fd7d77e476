@testable import PageViewAutomation

/// What holds of the books that are kept about scenes: their ranking, and those to be published.
struct BookInvariants {
    /// What is wrong with them; empty if nothing is.
    static func faults(of model: ModelView) -> [String] {
        faultsOfRow(model.model.inForeground, isForeground: true, model)
            + faultsOfRow(model.model.inBackground, isForeground: false, model) + faultsOfUnranked(model)
            + faultsOfSettled(model)
    }

    /// In a row are exactly the scenes that have a current page and are there, by when they came to the front; the same
    /// from either end.
    private static func faultsOfRow(_ row: Row, isForeground: Bool, _ model: ModelView) -> [String] {
        let ranked = model.model.scenes.indices
            .filter { !model.scene($0).current.isNone && model.scene($0).isForeground == isForeground }
            .sorted { model.scene($0).front < model.scene($1).front }
        let forwards = walk(from: row.first, model) { $0.rank.next }
        let backwards = walk(from: row.last, model) { $0.rank.previous }
        if forwards == ranked, backwards == ranked.reversed() { return [] }
        return ["ranked are \(forwards), backwards \(backwards), not \(ranked)"]
    }

    private static func walk(from first: Place, _ model: ModelView, _ next: (SceneRecord) -> Place) -> [Place] {
        var (places, place): ([Place], Place) = ([], first)
        while !place.isNone, places.count <= model.model.scenes.count {
            places.append(place)
            place = next(model.scene(place))
        }
        return places
    }

    /// A scene that is not ranked has no neighbours.
    private static func faultsOfUnranked(_ model: ModelView) -> [String] {
        model.scenes
            .filter { $0.current.isNone && !($0.rank.previous.isNone && $0.rank.next.isNone) }
            .map { "\($0.id): not ranked, but linked" }
    }

    /// What waits to be published is in its list once, and flagged if and only if it is.
    private static func faultsOfSettled(_ model: ModelView) -> [String] {
        let flagged = model.model.scenes.indices.filter { model.scene($0).isSettled }
        return model.settled.sorted() == flagged ? [] : ["settled are \(model.settled), flagged \(flagged)"]
    }
}
