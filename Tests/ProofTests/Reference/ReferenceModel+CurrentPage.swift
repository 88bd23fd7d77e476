import PageViewAutomation

/// The current pages, and the last ones.
extension ReferenceModel {
    /// QU-001, QU-002: returns the index of the newest live page that contains no live page of its scene.
    private func newest(in scene: String) -> Int? {
        let pages = livePlaces(in: scene)
        return pages.last { page in !pages.contains { isAncestor(page, of: $0) } }
    }

    /// Returns the indices of the live pages of a scene, in the order in which they began.
    private func livePlaces(in scene: String) -> [Int] {
        visible(in: scene).filter { components[$0].livePage != nil }
    }

    /// QU-004: the frontmost scene with a current page. Foreground scenes precede background scenes.
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

    /// QU-003: returns the page of the newest page view. That of the engine outlives its scene, like its last page.
    func lastCountedPage(in scene: String?) -> ReferenceMention? {
        scene.map { scenes[$0]?.lastCounted } ?? enginesLastCounted
    }

    func livePages(in scene: String) -> [ReferencePage] { livePlaces(in: scene).compactMap(answer) }

    /// Returns whether the component with this label is live, as a page or untracked.
    func isLive(_ label: String) -> Bool { components.contains { $0.label == label && $0.live != nil } }

    // MARK: At the end of a report (ORD-001)

    /// Returns the current page of each scene that has one.
    func currentPlaces() -> [String: CurrentPlace] {
        var names: [String: CurrentPlace] = [:]
        for scene in Set(components.map(\.scene)) {
            guard let place = newest(in: scene), let page = components[place].livePage else { continue }
            names[scene] = CurrentPlace(place: place, page: page)
        }
        return names
    }

    /// POL-003: counts the page that became current because the page above it ended, in a foreground scene.
    mutating func reveal() {
        guard policy.reveal == .counts, let scene = uncovered, isForeground(scene) else { return }
        if let place = newest(in: scene) { countAgain(place, .revealed) }
    }

    /// QU-003: stores each current page, with its present name, as the last page for the time after it.
    mutating func rememberLastPages() {
        for scene in current.keys {
            scenes[scene, default: ReferenceScene()].lastPage = currentPage(in: scene)
        }
        if let page = currentPage(in: nil) {
            enginesLastPage = page
            isLastSceneThere = true
        }
    }

    /// QU-006: emits each change once per report, scene by scene. A new appearance under the same name is no change.
    mutating func emitChanges() {
        for scene in Set(current.keys).union(currentBefore.keys).sorted() where current[scene] != currentBefore[scene] {
            emit(.currentPage(scene: scene, page: currentPage(in: scene), time: now))
        }
    }
}
