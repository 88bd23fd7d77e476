/// What can be asked (QU).
extension EngineModel {
    /// The scene of the engine's current page: those in the foreground first, then the one that came to the front last
    /// (QU-004).
    func currentScene() -> Place? {
        if !inForeground.last.isNone { return inForeground.last }
        return inBackground.last.isNone ? nil : inBackground.last
    }

    package func currentPage(in scene: SceneID) -> PageAppearance? {
        knownScenePlace(of: scene).flatMap { currentPage(inPlace: $0) }
    }

    func currentPage(inPlace scene: Place) -> PageAppearance? {
        let current = scenes[scene].current
        return current.isNone ? nil : snapshot(of: current)
    }

    package func currentPage() -> PageAppearance? {
        currentScene().flatMap { currentPage(inPlace: $0) }
    }

    package func lastPage(in scene: SceneID) -> PageAppearance? {
        knownScenePlace(of: scene).flatMap { currentPage(inPlace: $0) ?? scenes[$0].last }
    }

    package func lastPageOfAll() -> PageAppearance? {
        currentPage() ?? lastPage.value { scenes[$0].last }
    }

    /// The page that was counted last, in whatever scene.
    func lastCountedPageOfAll() -> PageReference? {
        lastCounted.value { scenes[$0].lastCounted }
    }

    package func lastCountedPage(in scene: SceneID) -> PageReference? {
        knownScenePlace(of: scene).flatMap { scenes[$0].lastCounted }
    }

    func livePages(in scene: SceneID) -> [PageAppearance] {
        guard let scene = knownScenePlace(of: scene) else { return [] }
        return places(in: scenes[scene].live).compactMap { snapshot(of: $0) }
    }

    func livePages() -> [PageAppearance] {
        scenes.indices.flatMap { places(in: scenes[$0].live).compactMap { snapshot(of: $0) } }
    }

    func isLive(_ id: ComponentID) -> Bool {
        knownPlace(of: id).map { states[$0].isLive } ?? false
    }

    /// Where a component stands; `nil` of one that is not known, or gone.
    package func status(of id: ComponentID) -> ComponentStatus? {
        knownPlace(of: id).map { place in
            let component = subject(place)
            let presence: ComponentStatus.Presence =
                switch component.state.presence {
                case .away, .cutOff, .passedOver: .away
                case .held: .held
                case .live: .live
                }
            let scene = stage(of: component).record
            return ComponentStatus(
                presence: presence,
                appearance: AppearanceID(component: self.id(of: component), ordinal: component.record.appearanceCount),
                beganAt: component.record.beganAt, page: component.record.name, isReady: component.state.isReady,
                isCounted: component.record.isCounted, isAttached: component.state.isAttached, scene: scene.id,
                isSceneForeground: scene.isForeground)
        }
    }
}
