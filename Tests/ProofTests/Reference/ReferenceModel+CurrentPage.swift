import PageViewAutomation

/// What is current, and what was.
extension ReferenceModel {
    /// QU-001, QU-002: the place of the newest live page that contains no live page of its scene, worked out.
    private func newest(in scene: String) -> Int? {
        let pages = livePlaces(in: scene)
        return pages.last { page in !pages.contains { isAncestor(page, of: $0) } }
    }

    /// The places of the live pages of a scene, in the order in which they began.
    private func livePlaces(in scene: String) -> [Int] {
        visible(in: scene).filter { components[$0].livePage != nil }
    }

    /// QU-004: the foremost scene that has a current page; what can be seen goes before what cannot.
    private var foremost: String? {
        let scenes = front.filter { isForeground($0) } + front.filter { !isForeground($0) }
        return scenes.first { current[$0] != nil }
    }

    private func answer(_ place: Int) -> ReferencePage? {
        let component = components[place]
        guard let appearance = component.live, let page = component.livePage else { return nil }
        return ReferencePage(
            id: "\(component.label)/\(appearance.ordinal)", page: page, scene: component.scene,
            component: component.name, isCounted: appearance.countedAs != nil, since: appearance.since)
    }

    // MARK: Queries, of a scene or of the engine as a whole

    func currentPage(in scene: String?) -> ReferencePage? {
        (scene ?? foremost).flatMap { current[$0] }.flatMap { answer($0.place) }
    }

    /// QU-003.
    func lastPage(in scene: String?) -> ReferencePage? {
        currentPage(in: scene) ?? scene.map { scenes[$0]?.lastPage } ?? enginesLastPage
    }

    /// QU-003: the page of the newest page view; that of the engine outlives its scene, as its last page does.
    func lastCountedPage(in scene: String?) -> ReferenceMention? {
        scene.map { scenes[$0]?.lastCounted } ?? enginesLastCounted
    }

    func livePages(in scene: String) -> [ReferencePage] { livePlaces(in: scene).compactMap(answer) }

    /// Whether the component with this label is live, a page or not.
    func isLive(_ label: String) -> Bool { components.contains { $0.label == label && $0.live != nil } }

    // MARK: At the end of a report (ORD-001)

    /// The current page of each scene that has one.
    func currentPlaces() -> [String: CurrentPlace] {
        var names: [String: CurrentPlace] = [:]
        for scene in Set(components.map(\.scene)) {
            guard let place = newest(in: scene), let page = components[place].livePage else { continue }
            names[scene] = CurrentPlace(place: place, page: page)
        }
        return names
    }

    /// POL-003: what became current because the current page above it ended, in a scene in the foreground.
    mutating func reveal() {
        guard policy.reveal == .counts, let scene = uncovered, isForeground(scene) else { return }
        if let place = newest(in: scene) { countAgain(place, .revealed) }
    }

    /// QU-003: what is current now is the last page when it has gone, with the name that it has then.
    mutating func rememberLastPages() {
        for scene in current.keys {
            scenes[scene, default: ReferenceScene()].lastPage = currentPage(in: scene)
        }
        if let page = currentPage(in: nil) {
            enginesLastPage = page
            isLastSceneThere = true
        }
    }

    /// QU-006: once for each report, scene by scene; a new appearance under the same name is no change.
    mutating func tellChanges() {
        for scene in Set(current.keys).union(currentBefore.keys).sorted() where current[scene] != currentBefore[scene] {
            emit(.currentPage(scene: scene, page: currentPage(in: scene), time: now))
        }
    }
}
