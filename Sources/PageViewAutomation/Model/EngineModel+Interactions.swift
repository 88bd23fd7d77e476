/// What the user does, and where it came from: interactions and deep links (PV-005, PV-006).
extension EngineModel {
    /// The scene meant where none is named: that of the engine's current page, else that of its last page if it is
    /// still there, else the main scene (PV-005).
    mutating func implied(_ scene: SceneID?) -> Place {
        if let place = scene.flatMap({ scenePlace(of: $0) }) { return place }
        if let current = currentScene() { return current }
        if let lastPage, let place = knownScenePlace(of: lastPage.page.scene),
            scenes[Int(place)].incarnation == lastPage.incarnation
        {
            return place
        }
        return scenePlace(of: mainScene) ?? 0
    }

    /// Something the user did: it takes the page that is current now, by value (PV-005).
    mutating func interact(_ name: String, _ properties: Payload, in scene: SceneID?) -> Interaction {
        let place = implied(scene)
        let interaction = Interaction(
            name: name, properties: properties, scene: scenes[Int(place)].id, page: currentPage(inPlace: place),
            time: now)
        emit(.interaction(interaction))
        finish()
        return interaction
    }

    /// A deep link: tells where the user is, and rides on what comes of it (PV-006).
    mutating func open(_ link: DeepLink, in scene: SceneID?) -> DeepLinkVisit {
        let place = implied(scene)
        let referrer = currentPage(inPlace: place) ?? scenes[Int(place)].last ?? lastPageOfAll()
        let visit = DeepLinkVisit(link: link, scene: scenes[Int(place)].id, referrer: referrer?.reference, time: now)
        if isRunning { scenes[Int(place)].link = SceneRecord.PendingLink(visit: visit, order: nextOrder()) }
        emit(.deepLink(visit))
        finish()
        return visit
    }
}
