/// What can be asked (QU).
extension EngineModel {
    /// The scene of the engine's current page: those in the foreground first, then the one that came to the front last
    /// (QU-004).
    func currentScene() -> Place? {
        guard scenesWithCurrentPage > 0 else { return nil }
        var best: Int?
        for index in scenes.indices where !scenes[index].current.isNone {
            if let known = best, !isInFront(index, of: known) { continue }
            best = index
        }
        return best.map { Place($0) }
    }

    private func isInFront(_ scene: Int, of other: Int) -> Bool {
        let isForeground = scenes[scene].isForeground
        if isForeground != scenes[other].isForeground { return isForeground }
        return scenes[scene].front > scenes[other].front
    }

    func currentPage(in scene: SceneID) -> PageAppearance? {
        knownScenePlace(of: scene).flatMap { currentPage(inPlace: $0) }
    }

    func currentPage(inPlace scene: Place) -> PageAppearance? {
        let current = scenes[Int(scene)].current
        return current.isNone ? nil : snapshot(of: current)
    }

    func currentPage() -> PageAppearance? {
        currentScene().flatMap { currentPage(inPlace: $0) }
    }

    func lastPage(in scene: SceneID) -> PageAppearance? {
        knownScenePlace(of: scene).flatMap { currentPage(inPlace: $0) ?? scenes[Int($0)].last }
    }

    func lastPageOfAll() -> PageAppearance? {
        currentPage() ?? lastPage?.page
    }

    func lastCountedPage(in scene: SceneID) -> PageReference? {
        knownScenePlace(of: scene).flatMap { scenes[Int($0)].lastCounted }
    }

    func livePages(in scene: SceneID) -> [PageAppearance] {
        guard let scene = knownScenePlace(of: scene) else { return [] }
        return places(in: scenes[Int(scene)].live).compactMap(snapshot(of:))
    }

    func livePages() -> [PageAppearance] {
        scenes.flatMap { places(in: $0.live).compactMap(snapshot(of:)) }
    }

    func isLive(_ id: ComponentID) -> Bool {
        knownPlace(of: id).map { self[$0].appearance != nil } ?? false
    }
}
