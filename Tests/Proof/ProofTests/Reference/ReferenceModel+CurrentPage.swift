import PageViewAutomation

/// The current pages, and the last ones.
extension ReferenceModel {
    /// QU-001, QU-002: returns the newest one of the highest level among live pages that contain no other of them.
    func currentPlace(among places: [Int]) -> Int? {
        let pages = places.filter { components[$0].livePage != nil }
        let innermost = pages.filter { page in !pages.contains { ancestors(of: $0).contains(page) } }
        return innermost.max {
            (level(of: $0), components[$0].live?.age ?? 0) < (level(of: $1), components[$1].live?.age ?? 0)
        }
    }

    func currentPlace(in scene: String) -> Int? {
        currentPlace(among: components.indices.filter { components[$0].live?.scene == scene })
    }

    /// The component of the engine's current page (QU-004). Foreground scenes precede background scenes.
    ///
    /// Reading: within an update, too, by the reported foreground.
    var foremostPlace: Int? {
        (front.filter { isForeground($0) } + front.filter { !isForeground($0) }).compactMap { current[$0] }.first
    }

    func answer(_ place: Int) -> ReferencePage? {
        let component = components[place]
        guard let live = component.live, let page = component.livePage else { return nil }
        return ReferencePage(
            id: "\(component.label)/\(live.ordinal)", page: page, scene: live.scene, component: component.name,
            isCounted: live.countedAs != nil, since: live.since)
    }

    // MARK: Queries, of a scene or of the engine as a whole

    /// Answers a query, as ``PageViewEngine/answer(_:in:of:)`` does.
    func answer(_ query: Rules.Query, in scene: String?, of label: String?) -> ReferenceAnswer {
        switch query {
        case .currentPage: .page(currentPage(in: scene))
        case .lastPage: .page(lastPage(in: scene))
        case .lastCountedPage: .mention(lastCountedPage(in: scene))
        case .livePages: .pages(livePages(in: scene))
        case .isLive: .condition(label.map { isLive($0) } ?? false)
        }
    }

    func currentPage(in scene: String?) -> ReferencePage? {
        (scene.map { current[$0] } ?? foremostPlace).flatMap(answer)
    }

    /// QU-003.
    func lastPage(in scene: String?) -> ReferencePage? {
        currentPage(in: scene) ?? scene.map { scenes[$0]?.lastPage } ?? enginesLastPage
    }

    /// QU-003: returns the page of the newest page view. That of the engine outlives its scene, like its last page.
    func lastCountedPage(in scene: String?) -> ReferenceMention? {
        scene.map { scenes[$0]?.lastCounted } ?? enginesLastCounted
    }

    /// Returns the live pages of a scene, in the order in which they began.
    func livePages(in scene: String?) -> [ReferencePage] {
        present { $0.began }.filter { scene == nil || components[$0].live?.scene == scene }.compactMap(answer)
    }

    /// Returns whether the component with this label is live, as a page or untracked.
    func isLive(_ label: String) -> Bool { components.contains { $0.label == label && $0.live != nil } }

    // MARK: At the end of a decision (ORD-001)

    mutating func decideCurrentPages() {
        current = [:]
        for scene in Set(components.compactMap { $0.live?.scene }) { current[scene] = currentPlace(in: scene) }
    }

    /// QU-003: stores each current page, with its present name, as the last page for the time after it.
    mutating func rememberLastPages() {
        for scene in current.keys {
            scenes[scene, default: ReferenceScene()].lastPage = currentPage(in: scene)
        }
        if let page = currentPage(in: nil) { (enginesLastPage, isLastSceneThere) = (page, true) }
    }

    /// QU-006: emits each change once per decision, scene by scene. A new appearance under the same name is no change.
    ///
    /// Reading: within an update, the new name of a pending page is a change at the commit.
    mutating func emitChanges(ofNames includesNames: Bool = true) {
        for scene in Set(current.keys).union(reported.keys).sorted() {
            let now = current[scene].flatMap { place in
                components[place].livePage.map { Reported(place: place, page: $0) }
            }
            if includesNames ? reported[scene] == now : reported[scene]?.place == now?.place { continue }
            reported[scene] = now
            emit(.currentPage(scene: scene, page: currentPage(in: scene), time: self.now))
        }
    }
}
