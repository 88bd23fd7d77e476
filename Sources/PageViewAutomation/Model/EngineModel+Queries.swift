/// What can be asked (QU), and what follows from an input at its end.
extension EngineModel {
    mutating func touch(_ scene: Place) {
        guard !scenes[Int(scene)].isTouched else { return }
        scenes[Int(scene)].isTouched = true
        touched.append(scene)
    }

    /// Ends an input: works out which pages are current now, once for all that happened in it.
    mutating func finish() {
        if !uncovered.isNone {
            let scene = uncovered
            uncovered = .none
            if policy.reveal == .counts, scenes[Int(scene)].isForeground, let revealed = newestUncovered(in: scene) {
                replaceIfCounted(revealed, cause: .revealed)
            }
        }
        guard !touched.isEmpty else { return }
        for scene in touched {
            scenes[Int(scene)].isTouched = false
            settle(scene)
        }
        touched.removeAll(keepingCapacity: true)
    }

    /// Takes note of the scene's current page, and tells of it if it is another component or has another name.
    private mutating func settle(_ scene: Place) {
        let before = scenes[Int(scene)].current
        let current = newestUncovered(in: scene)
        scenes[Int(scene)].current = current ?? .none
        if let current {
            if before.isNone { scenesWithCurrentPage += 1 }
            let page = self[current].name
            guard scenes[Int(scene)].told != current || scenes[Int(scene)].toldPage != page else { return }
            scenes[Int(scene)].told = current
            scenes[Int(scene)].toldPage = page
        } else {
            guard !before.isNone else { return }
            scenesWithCurrentPage -= 1
            if scenesWithCurrentPage == 0 {
                lastPage = scenes[Int(scene)].last.map { ($0, scenes[Int(scene)].incarnation) }
            }
            scenes[Int(scene)].told = .none
            scenes[Int(scene)].toldPage = nil
        }
        emit(
            .currentPage(
                CurrentPageChange(scene: scenes[Int(scene)].id, page: current.flatMap(snapshot(of:)), time: now)))
    }

    /// The scene's newest live page that contains no live page of the scene (QU-001, QU-002).
    private func newestUncovered(in scene: Place) -> Place? {
        let newest = scenes[Int(scene)].uncovered.last
        return newest.isNone ? nil : newest
    }

    func snapshot(of place: Place) -> PageAppearance? {
        guard let appearance = self[place].appearance, let page = self[place].name else { return nil }
        return PageAppearance(
            id: AppearanceID(component: self[place].id, ordinal: appearance.ordinal), page: page,
            scene: scenes[Int(self[place].scene)].id, isCounted: appearance.countedAs != nil, since: appearance.beganAt)
    }

    /// The scene of the engine's current page: those in the foreground first, then the one that came to the front last
    /// (QU-004).
    func currentScene() -> Place? {
        guard scenesWithCurrentPage > 0 else { return nil }
        var best: Place?
        for index in scenes.indices where !scenes[index].current.isNone {
            guard let known = best.map({ Int($0) }) else {
                best = Place(index)
                continue
            }
            let (left, right) = (scenes[index], scenes[known])
            if left.isForeground != right.isForeground ? left.isForeground : left.front > right.front {
                best = Place(index)
            }
        }
        return best
    }

    func currentPage(in scene: SceneID) -> PageAppearance? {
        knownScenePlace(of: scene).flatMap { currentPage(inPlace: $0) }
    }

    private func currentPage(inPlace scene: Place) -> PageAppearance? {
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

    func isLive(_ id: ComponentID) -> Bool {
        knownPlace(of: id).map { self[$0].appearance != nil } ?? false
    }

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
