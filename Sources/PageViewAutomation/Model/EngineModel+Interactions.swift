/// What the user does, and where it came from: interactions and deep links (PV-005, PV-006).
extension EngineModel {
    /// The scene meant where none is named: that of the engine's current page, else that of its last page if it is
    /// still there, else the main scene (PV-005).
    mutating func implied(_ scene: SceneID?) -> Place {
        if let place = scene.flatMap({ scenePlace(of: $0) }) { return place }
        if let current = currentScene() { return current }
        if !lastPage.scene.isNone { return lastPage.scene }
        return scenePlace(of: mainScene) ?? 0
    }

    /// Something the user did: it takes the page that is current now, by value (PV-005).
    @discardableResult
    package mutating func interact(_ name: String, _ properties: Payload, in scene: SceneID?) -> Interaction {
        let place = implied(scene)
        let interaction = Interaction(
            name: name, properties: properties, scene: scenes[place].id, page: currentPage(inPlace: place),
            time: now)
        if tells(.interactions) { records.append(.interaction(interaction)) }
        finish()
        return interaction
    }

    /// A deep link: tells where the user is, and rides on what comes of it (PV-006).
    @discardableResult
    package mutating func open(_ link: DeepLink, in scene: SceneID?) -> DeepLinkVisit {
        let place = implied(scene)
        let referrer = currentPage(inPlace: place) ?? scenes[place].last ?? lastPageOfAll()
        let visit = DeepLinkVisit(link: link, scene: scenes[place].id, referrer: referrer?.reference, time: now)
        if isRunning { scenes[place].link = SceneRecord.PendingLink(visit: Boxed(visit), order: nextOrder()) }
        if tells(.deepLinks) { records.append(.deepLink(visit)) }
        finish()
        return visit
    }
}
